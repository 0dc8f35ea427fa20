import type { Instance } from "../../cue/load/index.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Field, Node } from "../../cue/syntax/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/**
 * Components that read `values`: they always get the author's values, whatever a user gives. So it is a warning, and an
 * error as soon as there are other values.
 */
export function valuesReferences(instance: Instance): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { source, syntax } of instance.files) {
    for (const decl of syntax.decls) {
      if (decl.kind !== "Field" || !["#components", "#policies"].includes(labelText(decl))) continue;
      visit(decl.value, new Set(), (node) => {
        found.push({
          ...tell(
            PIPELINE_CODE.valuesReference,
            "a component reads values, which are the author's whatever a user gives, instead of #config",
          ),
          severity: "warning",
          places: [{ file: source, span: { start: node.pos, end: node.end } }],
          hint: advise(PIPELINE_CODE.valuesReference, "write #config in place of values"),
        });
      });
    }
  }
  return found;
}

// A name that something between here and the top declares is not the package's.
function visit(node: Node, declared: ReadonlySet<string>, report: (ident: Node) => void): void {
  if (node.kind === "Ident") {
    if (node.name === "values" && !declared.has("values")) report(node);
    return;
  }
  if (node.kind === "Field") {
    visit(node.value, declared, report);
    return;
  }
  if (node.kind === "SelectorExpr") {
    visit(node.x, declared, report);
    return;
  }
  let inner = declared;
  if (node.kind === "StructLit" && node.elts.some((e) => e.kind === "Field" && labelText(e) === "values"))
    inner = new Set([...declared, "values"]);
  for (const child of childrenOf(node)) visit(child, inner, report);
}

function labelText({ label }: Field): string {
  return label.kind === "Ident" ? label.name : label.kind === "BasicLit" ? label.text.replace(/^"|"$/g, "") : "";
}
