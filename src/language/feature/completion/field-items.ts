// Fields that a struct allows, and values that a field allows, as completion items; for CUE and for data files alike.
import type { FieldEntry, Value } from "../../../cue/index.ts";
import { isValidIdent, labelNeedsQuotes } from "../../../cue/syntax/index.ts";
import { CompletionKind } from "../../protocol/types.ts";
import type { CompletionItem, Range } from "../../protocol/types.ts";
import { isSecretValue } from "../../analysis/secret-paths.ts";

type Notation = "cue" | "yaml" | "json" | "toml";

export interface ItemContext {
  readonly notation: Notation;
  /** What an item replaces. */
  readonly range: Range;
  readonly snippets: boolean;
  /** What lines within a struct begin with. */
  readonly indent: string;
  /** The word is in quotes already, and they are part of the range. */
  readonly quoted: boolean;
}

/** Fields that are allowed and not yet set: required first, then optional ones, then those with values. */
export function fieldItems(struct: Value, isSet: (name: string) => boolean, context: ItemContext): CompletionItem[] {
  const out: CompletionItem[] = [];
  for (const entry of allowedFields(struct)) {
    if (entry.isHidden || (entry.isDefinition && context.notation !== "cue") || isSet(entry.name)) continue;
    if (entry.name.startsWith("$opm")) continue;
    out.push(fieldItem(entry, context));
  }
  return out;
}

/** Of a choice between structs, the fields of all of them. */
export function allowedFields(struct: Value): FieldEntry[] {
  const options = { optional: true, definitions: true } as const;
  const choices = struct.alternatives();
  const out = new Map<string, FieldEntry>();
  for (const v of [struct, ...(choices.length > 1 ? choices : [])])
    for (const entry of v.fields(options)) {
      const known = out.get(entry.name);
      if (known === undefined || (known.presence === "optional" && entry.presence !== "optional"))
        out.set(entry.name, entry);
    }
  return [...out.values()];
}

function fieldItem({ name, value, presence, isDefinition }: FieldEntry, context: ItemContext): CompletionItem {
  const docs = value.docs().map(({ text }) => text);
  const isOpen = presence === "member" && !value.isStruct && !value.isConcrete;
  const rank = presence === "required" ? "0" : isOpen ? "1" : presence === "optional" ? "3" : "2";
  const type = typeText(value);
  return {
    label: name,
    kind: isDefinition ? CompletionKind.class : CompletionKind.field,
    detail: presence === "required" ? `required · ${type}` : presence === "optional" ? `optional · ${type}` : type,
    ...(docs.length > 0 && { documentation: { kind: "markdown", value: docs.join("\n\n") } }),
    sortText: `${rank}${name}`,
    filterText: context.quoted ? JSON.stringify(name) : name,
    ...(context.snippets && { insertTextFormat: 2 }),
    textEdit: { range: context.range, newText: fieldText(name, value, context) },
  };
}

/** What a field may be, short. */
export function typeText(value: Value): string {
  if (isSecretValue(value)) return "secret";
  // What it holds may be most of the program.
  if (value.isStruct) return "{…}";
  const text = value.allowed().replace(/\s+/g, " ");
  // A map without entries says nothing of what it may hold.
  if (text !== "" && text !== "{}" && text !== "[]" && text.length <= 60) return text;
  const kind = value.incompleteKind;
  return kind === "struct" ? "{…}" : kind === "list" ? "[…]" : kind;
}

function fieldText(name: string, value: Value, context: ItemContext): string {
  const key = keyText(name, context);
  const { notation, snippets, indent } = context;
  const kind = value.isStruct ? "struct" : value.incompleteKind;
  const hole = snippets ? "$0" : "";
  const inner = `${indent}${notation === "cue" ? "\t" : "  "}`;
  if (kind === "struct") {
    if (notation === "cue") return snippets ? `${key}: {\n${inner}${hole}\n${indent}}` : `${key}: {}`;
    if (notation === "yaml") return `${key}:\n${inner}${hole}`;
    if (notation === "json") return snippets ? `${key}: {\n${inner}${hole}\n${indent}}` : `${key}: {}`;
    return `${key} = {${hole}}`;
  }
  const separator = notation === "toml" ? " = " : ": ";
  if (kind === "list") return notation === "yaml" ? `${key}:\n${inner}- ${hole}` : `${key}${separator}[${hole}]`;
  return key + separator + valueHole(value, context);
}

/** A place for a value: choices to pick from, or the default to type over. */
function valueHole(value: Value, context: ItemContext): string {
  const { snippets, notation } = context;
  if (isSecretValue(value)) return snippets ? "$0" : "";
  const choices = scalarChoices(value);
  const shown = choices.map((c) => scalarText(c, notation));
  if (!snippets) return shown[0] ?? "";
  const escaped = shown.map((text) => text.replace(/[\\$},|]/g, "\\$&"));
  if (escaped.length > 1) return `\${1|${escaped.join(",")}|}`;
  if (escaped.length === 1) return `\${1:${escaped[0]}}`;
  if (value.incompleteKind === "string") return notation === "yaml" ? "$0" : '"$0"';
  return "$0";
}

interface Choice {
  readonly text: string;
  readonly kind: string;
  readonly isDefault: boolean;
}

/** The scalars that a value may be, its default first; none if it may be anything. */
export function scalarChoices(value: Value): Choice[] {
  const out: Choice[] = [];
  const preset = value.hasDefault ? value.default().scalar : undefined;
  const all = value.alternatives();
  for (const v of all) {
    const { scalar } = v;
    if (scalar === undefined || out.some((c) => c.text === scalar.text && c.kind === scalar.kind)) continue;
    // `*1 | int` has one scalar, and it is only the default.
    out.push({
      text: scalar.text,
      kind: scalar.kind,
      isDefault: preset?.text === scalar.text && preset.kind === scalar.kind,
    });
  }
  if (value.incompleteKind === "bool" && out.length < 2)
    for (const text of ["true", "false"])
      if (!out.some((c) => c.text === text)) out.push({ text, kind: "bool", isDefault: false });
  return out.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

export function scalarText({ text, kind }: Pick<Choice, "text" | "kind">, notation: Notation): string {
  if (kind !== "string") return text;
  if (notation !== "yaml") return JSON.stringify(text);
  return /^[A-Za-z_./][\w./:-]*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) &&
    !text.endsWith(":")
    ? text
    : JSON.stringify(text);
}

/** Values that fit a field: its default, then the others. */
export function valueItems(value: Value, context: ItemContext): CompletionItem[] {
  if (isSecretValue(value) || value.isStruct) return [];
  return scalarChoices(value).map((choice, i) => {
    const text = scalarText(choice, context.notation);
    return {
      label: text,
      kind: CompletionKind.enumMember,
      detail: choice.isDefault ? "default" : "allowed",
      sortText: `0${String(i).padStart(3, "0")}`,
      filterText: context.quoted ? JSON.stringify(choice.text) : text,
      ...(choice.isDefault && { preselect: true }),
      textEdit: { range: context.range, newText: text },
    };
  });
}

function keyText(name: string, { notation }: ItemContext): string {
  if (notation === "json") return JSON.stringify(name);
  if (notation === "cue")
    return isValidIdent(name) && !labelNeedsQuotes(name) ? name : name.startsWith("#") ? name : JSON.stringify(name);
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}
