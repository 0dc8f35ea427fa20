// A trait, resource, blueprint or type for people, as `kubectl explain` does it.
import type { FieldEntry, Value } from "../../cue/index.ts";
import type { Provider } from "../../pipeline/index.ts";
import { allowedFields, scalarChoices, scalarText, typeText } from "../feature/completion/field-items.ts";
import { schemaAt } from "../feature/completion/data-completion.ts";
import type { CatalogEntry } from "./catalog-entries.ts";

export interface FieldDoc {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: string;
  readonly doc: string;
}

export interface EntryDoc {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly fqn: string;
  readonly package: string;
  readonly definition: string;
  readonly description: string;
  readonly type: string;
  readonly fields: readonly FieldDoc[];
  readonly appliesTo: readonly string[];
  /** Transformers that need or read it. */
  readonly renderedBy: readonly string[];
  readonly example: string;
}

/** Undefined if there is no such field; then `near` lists those that there are. */
export function explainEntry(
  entry: CatalogEntry,
  path: readonly string[],
  provider: Provider | undefined,
): { readonly value?: EntryDoc; readonly near: readonly string[] } {
  const steps = path[0] === entry.key && entry.key !== "" ? path.slice(1) : path;
  let at = entry.spec;
  for (const [i, step] of steps.entries()) {
    const next: Value | undefined = at && schemaAt(at, [/^\d+$/.test(step) ? Number(step) : step]);
    if (next === undefined) return { near: at === undefined ? [] : fieldsOf(at).map(({ name }) => name) };
    at = next;
    if (i > 40) break;
  }
  const told: EntryDoc = {
    kind: entry.kind,
    name: entry.name,
    path: steps.join("."),
    fqn: entry.fqn,
    package: entry.importPath,
    definition: entry.definition,
    description: steps.length === 0 ? entry.description : (at?.docs()[0]?.text ?? ""),
    type: at === undefined ? "" : typeText(at),
    fields: at === undefined ? [] : fieldsOf(at).map(fieldDoc),
    appliesTo: entry.appliesTo,
    renderedBy: provider === undefined ? [] : renderers(entry, provider),
    example: steps.length === 0 ? exampleOf(entry) : "",
  };
  return { value: told, near: [] };
}

function fieldsOf(value: Value): FieldEntry[] {
  const own = allowedFields(value).filter(
    ({ isHidden, isDefinition, name }) => !isHidden && !isDefinition && !name.startsWith("$opm"),
  );
  if (own.length > 0) return own;
  // A map or a list is explained by what it holds.
  const inner = value.incompleteKind === "list" ? schemaAt(value, [0]) : schemaAt(value, ["name"]);
  return inner === undefined || value.incompleteKind === "string"
    ? []
    : allowedFields(inner).filter(({ isHidden, isDefinition }) => !isHidden && !isDefinition);
}

function fieldDoc({ name, value, presence }: FieldEntry): FieldDoc {
  const preset = value.hasDefault ? value.default().scalar : undefined;
  return {
    name,
    type: typeText(value),
    required:
      presence === "required" ||
      (presence === "member" &&
        !value.isConcrete &&
        value.incompleteKind !== "struct" &&
        value.incompleteKind !== "list"),
    ...(preset !== undefined && { default: scalarText(preset, "cue") }),
    doc: value
      .docs()
      .map(({ text }) => text)
      .join("\n"),
  };
}

function renderers({ kind, fqn }: CatalogEntry, { transformers }: Provider): string[] {
  if (kind !== "trait" && kind !== "resource") return [];
  return transformers.flatMap((t) => {
    const [needs, reads] =
      kind === "trait" ? [t.requiredTraits, t.optionalTraits] : [t.requiredResources, t.optionalResources];
    return needs.includes(fqn)
      ? [`${t.name} (needs it): ${t.description}`]
      : reads.includes(fqn)
        ? [`${t.name}: ${t.description}`]
        : [];
  });
}

/** Lines that add it to a component, with what it requires. */
export function exampleOf(entry: CatalogEntry): string {
  const { kind, importPath, definition, key, spec } = entry;
  const parts = importPath.replace(/@v\d+$/, "").split("/");
  const alias = kind === "type" ? "schemas" : `${parts.at(-1)}_${parts.at(-2)}`;
  if (kind === "type") return `import "${importPath}"\n\n#config: field: schemas.${definition}\n`;
  if (kind === "policy") {
    const rule = spec === undefined ? "" : `\n\tspec: ${key}: ${sample(spec, "\t", 0)}\n`;
    return `import ${alias} "${importPath}"\n\n#policies: mine: {\n\t${alias}.${definition}\n\tmetadata: name: "mine"\n${rule}}\n`;
  }
  if (kind === "interface")
    return `import ${alias} "${importPath}"\n\n#components: web: requires: it: ${alias}.${definition}\n`;
  const body = spec === undefined ? "" : `\n\tspec: ${key}: ${sample(spec, "\t", 0)}\n`;
  return `import ${alias} "${importPath}"\n\n#components: web: {\n\t${alias}.${definition}\n${body}}\n`;
}

function sample(value: Value, indent: string, depth: number): string {
  const kind = value.incompleteKind;
  if (kind === "struct" && depth < 3) {
    const fields = fieldsNeeded(value);
    if (fields.length === 0) return mapSample(value, indent, depth);
    const inner = fields.map(
      ({ selector, value: v }) => `${indent}\t${selector}: ${sample(v, `${indent}\t`, depth + 1)}\n`,
    );
    return `{\n${inner.join("")}${indent}}`;
  }
  if (kind === "list") return "[]";
  const [choice] = scalarChoices(value);
  if (choice !== undefined) return scalarText(choice, "cue");
  return kind === "string" ? '"…"' : kind === "bool" ? "true" : /int|number/.test(kind) ? "1" : "{}";
}

function fieldsNeeded(value: Value): FieldEntry[] {
  const own = allowedFields(value).filter(({ isHidden, isDefinition }) => !isHidden && !isDefinition);
  const needed = own.filter(
    ({ presence, value: v }) => presence === "required" || (presence === "member" && !v.isConcrete),
  );
  return needed.length > 0 ? needed : own.filter(({ presence }) => presence === "member").slice(0, 1);
}

function mapSample(value: Value, indent: string, depth: number): string {
  const inner = schemaAt(value, ["http"]);
  if (inner === undefined || inner.incompleteKind === "top") return "{}";
  return `http: ${sample(inner, indent, depth + 1)}`;
}
