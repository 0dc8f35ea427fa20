// Hover in values files: what the module's `#config` says about a key, and what a release makes of it.
import type { Field, Node } from "../../cue/syntax/index.ts";
import { dataSyntax } from "../analysis/data-file.ts";
import { nodesAt } from "../analysis/mend.ts";
import { isSecretValue } from "../analysis/secret-paths.ts";
import { labelText } from "../analysis/syntax-path.ts";
import type { PackageAnalysis } from "../analysis/package-analysis.ts";
import type { Target } from "../analysis/target.ts";
import { dataTarget } from "../analysis/values-target.ts";
import type { DataTarget } from "../analysis/values-target.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { Location } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";
import { locationOf } from "../check/lsp-diagnostics.ts";
import { schemaAt } from "./completion/data-completion.ts";
import { valueText } from "./hover.ts";
import type { HoverParts } from "./hover.ts";
import { resolverOf } from "./navigate.ts";

/** The key around an offset and its path below `#config`. */
function keyAt(
  path: string,
  text: string,
  offset: number,
  { nested }: DataTarget,
): { readonly path: (string | number)[]; readonly field: Field } | undefined {
  const chain = nodesAt(dataSyntax(path, text), offset);
  const steps: (string | number)[] = [];
  let found: Field | undefined;
  for (const [i, node] of chain.entries()) {
    if (node.kind === "Field") {
      steps.push(labelText(node.label) ?? "");
      found = node;
    } else if (node.kind === "ListLit") {
      const at = node.elts.indexOf(chain[i + 1] as (typeof node.elts)[number]);
      if (at >= 0) steps.push(at);
    }
  }
  if (found === undefined) return undefined;
  return { path: nested && steps[0] === "values" ? steps.slice(1) : steps, field: found };
}

export async function dataHover(
  workspace: Workspace,
  path: string,
  lines: EditorLines,
  offset: number,
): Promise<HoverParts | null> {
  const target = await dataTarget(workspace, path);
  const key = target && keyAt(path, lines.text, offset, target);
  if (target === undefined || key === undefined) return null;
  const schema = schemaAt(target.schema, key.path);
  if (schema === undefined) return null;
  const name = key.path.at(-1)!;
  const blocks = [`\`\`\`cue\n${name}: ${isSecretValue(schema) ? "#Secret" : valueText(schema)}\n\`\`\``];
  const docs = schema.docs().map((d) => d.text);
  if (docs.length > 0) blocks.push(docs.join("\n\n"));
  const label: Node = key.field.label;
  const about = { file: path, steps: ["#config", ...key.path.map(String)] };
  const range = lines.rangeOf(label.pos, label.end);
  return { before: blocks, ...(target.isValues && { about }), after: [], range };
}

/** What a key sets, as if it stood in the package; undefined if nothing of the user's declares it. */
export async function keyTarget(
  workspace: Workspace,
  path: string,
  lines: EditorLines,
  offset: number,
): Promise<{ readonly analysis: PackageAnalysis; readonly target: Target } | undefined> {
  const data = await dataTarget(workspace, path);
  const key = data && keyAt(path, lines.text, offset, data);
  if (data === undefined || key === undefined) return undefined;
  const { label } = key.field;
  const value = schemaAt(data.whole, key.path);
  const name = key.path.at(-1);
  if (value === undefined || typeof name !== "string" || offset < label.pos || offset > label.end) return undefined;
  const declarations = resolverOf(data.analysis).declarationsOf(value, name);
  if (!declarations.some(({ file }) => file.name.endsWith(".cue"))) return undefined;
  return { analysis: data.analysis, target: { name, node: label, value, declarations, isDeclaration: true } };
}

/** Where the package declares what a key sets. */
export async function dataDefinition(
  workspace: Workspace,
  path: string,
  lines: EditorLines,
  offset: number,
): Promise<Location[]> {
  const target = await dataTarget(workspace, path);
  const key = target && keyAt(path, lines.text, offset, target);
  if (target === undefined || key === undefined) return [];
  const schema = schemaAt(target.schema, key.path);
  const name = key.path.findLast((step) => typeof step === "string");
  if (schema === undefined || typeof name !== "string") return [];
  return resolverOf(target.analysis)
    .declarationsOf(schema, name)
    .map((place) => locationOf(workspace, place));
}
