// Fields of `#config` that no component reads: users would set them in vain.
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Field, Node } from "../../cue/syntax/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { PackageAnalysis } from "../analysis/package-analysis.ts";
import { labelText } from "../analysis/syntax-path.ts";
import { EDITOR_CODE } from "../editor-code.ts";

export function unusedValues({ files, instance }: PackageAnalysis): Diagnostic[] {
  const declared = new Map<string, { field: Field; file: (typeof files)[number] }>();
  const read = new Set<string>();
  let wholly = false;
  for (const file of files) {
    for (const decl of file.syntax.decls)
      if (decl.kind === "Field" && labelText(decl.label) === "#config") {
        // An embedded schema, or one that is referred to, may be read anywhere.
        if (decl.value.kind !== "StructLit") return [];
        for (const inner of decl.value.elts) {
          if (inner.kind === "EmbedDecl" || inner.kind === "Comprehension") return [];
          const name = inner.kind === "Field" ? labelText(inner.label) : undefined;
          if (name !== undefined && inner.kind === "Field") declared.set(name, { field: inner, file });
        }
      }
    const work: { node: Node; parent: Node | undefined; inConfig: string }[] = [
      { node: file.syntax, parent: undefined, inConfig: "" },
    ];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { node, parent } = next;
      if (node.kind === "Ident" && node.name === "#config" && !isLabel(node, parent)) {
        if (parent?.kind === "SelectorExpr" && parent.x === node) {
          const name = parent.sel.kind === "Ident" ? parent.sel.name : (labelText(parent.sel) ?? "");
          read.add(name);
        } else if (!isValuesField(parent)) wholly = true;
      }
      // Within `#config` its fields are named without it.
      if (node.kind === "Ident" && next.inConfig !== "" && !isLabel(node, parent) && node.name !== next.inConfig)
        read.add(node.name);
      for (const child of childrenOf(node)) {
        const name = node.kind === "Field" ? labelText(node.label) : undefined;
        const inConfig = next.inConfig !== "" ? next.inConfig : name === "#config" ? "#config" : "";
        work.push({ node: child, parent: node, inConfig });
      }
    }
  }
  if (wholly || instance === undefined) return [];
  const out: Diagnostic[] = [];
  for (const [name, { field, file }] of declared) {
    if (read.has(name) || /^[_#]/.test(name)) continue;
    out.push({
      ...tell(EDITOR_CODE.unusedValue, "nothing reads #config.{name}", { name }),
      severity: "info",
      places: [{ file: file.source, span: { start: field.label.pos, end: field.label.end } }],
      hint: advise(EDITOR_CODE.unusedValue, "use it in a component, or remove it"),
    });
  }
  return out;
}

const isLabel = (node: Node, parent: Node | undefined): boolean => parent?.kind === "Field" && parent.label === node;

/** `values: #config` only repeats the schema. */
const isValuesField = (parent: Node | undefined): boolean =>
  parent?.kind === "Field" && labelText(parent.label) === "values";
