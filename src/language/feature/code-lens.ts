// Above components: what they render. Above fields of `#config`: which environments set them.
import type { Field, Node } from "../../cue/syntax/index.ts";
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { moduleOf } from "../analysis/module-of.ts";
import type { OpenModule, Releases } from "../analysis/releases.ts";
import { labelText } from "../analysis/syntax-path.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { nodeAt } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CodeLens } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";

/** Commands that clients run; each gets plain data. */
export const COMMANDS = { preview: "opm.preview", explain: "opm.explain", show: "opm.showReferences" } as const;

const MOST_RENDERED = 40;

export async function codeLenses(
  workspace: Workspace,
  releases: Releases,
  file: AnalysedFile,
  uri: string,
  lines: EditorLines,
): Promise<CodeLens[]> {
  const folder = await moduleOf(workspace, file.path);
  if (folder === undefined) return [];
  const module = await releases.open(folder);
  const out: CodeLens[] = [];
  for (const { name, field } of fieldsUnder(file.syntax, "#components"))
    out.push(...(await componentLenses(releases, module, name, field, uri, lines)));
  for (const { name, field } of fieldsUnder(file.syntax, "#config")) {
    const set = await settingEnvironments(releases, module, name);
    if (set.length === 0) continue;
    const shown = set.length > 4 ? `${set.slice(0, 4).join(", ")} and ${set.length - 4} more` : set.join(", ");
    out.push({
      range: lines.rangeOf(field.label.pos, field.label.end),
      command: { title: `set in ${shown}`, command: COMMANDS.explain, arguments: [uri, `values.${name}`] },
    });
  }
  return out;
}

async function componentLenses(
  releases: Releases,
  module: OpenModule,
  name: string,
  field: Field,
  uri: string,
  lines: EditorLines,
): Promise<CodeLens[]> {
  const range = lines.rangeOf(field.label.pos, field.label.end);
  const environment = releases.chosen(module) ?? module.environments[0];
  const size = module.opened.module?.components.length ?? 0;
  const result = await releases.release(module, environment, size > MOST_RENDERED ? "match" : "execute");
  if (result === undefined) return [];
  const objects = result.manifests.filter((m) => m.component === name).map(({ identity }) => identity.kind);
  const jobs = result.plan?.jobs.filter((job) => job.component === name).length ?? 0;
  const kinds = [...new Set(objects)].join(", ");
  const count = size > MOST_RENDERED ? jobs : objects.length;
  const title =
    count === 0
      ? "renders nothing"
      : `${count} ${count === 1 ? "object" : "objects"}${kinds === "" ? "" : `: ${kinds}`}`;
  return [
    { range, command: { title, command: COMMANDS.preview, arguments: [uri, name] } },
    { range, command: { title: "render", command: COMMANDS.preview, arguments: [uri] } },
    { range, command: { title: "explain", command: COMMANDS.explain, arguments: [uri, `#components.${name}`] } },
  ];
}

/** Fields directly below a top-level one, however it is written. */
function fieldsUnder(file: Node, top: string): { readonly name: string; readonly field: Field }[] {
  if (file.kind !== "File") return [];
  return file.decls.flatMap((decl) => {
    if (decl.kind !== "Field" || labelText(decl.label) !== top || decl.value.kind !== "StructLit") return [];
    return decl.value.elts.flatMap((inner) => {
      const name = inner.kind === "Field" ? labelText(inner.label) : undefined;
      return inner.kind === "Field" && name !== undefined ? [{ name, field: inner }] : [];
    });
  });
}

/** The environments whose own values, or those of what they extend, have a field. */
async function settingEnvironments(releases: Releases, module: OpenModule, name: string): Promise<string[]> {
  const out: string[] = [];
  for (const environment of module.environments) {
    const result = await releases.release(module, environment, "values");
    const node = result?.values && nodeAt(result.values.tree, [name]);
    if (node !== undefined && comesFromEnvironment(node)) out.push(environment.name);
  }
  return out;
}

function comesFromEnvironment(node: ValueNode): boolean {
  if (node.origin.tier === "environment") return true;
  return node.kind === "struct" && [...node.fields.values()].some(comesFromEnvironment);
}
