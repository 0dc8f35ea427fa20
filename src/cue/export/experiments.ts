import { makeAttribute, walk } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";

/** Switches on what a file uses of the language beyond its stable part. */
export function addExperiments(file: ast.File): void {
  const used = new Set<string>();
  if (file.experiments.explicitopen) used.add("explicitopen");
  if (file.experiments.shortcircuit) used.add("shortcircuit");
  walk(file, (node) => {
    switch (node.kind) {
      case "TryClause":
      case "FallbackClause":
        used.add("try");
        break;
      case "PostfixExpr":
        used.add(node.op === "?" ? "try" : "explicitopen");
        break;
      case "Field":
        if (node.alias !== null) used.add("aliasv2");
        break;
      case "Ident":
        if (node.name === "self") used.add("aliasv2");
    }
    return true;
  });
  if (used.size > 0) file.decls.unshift(makeAttribute(`@experiment(${[...used].join(",")})`));
}
