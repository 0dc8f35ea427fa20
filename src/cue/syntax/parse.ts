import type { SourceFile } from "../../source/index.ts";
import type { Expr, File, Ident, ImportDecl, ImportSpec, Node, Package } from "./ast.ts";
import { isPrintable } from "./characters.ts";
import { newestLanguage, resolveExperiments } from "./language.ts";
import { decodeString } from "./literal.ts";
import { run } from "./machine.ts";
import { makeBadExpr, makeBasicLit, makeFile, makeImportDecl, makeImportSpec, makePackage } from "./make.ts";
import { parseAttribute } from "./parse-decl.ts";
import { parseDeclaredIdent, parseIdent } from "./parse-name.ts";
import type { ParseExprResult, ParseOptions, ParseResult, SyntaxError } from "./parse-options.ts";
import { FIELDS, K_FILE, Parser } from "./parser.ts";
import type { FoundError } from "./parser.ts";
import { impliedComma } from "./scanner.ts";
import * as t from "./token.ts";

/** Parses a file. Mistakes are in `errors`; whatever the text, it returns. */
export function parseFile(source: SourceFile, options: ParseOptions = {}): ParseResult {
  const p = new Parser(source, options);
  const file = makeFile([], source.name);
  file.languageVersion = p.version;
  file.pos = 0;
  file.end = source.text.length;
  p.next();
  p.flushBadCharacters();
  // A file whose first token is wrong is likely no CUE at all.
  if (p.errors.length === 0) parseDecls(p, file, options);
  return { file: p.aborted ? emptied(file) : file, errors: finishErrors(p) };
}

/** Parses a text that is one expression. */
export function parseExpr(source: SourceFile, options: ParseOptions = {}): ParseExprResult {
  const p = new Parser(source, options);
  p.next();
  p.experiments = resolveExperiments(p.version, options.experiments ?? []).experiments;
  run(p, 0, p.beginExpr());
  if (p.tok === t.COMMA && p.lit === impliedComma) p.next();
  p.expect(t.EOF);
  const expr: Expr = p.aborted ? makeBadExpr(0, source.text.length) : p.value;
  return { expr, errors: finishErrors(p) };
}

function emptied(file: File): File {
  file.decls = [];
  file.comments = null;
  return file;
}

/**
 * All errors by place, without those that are the same. At one place they stay in the order in
 * which they were found, but those found by the same part stand in order of their text.
 */
function finishErrors(p: Parser): SyntaxError[] {
  if (!p.aborted) p.flushBadCharacters();
  const sorted = p.errors.slice().sort((a, b) => a.offset - b.offset);
  const result: SyntaxError[] = [];
  for (let i = 0; i < sorted.length;) {
    const { offset, scanned } = sorted[i] as FoundError;
    const messages = new Set<string>();
    for (; i < sorted.length; i++) {
      const error = sorted[i] as FoundError;
      if (error.offset !== offset || error.scanned !== scanned) break;
      messages.add(error.message);
    }
    for (const message of [...messages].sort()) result.push({ message, offset });
  }
  return result;
}

function parseDecls(p: Parser, file: File, options: ParseOptions): void {
  const fileComments = p.comments.top;
  p.comments.openList();
  const decls = file.decls as Node[];
  const lists: string[] = [...(options.experiments ?? [])];
  while (p.tok === t.ATTRIBUTE) {
    const attribute = parseAttribute(p);
    decls.push(attribute);
    const body = experimentBody(attribute.text);
    if (body !== null) lists.push(body);
    p.consumeDeclComma();
  }
  const { experiments, error } = resolveExperiments(p.version, lists);
  if (error !== "") {
    p.alwaysError(
      p.pos,
      `parsing experiments for version "${p.version === "" ? newestLanguage : p.version}": ${error}`,
    );
    return;
  }
  file.experiments = p.experiments = experiments;

  if (p.tok === t.IDENT && p.lit === "package") decls.push(parsePackage(p));
  while (p.tok === t.ATTRIBUTE) {
    decls.push(parseAttribute(p));
    p.consumeDeclComma();
  }
  const mode = options.mode ?? "all";
  if (mode !== "package") {
    while (p.tok === t.IDENT && p.lit === "import" && !p.aborted) decls.push(parseImports(p));
    if (mode !== "imports") {
      const frame = p.push(K_FILE);
      p.comments.openList();
      run(p, 1, FIELDS);
      if (p.aborted) return;
      for (const decl of frame.taken()) decls.push(decl);
      p.expect(t.EOF);
    }
  }
  p.comments.closeList();
  if (fileComments.groups !== null) file.comments = fileComments.groups.slice().sort((a, b) => a.position - b.position);
}

function experimentBody(attribute: string): string | null {
  const prefix = "@experiment(";
  return attribute.startsWith(prefix) && attribute.endsWith(")") ? attribute.slice(prefix.length, -1) : null;
}

function parsePackage(p: Parser): Package {
  const comments = p.comments.open();
  const pos = p.pos;
  const rel = p.rel;
  p.next();
  const name = parseIdent(p);
  if (isDefinition(name.name)) p.error(p.pos, `invalid package name ${name.name}`);
  const node = makePackage(name);
  node.pos = pos;
  node.end = name.end;
  node.rel = rel;
  p.expectComma();
  p.comments.close(comments, node);
  return node;
}

function isDefinition(name: string): boolean {
  return name.startsWith("#") || name.startsWith("_#");
}

function parseImports(p: Parser): ImportDecl {
  const comments = p.comments.open();
  const keyword = parseIdent(p);
  const node = makeImportDecl([]);
  node.pos = keyword.pos;
  node.rel = keyword.rel;
  if (p.tok === t.LPAREN) {
    node.lparen = p.pos;
    node.lparenRel = p.rel;
    p.next();
    p.comments.openList();
    while (p.tok !== t.RPAREN && p.tok !== t.EOF && !p.aborted) node.specs.push(parseImportSpec(p));
    p.comments.closeList();
    node.rparenRel = p.rel;
    node.end = p.end;
    node.rparen = p.expect(t.RPAREN);
    p.expectComma();
  } else {
    const spec = parseImportSpec(p);
    node.specs.push(spec);
    node.end = spec.end;
  }
  p.comments.close(comments, node);
  return node;
}

function parseImportSpec(p: Parser): ImportSpec {
  const comments = p.comments.open();
  let name: Ident | null = null;
  if (p.tok === t.IDENT) {
    name = parseDeclaredIdent(p);
    if (isDefinition(name.name)) p.error(p.pos, "cannot import package as definition identifier");
  }
  const path = makeBasicLit("STRING", p.lit);
  path.rel = p.rel;
  path.end = p.end;
  path.pos = p.expect(t.STRING);
  if (path.pos >= 0 && !isValidImport(path.text)) p.error(path.pos, `invalid import path: ${path.text}`);
  p.expectComma();
  const node = makeImportSpec(name, path);
  node.pos = name === null ? path.pos : name.pos;
  node.end = path.end;
  p.comments.close(comments, node);
  return node;
}

const illegalInImports = "!\"#$%&'()*,:;<=>?[\\]^{|}`\ufffd";

/** Graphic characters without white space and the ones above; a package name may follow `:`. */
function isValidImport(literal: string): boolean {
  const decoded = decodeString(literal);
  if (!decoded.ok) return false;
  let path = decoded.value;
  const colon = path.lastIndexOf(":");
  if (colon >= 0) path = path.slice(0, colon);
  for (const c of path) {
    if (c === " " || !isPrintable(c.codePointAt(0) as number) || illegalInImports.includes(c)) return false;
  }
  return path !== "";
}
