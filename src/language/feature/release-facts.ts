// What a release says about a value: its tier, what it shadows, locks, and how environments differ.
import { moduleOf } from "../analysis/module-of.ts";
import type { Releases } from "../analysis/releases.ts";
import { leadsToSecret } from "../analysis/secret-paths.ts";
import type { SecretGuard } from "../analysis/secret-guard.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { explain, lockOf, nodeAt, secretPathTest, showValue } from "../../values/index.ts";
import type { EffectiveValue } from "./inlay-hints.ts";
import { placeLink } from "./markdown.ts";
import { configPath } from "./values-references.ts";

const MOST_ENVIRONMENTS = 12;

/** Markdown about the value at a path of a module's package, or of its `#config`. */
export async function releaseFacts(
  workspace: Workspace,
  releases: Releases,
  guard: SecretGuard,
  file: string,
  path: readonly string[],
): Promise<string> {
  const at = configPath(path);
  if (at === undefined || at.length === 0) return "";
  const folder = await moduleOf(workspace, file);
  if (folder === undefined) return "";
  const module = await releases.open(folder);
  const chosen = releases.chosen(module);
  const result = await releases.release(module, chosen, "values");
  const { values } = result ?? {};
  if (values === undefined) return "";
  const hidden = leadsToSecret(["#config", ...at], guard.pathsOf(await workspace.packageIn(folder)));
  const isSecret = secretPathTest(values.secrets);
  const told = explain(values.tree, at, (p) => hidden || isSecret(p));
  const out: string[] = [];
  if (told !== undefined) {
    out.push(chosen === undefined ? "**As released**" : `**As in ${chosen.name}**`);
    for (const { value, source, place, wins, locked } of told.steps) {
      const lock = locked ? " 🔒 locked" : "";
      const where = place.span.start < 0 ? "" : ` — ${placeLink(workspace, place.file, place.span.start)}`;
      out.push(`- ${wins ? `**${code(value)}**` : `~~${code(value)}~~`} ${source}${lock}${where}`);
    }
    for (const { text, source, place } of told.bounds)
      out.push(
        `- must be ${code(text)}: ${source}${place.span.start < 0 ? "" : ` — ${placeLink(workspace, place.file, place.span.start)}`}`,
      );
  }
  const others: string[] = [];
  for (const environment of module.environments.slice(0, MOST_ENVIRONMENTS)) {
    if (environment === chosen) continue;
    const other = await releases.release(module, environment, "values");
    const node = other?.values && nodeAt(other.values.tree, at);
    if (node === undefined) continue;
    others.push(`${environment.name}: ${hidden || isSecret(at) ? "***" : code(showValue(node))}`);
  }
  if (others.length > 0) out.push("", others.join(" · "));
  return out.join("\n");
}

const code = (text: string): string =>
  text === "***" ? text : text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;

/** The values of the release that is shown, by their path: for hints at the end of lines. */
export async function effectiveValues(workspace: Workspace, releases: Releases, file: string): Promise<EffectiveValue> {
  const folder = await moduleOf(workspace, file);
  if (folder === undefined) return () => undefined;
  const module = await releases.open(folder);
  const result = await releases.release(module, releases.chosen(module), "values");
  const { values } = result ?? {};
  if (values === undefined) return () => undefined;
  const isSecret = secretPathTest(values.secrets);
  return (path) => {
    const node = nodeAt(values.tree, path);
    if (node === undefined || isSecret(path) || node.kind === "struct" || node.kind === "expr") return undefined;
    return { text: showValue(node), locked: lockOf(node) !== undefined };
  };
}
