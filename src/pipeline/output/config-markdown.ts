// A module's `#config` as a page that people read.
import type { Vertex } from "../../cue/value/index.ts";
import { isSecretView, viewOf } from "../../values/index.ts";
import type { CueView } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";

interface Row {
  readonly path: string;
  readonly type: string;
  readonly preset: string;
  readonly doc: string;
}

export function configMarkdown(cue: CueAccess, module: Module, config: Vertex | undefined): string {
  const { name, version, description } = module.metadata;
  const rows: Row[] = [];
  if (config !== undefined) collect(viewOf(config, { engine: cue.engine, labels: cue.labels }), "", rows, 0);
  const lines = [
    `# ${name}`,
    "",
    ...(description === undefined ? [] : [description, ""]),
    `Version ${version}, \`${module.importPath}\`.`,
    "",
    "## Values",
    "",
    ...(rows.length === 0
      ? ["The module has nothing to set."]
      : ["| Value | Type | Default | |", "|---|---|---|---|", ...rows.map(rowText)]),
    "",
    "## Components",
    "",
    ...module.components.map((component) => `- \`${component}\``),
    ...(module.environments.length === 0
      ? []
      : ["", "## Environments", "", ...module.environments.map((environment) => `- \`${environment}\``)]),
  ];
  return `${lines.join("\n")}\n`;
}

const MAX_DEPTH = 20;

function collect(view: CueView, path: string, rows: Row[], depth: number): void {
  for (const { name, presence, value } of view.fields()) {
    const at = path === "" ? name : `${path}.${name}`;
    const optional = presence === "optional" ? "optional" : "";
    const doc = value.doc.replace(/\s*\n\s*/g, " ");
    if (isSecretView(value)) rows.push({ path: at, type: "secret", preset: optional || "**required**", doc });
    else if (value.kind === "struct" && !value.hasDefault && value.fields().length > 0 && depth < MAX_DEPTH) {
      if (doc !== "") rows.push({ path: at, type: "struct", preset: "", doc });
      collect(value, at, rows, depth + 1);
    } else
      rows.push({
        path: at,
        type: value.kind === "struct" ? "struct" : `\`${typeText(value)}\``,
        preset: optional || presetText(value),
        doc,
      });
  }
}

/** What is allowed; a default that a type beside it allows anyway is left out. */
function typeText(value: CueView): string {
  const text = value.bare === "" ? value.source : value.bare;
  const parts = text.split(" | ");
  const isLiteral = (part: string): boolean => /^(?:"|-?[0-9]|true$|false$|null$)/.test(part);
  const types = parts.filter((part) => !isLiteral(part));
  return value.hasDefault && types.length > 0 ? types.join(" | ") : text;
}

function presetText(value: CueView): string {
  if (value.kind === "other") return "**required**";
  if (value.kind === "struct" || value.kind === "list") return "";
  return `\`${value.kind === "string" ? JSON.stringify(value.text) : value.text}\``;
}

function rowText({ path, type, preset, doc }: Row): string {
  return `| \`${path}\` | ${cell(type)} | ${cell(preset)} | ${cell(doc)} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
