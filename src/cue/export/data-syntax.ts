import type { Engine } from "../eval/index.ts";
import { asVertex } from "../eval/index.ts";
import type * as ast from "../syntax/index.ts";
import { makeBareStruct } from "../syntax/index.ts";
import type { Value } from "../value/index.ts";
import { exportSyntax } from "./file.ts";
import { dataOptions } from "./options.ts";

/** Data as source, for encoders: defaults taken, regular fields only. */
export function dataSyntax(v: Value, engine: Engine): ast.Expr {
  const x = exportSyntax(asVertex(v), engine, dataOptions);
  return x.kind === "File" ? makeBareStruct(x.decls) : x;
}
