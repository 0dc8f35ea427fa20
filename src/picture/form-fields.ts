// What a user can set, as fields of a form.
import { isSecretView } from "../values/index.ts";
import type { CueField, CueView } from "../values/index.ts";
import type { FormField } from "./picture.ts";

const MAX_DEPTH = 8;

export function formFields(schema: CueView): FormField[] {
  return fieldsOf(schema, "", 0);
}

function fieldsOf(view: CueView, path: string, depth: number): FormField[] {
  return view.fields().flatMap((field): FormField[] => {
    const at = path === "" ? label(field.name) : `${path}.${label(field.name)}`;
    const own = formField(field, at);
    const inner = own.kind === "struct" && depth < MAX_DEPTH ? fieldsOf(field.value, at, depth + 1) : [];
    return [own, ...inner];
  });
}

function formField({ presence, value }: CueField, path: string): FormField {
  const base = { path, doc: value.doc, required: presence === "required", type: value.bare || value.source };
  if (isSecretView(value)) return { ...base, kind: "secret", type: "secret" };
  if (value.kind === "struct") return { ...base, kind: "struct", type: "" };
  if (value.kind === "list") return { ...base, kind: "list" };
  const choices = value.alternatives().map((one) => (one.kind === "string" ? one.text : undefined));
  if (choices.length > 1 && choices.every((choice) => choice !== undefined))
    return { ...base, kind: "choice", choices };
  return { ...base, kind: kindOf(value) };
}

function kindOf({ kind, bare, source }: CueView): FormField["kind"] {
  if (kind === "string" || kind === "number" || kind === "bool") return kind;
  const text = bare || source;
  if (/\bbool\b/.test(text)) return "bool";
  if (/\b(?:int|number|float|uint\d*|int\d+)\b/.test(text)) return "number";
  return /\bstring\b|^=~/.test(text) ? "string" : "other";
}

const label = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
