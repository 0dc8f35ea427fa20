// What is known of the thing under the cursor: its value, every part of it, what its author says, and its tier.
import type { Origin, Value } from "../../cue/index.ts";
import { isSecretValue, leadsToSecret } from "../analysis/secret-paths.ts";
import type { SecretGuard } from "../analysis/secret-guard.ts";
import { PREDECLARED } from "../analysis/scope.ts";
import type { Target } from "../analysis/target.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { SlowAnswers } from "../background/slow-answers.ts";
import { Later } from "../protocol/connection.ts";
import type { Hover, Range } from "../protocol/types.ts";
import { find } from "./navigate.ts";
import type { Found } from "./navigate.ts";
import { builtinOf } from "./builtins.ts";
import { placeLink } from "./markdown.ts";
import { configPath } from "./values-references.ts";

const MASK = "***";
const LONGEST = 1200;
const MOST_ORIGINS = 12;

/** What the package tells, as blocks of Markdown, and what releases may be asked about. */
export interface HoverParts {
  readonly before: readonly string[];
  readonly about?: { readonly file: string; readonly steps: readonly string[] };
  readonly after: readonly string[];
  readonly range: Range;
}

/** With tiers, locks and environments, if the value has any; an editor is not kept waiting for long. */
export function wholeHover(parts: HoverParts | null, slow: SlowAnswers): Hover | null | Later {
  if (parts === null) return null;
  const { before, about, after, range } = parts;
  const made = (facts: string): Hover => ({
    contents: { kind: "markdown", value: [...before, ...(facts === "" ? [] : [facts]), ...after].join("\n\n") },
    range,
  });
  const path = about && configPath(about.steps);
  if (about === undefined || path === undefined || path.length === 0) return made("");
  return new Later(slow.facts(about.file, about.steps).then(made, () => made("")));
}

export async function hover(
  workspace: Workspace,
  guard: SecretGuard,
  path: string,
  offset: number,
): Promise<HoverParts | null> {
  const found = await find(workspace, path, offset);
  if (found === undefined) return null;
  const { resolver, file, analysis } = found;
  const chain = resolver.chainAt(file, offset);
  const node = chain.at(-1)!;
  const lines = workspace.linesOf(path);
  const range = lines.rangeOf(node.pos, node.end);
  const parent = chain.at(-2);
  const called = parent?.kind === "SelectorExpr" && parent.sel === node ? parent : node;
  const builtin =
    called.kind === "Ident" || called.kind === "SelectorExpr"
      ? builtinOf(resolver, file, called, chain.slice(0, chain.indexOf(called)))
      : undefined;
  const target = builtin === undefined ? resolver.targetOf(file, chain) : undefined;
  if (target === undefined) {
    const text =
      builtin !== undefined ? builtinText(builtin) : node.kind === "Ident" ? predeclaredText(node.name) : undefined;
    return text === undefined ? null : { before: [text], after: [], range };
  }
  guard.learn(analysis);
  const blocks = blocksOf(workspace, guard, found, target);
  return blocks.before.length === 0 ? null : { ...blocks, range };
}

function blocksOf(workspace: Workspace, guard: SecretGuard, found: Found, target: Target): Omit<HoverParts, "range"> {
  if (target.import !== undefined) return { before: importBlocks(target), after: [] };
  const { value } = target;
  if (value === undefined)
    return { before: target.binding === undefined ? [] : [fence(`${bindingWord(target)} ${target.name}`)], after: [] };
  const path = value.path.map(unquoted);
  const isHidden =
    leadsToSecret(path, guard.pathsOf(found.analysis)) || isSecretValue(value) || value.marks().length > 0;
  const blocks = [fence(`${target.name}: ${isHidden ? MASK : valueText(value)}`)];
  const docs = value.docs().map(({ text }) => text);
  if (docs.length > 0) blocks.push(docs.join("\n\n"));
  const origins = value.origins().slice(0, MOST_ORIGINS);
  const after = origins.map((origin) => originLine(workspace, origin, isHidden)).join("\n");
  return { before: blocks, about: { file: found.file.path, steps: path }, after: after === "" ? [] : [after] };
}

function importBlocks({ import: imported }: Target): string[] {
  const { instance, path } = imported!;
  const blocks = [fence(`import ${JSON.stringify(path)}`)];
  if (instance === undefined) return blocks;
  const docs = instance.files.flatMap(({ syntax }) => {
    const clause = syntax.decls.find((d) => d.kind === "Package");
    return (clause?.comments ?? [])
      .filter((g) => g.doc)
      .map((g) => g.list.map((c) => c.text.replace(/^\/\/ ?/, "")).join("\n"));
  });
  if (docs.length > 0) blocks.push(docs.join("\n\n"));
  const version = instance.moduleVersion?.version;
  if (instance.module !== "") blocks.push(`module \`${instance.module}\`${version ? ` ${version}` : ""}`);
  return blocks;
}

const ROLES: Readonly<Record<Origin["role"], string>> = {
  value: "value",
  constraint: "constraint",
  default: "default",
  overridden: "default, overridden",
  reference: "from",
  error: "error",
};

function originLine(workspace: Workspace, { role, text, position }: Origin, isHidden: boolean): string {
  const shown = isHidden ? text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, MASK) : text;
  const code = inlineCode(shown.length > 120 ? `${shown.slice(0, 119)}…` : shown);
  const at = position?.source === undefined ? "" : ` — ${placeLink(workspace, position.source, position.offset ?? 0)}`;
  return `- ${ROLES[role]} ${code}${at}`;
}

/** The value as evaluated, on as few lines as needed. */
export function valueText(value: Value): string {
  const errors = value.errors().filter(({ code }) => code !== "incomplete");
  if (errors.length > 0) return `_|_ // ${errors[0]!.message}`;
  const text = cueText(value);
  if (value.hasDefault) {
    const preset = cueText(value.default());
    if (!preset.includes("\n") && !text.includes("\n")) return `${preset} // ${text}`;
  }
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n// …` : text;
}

function cueText(value: Value): string {
  const source = value.toSource({ mode: "value" });
  return source.ok ? source.value.trim().replace(/^_#def\n_#def: /, "") : `_ // ${source.errors[0]!.message}`;
}

function bindingWord({ binding }: Target): string {
  return binding?.kind === "let"
    ? "let"
    : binding?.kind === "for"
      ? "for"
      : binding?.kind === "alias"
        ? "alias"
        : "field";
}

const builtinText = ({ signature, doc }: { signature: string; doc: string }): string =>
  doc === "" ? fence(signature) : `${fence(signature)}\n\n${doc}`;

function predeclaredText(name: string): string | undefined {
  const type = PREDECLARED.get(name);
  return type && `${fence(name)}\n\n${type}`;
}

const fence = (text: string): string => `\`\`\`cue\n${text}\n\`\`\``;

function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const unquoted = (step: string): string => (step.startsWith('"') ? (JSON.parse(step) as string) : step);
