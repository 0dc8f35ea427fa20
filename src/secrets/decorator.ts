// `@opm(secret, …)` on a plain field becomes a `#Secret` before evaluation (SEC-11):
//   password: string @opm(secret, desc="Database password", secretName="db-creds", secretKey="password")
// The attribute may also stand on the line above its field. The field's own expression stays as a constraint on `value`.
import { parseAttribute } from "../cue/load/index.ts";
import {
  decodeString,
  makeBasicLit,
  makeBinary,
  makeField,
  makeIdent,
  makeImportDecl,
  makeImportSpec,
  makeSelector,
  makeStruct,
  quoteString,
} from "../cue/syntax/index.ts";
import type { Attribute, Decl, Expr, Field, File } from "../cue/syntax/index.ts";
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceText } from "../source/index.ts";
import { SECRET_CODE } from "./secret-code.ts";

/** The package that declares `#Secret`. */
export const SECRET_SCHEMAS = "opmodel.dev/schemas@v0";
/** A name that no file would choose for something of its own. */
const ALIAS = "opmodelSchemasForSecrets";

const ARGUMENTS: ReadonlySet<string> = new Set(["secretName", "secretKey", "dataKey", "desc", "description"]);

interface Expanded {
  readonly file: File;
  /** How many fields changed; 0: `file` is the one given. */
  readonly count: number;
  /** The paths of the fields that changed, definitions included: `["#config", "db", "password"]`. */
  readonly paths: readonly (readonly string[])[];
}

export function expandSecretDecorators(file: File, source: SourceText): Outcome<Expanded> {
  const expander = new Expander(source);
  const decls = expander.decls(file.decls, []);
  if (expander.diagnostics.length > 0) return { diagnostics: expander.diagnostics };
  if (expander.count === 0) return { value: { file, count: 0, paths: [] }, diagnostics: [] };
  const imports = makeImportDecl([
    makeImportSpec(makeIdent(ALIAS), makeBasicLit("STRING", quoteString(SECRET_SCHEMAS))),
  ]);
  const at = decls.findIndex(
    (decl) =>
      decl.kind !== "Attribute" &&
      decl.kind !== "Package" &&
      decl.kind !== "CommentGroup" &&
      decl.kind !== "ImportDecl",
  );
  decls.splice(at < 0 ? decls.length : at, 0, imports);
  return { value: { file: { ...file, decls }, count: expander.count, paths: expander.paths }, diagnostics: [] };
}

class Expander {
  readonly diagnostics: Diagnostic[] = [];
  readonly paths: string[][] = [];
  count = 0;
  readonly #source: SourceText;

  constructor(source: SourceText) {
    this.#source = source;
  }

  decls(decls: readonly Decl[], path: string[]): Decl[] {
    const out: Decl[] = [];
    let above: Attribute | undefined;
    for (const decl of decls) {
      if (decl.kind === "Attribute" && isSecretAttribute(decl)) {
        above = decl;
        continue;
      }
      out.push(decl.kind === "Field" ? this.#field(decl, above, path) : decl);
      if (decl.kind !== "CommentGroup") above = undefined;
    }
    return out;
  }

  #field(field: Field, above: Attribute | undefined, outer: string[]): Field {
    const path = [...outer, labelText(field)];
    const attribute = field.attrs.find(isSecretAttribute) ?? above;
    if (attribute !== undefined) return this.#expand(field, attribute, path);
    // `a: b: c: …` chains and nested structs; anything else holds no declarations of a schema.
    if (field.value.kind !== "StructLit") return field;
    const before = this.count;
    const elts = this.decls(field.value.elts, path);
    return this.count === before ? field : { ...field, value: { ...field.value, elts } };
  }

  #expand(field: Field, attribute: Attribute, path: string[]): Field {
    const { fields } = parseAttribute(attribute);
    const given = new Map(fields.filter((f) => f.key !== "").map((f) => [f.key, f.value]));
    const name = given.get("secretName");
    const key = given.get("secretKey") ?? given.get("dataKey");
    if (!name || !key) {
      this.diagnostics.push({
        ...tell(SECRET_CODE.badDecorator, "{attribute}: {argument} is expected", {
          attribute: attribute.text,
          argument: name ? "secretKey" : "secretName",
        }),
        severity: "error",
        places: [{ file: this.#source, span: { start: attribute.pos, end: attribute.end } }],
        hint: advise(SECRET_CODE.badDecorator, '@opm(secret, secretName="db-creds", secretKey="password")'),
      });
      return field;
    }
    const unknown = [...given.keys()].find((one) => !ARGUMENTS.has(one));
    if (unknown !== undefined)
      this.diagnostics.push({
        ...tell(SECRET_CODE.badDecorator, "{attribute}: there is no argument {unknown}", {
          attribute: attribute.text,
          unknown,
        }),
        severity: "error",
        places: [{ file: this.#source, span: { start: attribute.pos, end: attribute.end } }],
        hint: advise(SECRET_CODE.badDecorator, "it takes {arguments}", { arguments: [...ARGUMENTS].join(", ") }),
      });
    this.count++;
    this.paths.push(path);
    const text = (value: string): Expr => makeBasicLit("STRING", quoteString(value));
    const label = (value: string) => makeBasicLit("STRING", quoteString(value));
    const description = given.get("desc") ?? given.get("description");
    const body: Decl[] = [
      makeField(label("$secretName"), text(name)),
      makeField(label("$dataKey"), text(key)),
      ...(description === undefined ? [] : [makeField(label("description"), text(description))]),
      makeField(label("value"), field.value, "?"),
    ];
    const secret = makeSelector(makeIdent(ALIAS), makeIdent("#Secret"));
    return {
      ...field,
      value: makeBinary("&", secret, makeStruct(body)),
      attrs: field.attrs.filter((a) => a !== attribute),
    };
  }
}

function labelText(field: Field): string {
  const { label } = field;
  if (label.kind === "Ident") return label.name;
  const text = label.kind === "BasicLit" ? decodeString(label.text) : undefined;
  return text?.ok ? text.value : "";
}

function isSecretAttribute(attribute: Attribute): boolean {
  if (!attribute.text.startsWith("@opm(")) return false;
  const first = parseAttribute(attribute).fields[0];
  return first !== undefined && first.key === "" && first.value === "secret";
}
