// A module's `#config` as a page that people read.
import type { Value } from "../../cue/index.ts";
import { isSecretView, viewOf } from "../../values/index.ts";
import type { CueView } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { ConfigSchema } from "./schema-rows.ts";
import type { SchemaNode, SchemaRow as Row } from "./schema-rows.ts";

export function configMarkdown(cue: CueAccess, module: Module, config: Value | undefined): string {
  const { name, version, description } = module.metadata;
  const rows: Row[] = [];
  if (config !== undefined) {
    const schema = config.toJsonSchema({});
    const known = new ConfigSchema(schema.ok ? (JSON.parse(schema.value) as SchemaNode) : {});
    collect(viewOf(config), [], { rows, schema: known });
  }
  const lines = [
    `# ${name}`,
    "",
    ...(description === undefined ? [] : [description, ""]),
    `Version ${version}, \`${module.importPath.replace(/:.*$/, "")}\`.`,
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

interface Page {
  readonly rows: Row[];
  readonly schema: ConfigSchema;
}

function collect(view: CueView, above: readonly string[], page: Page): void {
  for (const { name, presence, value } of view.fields()) {
    const steps = [...above, name];
    const path = steps.join(".");
    const optional = presence === "optional" ? "optional" : "";
    const doc = value.doc.replace(/\s*\n\s*/g, " ");
    if (isSecretView(value)) page.rows.push({ path, type: "secret", preset: optional || "**required**", doc });
    else if (value.kind === "struct" && !value.hasDefault && value.fields().length > 0 && above.length < MAX_DEPTH) {
      if (doc !== "" || optional !== "") page.rows.push({ path, type: "struct", preset: optional, doc });
      collect(value, steps, page);
    } else if (value.kind === "struct" || value.kind === "list") {
      const node = page.schema.at(steps);
      const type = node === undefined ? value.kind : code(value.hasDefault ? value.source : page.schema.type(node));
      page.rows.push({ path, type, preset: optional || defaultText(node), doc });
      if (node !== undefined)
        page.rows.push(...page.schema.inner(node, path).map((row) => ({ ...row, type: code(row.type) })));
    } else page.rows.push({ path, type: code(typeText(value)), preset: optional || presetText(value), doc });
  }
}

const code = (type: string): string => (type === "struct" || type === "secret" ? type : `\`${type}\``);

function defaultText(node: SchemaNode | undefined): string {
  return node === undefined || node.default === undefined ? "" : code(JSON.stringify(node.default));
}

/** What is allowed; a default that a type beside it allows anyway is left out. */
function typeText(value: CueView): string {
  const text = value.bare === "" ? value.source : value.bare;
  const parts = text.split(" | ");
  const isLiteral = (part: string): boolean => /^(?:"|-?[0-9]|true$|false$|null$)/.test(part);
  const types = parts.filter((part) => !isLiteral(part));
  const covers = types.some((part) => /^(?:string|bytes|bool|u?int\d*|float\d*|number|[<>=!(])/.test(part));
  return value.hasDefault && covers ? types.join(" | ") : text;
}

function presetText(value: CueView): string {
  if (value.kind === "other") return "**required**";
  return `\`${value.kind === "string" ? JSON.stringify(value.text) : value.text}\``;
}

function rowText({ path, type, preset, doc }: Row): string {
  return `| \`${path}\` | ${cell(type)} | ${cell(preset)} | ${cell(doc)} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
