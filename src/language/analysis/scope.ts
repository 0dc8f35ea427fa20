// What a name means where it stands, by the rules of the language: nothing is evaluated.
import type { Decl, Field, ForClause, Ident, ImportSpec, LetClause, Node, TryClause } from "../../cue/syntax/index.ts";
import type { AnalysedFile } from "./package-analysis.ts";
import { isIdentLabel, labelText } from "./syntax-path.ts";

/** What declares a name. `chain` leads from the file to the node that holds the declaration. */
export type Binding =
  | { readonly kind: "field"; readonly file: AnalysedFile; readonly field: Field; readonly chain: readonly Node[] }
  | {
      /** Another name for a field, or for its label (`[K=string]`, `~(K,V)`). */
      readonly kind: "alias";
      readonly file: AnalysedFile;
      readonly field: Field;
      readonly ident: Ident;
      readonly ofLabel: boolean;
      readonly chain: readonly Node[];
    }
  | {
      readonly kind: "let";
      readonly file: AnalysedFile;
      readonly node: LetClause | TryClause;
      readonly ident: Ident;
      readonly chain: readonly Node[];
    }
  | {
      readonly kind: "for";
      readonly file: AnalysedFile;
      readonly node: ForClause;
      readonly ident: Ident;
      readonly chain: readonly Node[];
    }
  | { readonly kind: "import"; readonly file: AnalysedFile; readonly spec: ImportSpec };

export const PREDECLARED: ReadonlyMap<string, string> = new Map([
  ["string", "any text"],
  ["bytes", "any bytes"],
  ["bool", "true or false"],
  ["int", "any whole number"],
  ["float", "any decimal number"],
  ["number", "any number"],
  ["uint", "a whole number that is not negative"],
  ["uint8", "0 to 255"],
  ["int8", "-128 to 127"],
  ["uint16", "0 to 65535"],
  ["int16", "-32768 to 32767"],
  ["rune", "a code point"],
  ["uint32", "0 to 4294967295"],
  ["int32", "-2147483648 to 2147483647"],
  ["uint64", "0 to 18446744073709551615"],
  ["int64", "64 bits with a sign"],
  ["uint128", "128 bits"],
  ["int128", "128 bits with a sign"],
  ["float32", "a number that fits 32 bits"],
  ["float64", "a number that fits 64 bits"],
]);

export const PREDECLARED_FUNCTIONS: ReadonlyMap<string, { readonly signature: string; readonly doc: string }> = new Map(
  [
    ["len", { signature: "len(x: string | bytes | [...] | {...}): int", doc: "How many bytes, elements or fields." }],
    ["close", { signature: "close(x: {...}): {...}", doc: "The struct, with no other fields allowed." }],
    ["and", { signature: "and(list: [...]): _", doc: "All elements unified." }],
    ["or", { signature: "or(list: [...]): _", doc: "A choice between the elements." }],
    ["div", { signature: "div(x: int, y: int): int", doc: "Euclidean division." }],
    ["mod", { signature: "mod(x: int, y: int): int", doc: "The rest of Euclidean division." }],
    ["quo", { signature: "quo(x: int, y: int): int", doc: "Division that rounds towards zero." }],
    ["rem", { signature: "rem(x: int, y: int): int", doc: "The rest of division that rounds towards zero." }],
    ["matchN", { signature: "matchN(n: int, list: [...]): bool", doc: "Exactly n of the values must fit." }],
    ["matchIf", { signature: "matchIf(if: _, then: _, else: _): bool", doc: "One constraint or the other." }],
    ["error", { signature: "error(message: string): _|_", doc: "An error of your own." }],
  ],
);

/** The names that are visible at the end of a chain, innermost first. */
export function* visible(
  files: readonly AnalysedFile[],
  file: AnalysedFile,
  chain: readonly Node[],
): Iterable<readonly [string, Binding]> {
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]!;
    const next = chain[i + 1];
    const outer = chain.slice(0, i + 1);
    switch (node.kind) {
      case "StructLit":
        yield* ofDecls(node.elts, file, outer);
        break;
      case "Comprehension":
        yield* ofClauses(node, next, file, outer);
        break;
      case "Field":
        yield* ofLabel(node, file, chain.slice(0, i));
        break;
      case "File":
        yield* ofDecls(node.decls, file, outer);
        for (const other of files)
          if (other.path !== file.path)
            for (const decl of other.syntax.decls)
              if (decl.kind === "Field" && isIdentLabel(decl.label))
                yield [labelText(decl.label)!, { kind: "field", file: other, field: decl, chain: [other.syntax] }];
        for (const decl of node.decls)
          if (decl.kind === "ImportDecl")
            for (const spec of decl.specs) yield [importName(spec), { kind: "import", file, spec }];
        break;
      default:
        break;
    }
  }
}

/** Every declaration of a name in the innermost scope that has one. */
export function resolveName(
  files: readonly AnalysedFile[],
  file: AnalysedFile,
  chain: readonly Node[],
  name: string,
): Binding | undefined {
  for (const [found, binding] of visible(files, file, chain)) if (found === name) return binding;
  return undefined;
}

function* ofDecls(
  decls: readonly Decl[],
  file: AnalysedFile,
  chain: readonly Node[],
): Iterable<readonly [string, Binding]> {
  for (const decl of decls) {
    if (decl.kind === "LetClause") yield [decl.ident.name, { kind: "let", file, node: decl, ident: decl.ident, chain }];
    else if (decl.kind === "Field") {
      if (isIdentLabel(decl.label)) yield [labelText(decl.label)!, { kind: "field", file, field: decl, chain }];
      if (decl.label.kind === "Alias") {
        const { ident } = decl.label;
        yield [ident.name, { kind: "alias", file, field: decl, ident, ofLabel: false, chain }];
      }
      if (decl.alias !== null) {
        const { field: ident } = decl.alias;
        yield [ident.name, { kind: "alias", file, field: decl, ident, ofLabel: false, chain }];
      }
    } else if (decl.kind === "Alias") {
      // An old form of `let`.
      continue;
    }
  }
}

/** Names that a label makes for its own value: `[K=string]: …`, `label~(K,V): …`, `label: X={…}`. */
function* ofLabel(field: Field, file: AnalysedFile, chain: readonly Node[]): Iterable<readonly [string, Binding]> {
  const alias = (ident: Ident, ofLabel: boolean): readonly [string, Binding] => [
    ident.name,
    { kind: "alias", file, field, ident, ofLabel, chain },
  ];
  if (field.label.kind === "ListLit")
    for (const elt of field.label.elts) if (elt.kind === "Alias") yield alias(elt.ident, true);
  if (field.label.kind === "ParenExpr" && field.label.x.kind === "Alias") yield alias(field.label.x.ident, true);
  if (field.alias?.label) yield alias(field.alias.label, true);
  if (field.value.kind === "Alias") yield alias(field.value.ident, false);
}

function* ofClauses(
  node: Extract<Node, { kind: "Comprehension" }>,
  within: Node | undefined,
  file: AnalysedFile,
  chain: readonly Node[],
): Iterable<readonly [string, Binding]> {
  const at = node.clauses.indexOf(within as (typeof node.clauses)[number]);
  const before = at < 0 ? node.clauses : node.clauses.slice(0, at);
  for (const clause of before.toReversed()) {
    if (clause.kind === "ForClause")
      for (const ident of [clause.value, clause.key])
        if (ident !== null) yield [ident.name, { kind: "for", file, node: clause, ident, chain }];
    if ((clause.kind === "LetClause" || clause.kind === "TryClause") && clause.ident !== null)
      yield [clause.ident.name, { kind: "let", file, node: clause, ident: clause.ident, chain }];
  }
}

/** The path of an import without its version and package name. */
export function importPath({ path }: ImportSpec): string {
  return path.text.slice(1, -1);
}

/** What a file calls a package that it imports. */
export function importName(spec: ImportSpec): string {
  if (spec.name !== null) return spec.name.name;
  const path = importPath(spec);
  const named = /:([\w$]+)$/.exec(path)?.[1];
  if (named !== undefined) return named;
  const parts = path.replace(/@[^/]*$/, "").split("/");
  const last = parts.at(-1) ?? "";
  // A version as the last folder is no name.
  return /^v\d+$/.test(last) && parts.length > 1 ? parts.at(-2)! : last;
}
