// `import --recursive`: strings that hold JSON or YAML become calls that encode data, and the data a `let` beside them.
import { SourceFile } from "../../source/index.ts";
import { decodeJson, decodeYaml } from "../../cue/index.ts";
import { layYamlOut, sanitize } from "../../cue/schema/index.ts";
import {
  childrenOf,
  decodeString,
  makeBasicLit,
  makeCall,
  makeIdent,
  makeImportSpec,
  makeLetClause,
  makeSelector,
  parseExpr,
} from "../../cue/syntax/index.ts";
import type { Decl, Expr, Field, File, Ident, Node } from "../../cue/syntax/index.ts";

type Encoding = "json" | "yaml";

/** Changes a file; its imports are those of the encodings that were found. */
export function hoistData(file: File): void {
  const taken = new Set<string>();
  collectNames(file, taken);
  const links = new Map<Ident, object>();
  file.decls = new Hoister(taken, links).decls(file.decls);
  // A field of a package's name would stand in its way.
  sanitize(file, links);
}

class Hoister {
  readonly #taken: Set<string>;
  readonly #links: Map<Ident, object>;

  constructor(taken: Set<string>, links: Map<Ident, object>) {
    this.#taken = taken;
    this.#links = links;
  }

  decls(decls: readonly Decl[]): Decl[] {
    return decls.flatMap((decl): Decl[] => {
      if (decl.kind === "EmbedDecl") this.#expr(decl.expr);
      if (decl.kind !== "Field") return [decl];
      this.#expr(decl.value);
      const found = this.#replaced(decl);
      return found === undefined ? [decl] : [decl, found];
    });
  }

  #expr(expr: Expr): void {
    if (expr.kind === "StructLit") expr.elts = this.decls(expr.elts);
    else if (expr.kind === "ListLit") for (const elt of expr.elts) this.#expr(elt as Expr);
  }

  #replaced(field: Field): Decl | undefined {
    const name = nameOf(field);
    const { value } = field;
    if (name === undefined || name === "" || value.kind !== "BasicLit" || value.token !== "STRING") return undefined;
    const decoded = decodeString(value.text);
    const parsed = decoded.ok ? parsedData(decoded.value) : undefined;
    if (parsed === undefined) return undefined;
    const target = this.#unique(name);
    const encoder = makeIdent(parsed.encoding);
    const path = makeBasicLit("STRING", JSON.stringify(`encoding/${parsed.encoding}`));
    this.#links.set(encoder, makeImportSpec(null, path));
    field.value = makeCall(makeSelector(encoder, makeIdent("Marshal")), [makeIdent(target)]);
    this.#expr(parsed.expr);
    return makeLetClause(makeIdent(target), parsed.expr);
  }

  #unique(name: string): string {
    const base = name.replaceAll(/[^\p{L}\p{N}]/gu, "_");
    for (let type = "cue_"; ; type += "x") {
      const unique = `_${type}${base}`;
      if (this.#taken.has(unique)) continue;
      this.#taken.add(unique);
      return unique;
    }
  }
}

/** Structs and lists alone. A text of one line is no YAML: too many are by accident. */
function parsedData(text: string): { readonly expr: Expr; readonly encoding: Encoding } | undefined {
  const json = decodeJson(text);
  const encoding = json.error === undefined && json.documents.length === 1 ? "json" : "yaml";
  if (encoding === "yaml" && !text.includes("\n")) return undefined;
  const expr = encoding === "json" ? parseExpr(new SourceFile("", text)).expr : yamlDocument(text);
  return expr?.kind === "StructLit" || expr?.kind === "ListLit" ? { expr, encoding } : undefined;
}

function yamlDocument(text: string): Expr | undefined {
  const { documents, error } = decodeYaml(text);
  const [only] = documents;
  if (error !== undefined || documents.length !== 1 || only === undefined) return undefined;
  layYamlOut(only, new SourceFile("", text));
  return only;
}

function collectNames(node: Node, out: Set<string>): void {
  if (node.kind === "Field") out.add(nameOf(node) ?? "");
  if (node.kind === "Alias" || node.kind === "LetClause") out.add(node.ident?.name ?? "");
  for (const child of childrenOf(node)) collectNames(child, out);
}

function nameOf({ label }: Field): string | undefined {
  if (label.kind === "Ident") return label.name;
  if (label.kind !== "BasicLit" || label.token !== "STRING") return undefined;
  const decoded = decodeString(label.text);
  return decoded.ok ? decoded.value : undefined;
}
