import type { Engine } from "../eval/index.ts";
import type * as ast from "../syntax/index.ts";
import type { Vertex } from "../value/index.ts";
import { bundle } from "./bundle.ts";
import { addExperiments } from "./experiments.ts";
import { exportFile } from "./file.ts";

/**
 * Source that needs nothing but builtin packages and evaluates to an equal value. What the value refers to, in its own
 * package or in others, is part of the file, in lets. A value that no source declares, because a program put
 * it together, is written as a definition, what it refers to as lets.
 */
export function selfContainedSyntax(
  v: Vertex,
  engine: Engine,
  options: { readonly packagePath?: string } = {},
): ast.File {
  const file =
    bundle(v, engine) ??
    exportFile(v, engine, {
      mode: "definition",
      optional: true,
      definitions: true,
      hidden: true,
      attributes: true,
      selfContained: true,
      inlineImports: true,
      packagePath: options.packagePath ?? "_",
    });
  addExperiments(file);
  return file;
}
