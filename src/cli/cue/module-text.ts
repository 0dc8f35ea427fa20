// cue.mod/module.cue as `cue mod` writes it.
import {
  decodeString,
  format,
  makeBasicLit,
  makeField,
  makeFile,
  makeIdent,
  makeStruct,
  parseFile,
  quoteLabel,
  quoteString,
} from "../../cue/syntax/index.ts";
import type { Decl, Expr, Field } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";

export interface ModuleData {
  readonly module: string;
  readonly language: string;
  /** The kind of its source: `git`, `self`. */
  readonly source?: string;
  readonly deps: ReadonlyMap<string, { readonly v?: string; readonly default?: boolean }>;
  /** Other fields, as they are written. */
  readonly rest?: readonly string[];
}

/** The text of what is wrong where it is no module file. */
export function readModule(file: SourceFile): ModuleData | string {
  const { file: syntax, errors } = parseFile(file);
  if (errors.length > 0) return errors[0]!.message;
  const fields = fieldsOf(syntax.decls);
  const module = textOf(fields.get("module")?.value) ?? "";
  const language = textOf(innerOf(fields.get("language")?.value).get("version")?.value) ?? "";
  const source = textOf(innerOf(fields.get("source")?.value).get("kind")?.value);
  const deps = new Map<string, { v?: string; default?: boolean }>();
  for (const [name, { value }] of innerOf(fields.get("deps")?.value)) {
    const inner = innerOf(value);
    const v = textOf(inner.get("v")?.value);
    const chosen = inner.get("default")?.value;
    deps.set(name, {
      ...(v !== undefined && { v }),
      ...(chosen?.kind === "BasicLit" && { default: chosen.token === "TRUE" }),
    });
  }
  const known = new Set(["module", "language", "source", "deps"]);
  const rest = [...fields]
    .filter(([name]) => !known.has(name))
    .map(([, f]) => `${format(makeFile([spread(f)]))}`.trim());
  return { module, language, ...(source !== undefined && { source }), deps, ...(rest.length > 0 && { rest }) };
}

/** Structs of data on lines of their own, without comments. */
function spread(field: Field): Field {
  const value =
    field.value.kind === "StructLit"
      ? makeStruct(field.value.elts.flatMap((e) => (e.kind === "Field" ? [spread(e)] : [])))
      : field.value;
  const label =
    field.label.kind === "Ident"
      ? makeIdent(field.label.name)
      : field.label.kind === "BasicLit"
        ? makeBasicLit("STRING", field.label.text)
        : field.label;
  return makeField(label, value);
}

function fieldsOf(decls: readonly Decl[]): Map<string, Field> {
  const out = new Map<string, Field>();
  for (const d of decls) {
    if (d.kind !== "Field") continue;
    const name = d.label.kind === "Ident" ? d.label.name : d.label.kind === "BasicLit" ? (textOf(d.label) ?? "") : "";
    out.set(name, d);
  }
  return out;
}

const innerOf = (expr: Expr | undefined): Map<string, Field> =>
  expr?.kind === "StructLit" ? fieldsOf(expr.elts) : new Map();

function textOf(expr: Expr | undefined): string | undefined {
  if (expr?.kind !== "BasicLit") return undefined;
  const decoded = decodeString(expr.text);
  return decoded.ok ? decoded.value : undefined;
}

export function moduleText({ module, language, source, deps, rest = [] }: ModuleData): string {
  const lines = [`module: ${quoteString(module)}`, `language: {\n\tversion: ${quoteString(language)}\n}`];
  if (source !== undefined) lines.push(`source: {\n\tkind: ${quoteString(source)}\n}`);
  if (deps.size > 0) {
    const entries = [...deps]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { v, default: chosen }]) => {
        const inner = [
          ...(v === undefined ? [] : [`\t\tv: ${quoteString(v)}`]),
          ...(chosen === undefined ? [] : [`\t\tdefault: ${chosen}`]),
        ];
        return `\t${quoteLabel(name)}: {\n${inner.join("\n")}\n\t}`;
      });
    lines.push(`deps: {\n${entries.join("\n")}\n}`);
  }
  const text = `${[...lines, ...rest].join("\n")}\n`;
  return format(parseFile(new SourceFile("module.cue", text)).file);
}
