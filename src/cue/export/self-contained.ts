import type { Engine } from "../eval/index.ts";
import type * as ast from "../syntax/index.ts";
import type { Vertex } from "../value/index.ts";
import { exportFile } from "./file.ts";

/**
 * Source that needs nothing but builtin packages and evaluates to an equal value: what the value refers to, in its own
 * package or in others, is part of the file. `packagePath` is the package whose hidden fields keep their names.
 */
export function selfContainedSyntax(v: Vertex, engine: Engine, options: { readonly packagePath?: string; readonly docs?: boolean } = {}): ast.File {
  return exportFile(v, engine, {
    mode: "definition", optional: true, definitions: true, hidden: true, attributes: true, docs: options.docs ?? false,
    selfContained: true, inlineImports: true, packagePath: options.packagePath ?? "_",
  });
}
