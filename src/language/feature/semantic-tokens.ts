// What each word is: a definition, a hidden field, a builtin, a secret.
import { isBuiltinPackage } from "../../cue/index.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Node } from "../../cue/syntax/index.ts";
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { PREDECLARED, PREDECLARED_FUNCTIONS, importPath, resolveName } from "../analysis/scope.ts";
import { leadsToSecret } from "../analysis/secret-paths.ts";
import { labelText } from "../analysis/syntax-path.ts";
import type { Resolver } from "../analysis/target.ts";
import type { EditorLines } from "../text/text-document.ts";

export const tokenTypes = [
  "namespace",
  "class",
  "property",
  "variable",
  "parameter",
  "function",
  "type",
  "string",
  "number",
  "decorator",
] as const;
export const tokenModifiers = ["declaration", "definition", "readonly", "defaultLibrary", "hidden", "secret"] as const;

type TokenType = (typeof tokenTypes)[number];
type TokenModifier = (typeof tokenModifiers)[number];

interface Token {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

/** Tokens in the encoding of the protocol: five numbers each, relative to the one before. */
export function semanticTokens(
  resolver: Resolver,
  file: AnalysedFile,
  lines: EditorLines,
  secrets: ReadonlySet<string>,
  within?: { readonly start: number; readonly end: number },
): number[] {
  const tokens: Token[] = [];
  const stack: { chain: Node[]; path: readonly string[] }[] = [{ chain: [file.syntax], path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { chain, path } = next;
    const node = chain.at(-1)!;
    if (within !== undefined && (node.end < within.start || node.pos > within.end) && node.kind !== "File") continue;
    const token = tokenOf(resolver, file, chain, path, secrets);
    if (token !== undefined) tokens.push(token);
    for (const child of childrenOf(node)) {
      const name = node.kind === "Field" ? labelText(node.label) : undefined;
      stack.push({ chain: [...chain, child], path: name === undefined ? path : [...path, name] });
    }
  }
  return encoded(
    tokens.sort((a, b) => a.start - b.start),
    lines,
  );
}

function tokenOf(
  resolver: Resolver,
  file: AnalysedFile,
  chain: readonly Node[],
  path: readonly string[],
  secrets: ReadonlySet<string>,
): Token | undefined {
  const node = chain.at(-1)!;
  const parent = chain.at(-2);
  const token = (type: TokenType, ...modifiers: TokenModifier[]): Token => ({
    start: node.pos,
    end: node.end,
    type,
    modifiers,
  });
  if (node.kind === "Attribute") return token("decorator");
  if (node.kind === "BasicLit" && node.token === "STRING" && parent?.kind === "Field" && parent.value === node)
    return leadsToSecret(path, secrets) ? token("string", "secret") : undefined;
  if (node.kind !== "Ident") return undefined;
  const hidden: TokenModifier[] = node.name.startsWith("_") && node.name !== "_" ? ["hidden"] : [];
  const isDefinition = /^_?#/.test(node.name);
  if (parent?.kind === "Field" && parent.label === node) {
    if (leadsToSecret(path, secrets)) hidden.push("secret");
    return token(isDefinition ? "class" : "property", "declaration", ...hidden);
  }
  if (parent?.kind === "Package" || parent?.kind === "ImportSpec") return token("namespace", "declaration");
  if (parent?.kind === "LetClause" && parent.ident === node) return token("variable", "declaration", ...hidden);
  if (parent?.kind === "ForClause" && (parent.key === node || parent.value === node))
    return token("parameter", "declaration");
  if (parent?.kind === "Alias" && parent.ident === node) return token("variable", "declaration");
  if (parent?.kind === "SelectorExpr" && parent.sel === node) {
    const owner =
      parent.x.kind === "Ident"
        ? resolveName(resolver.analysis.files, file, chain.slice(0, -2), parent.x.name)
        : undefined;
    const isBuiltin = owner?.kind === "import" && isBuiltinPackage(importPath(owner.spec));
    if (isBuiltin) return token("function", "defaultLibrary");
    return token(isDefinition ? "class" : "property", ...hidden);
  }
  const binding = resolveName(resolver.analysis.files, file, chain.slice(0, -1), node.name);
  switch (binding?.kind) {
    case "import":
      return isBuiltinPackage(importPath(binding.spec)) ? token("namespace", "defaultLibrary") : token("namespace");
    case "for":
      return token("parameter");
    case "let":
    case "alias":
      return token("variable", ...hidden);
    case "field":
      return token(isDefinition ? "class" : "property", ...hidden);
    default:
      if (PREDECLARED.has(node.name)) return token("type", "defaultLibrary");
      return PREDECLARED_FUNCTIONS.has(node.name) ? token("function", "defaultLibrary") : undefined;
  }
}

function encoded(tokens: readonly Token[], lines: EditorLines): number[] {
  const out: number[] = [];
  let line = 0;
  let character = 0;
  for (const { start, end, type, modifiers } of tokens) {
    const at = lines.positionAt(start);
    const stop = lines.positionAt(end);
    // A token of several lines is not allowed: only strings and attributes are that long.
    const length = stop.line === at.line ? stop.character - at.character : lines.textOf(at.line).length - at.character;
    if (length <= 0) continue;
    let bits = 0;
    for (const modifier of modifiers) bits |= 1 << tokenModifiers.indexOf(modifier);
    out.push(
      at.line - line,
      at.line === line ? at.character - character : at.character,
      length,
      tokenTypes.indexOf(type),
      bits,
    );
    ({ line, character } = at);
  }
  return out;
}
