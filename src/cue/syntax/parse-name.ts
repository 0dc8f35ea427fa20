import type { Ident } from "./ast.ts";
import { makeIdent } from "./make.ts";
import type { Parser } from "./parser.ts";
import * as t from "./token.ts";

export function parseIdent(p: Parser): Ident {
  const comments = p.comments.open();
  const ident = makeIdent(p.tok === t.IDENT ? p.lit : "_");
  ident.rel = p.rel;
  ident.end = p.end;
  ident.pos = p.expect(t.IDENT);
  p.comments.close(comments, ident);
  return ident;
}

/** An identifier that is declared here: names starting with two underscores are reserved. */
export function parseDeclaredIdent(p: Parser): Ident {
  const ident = parseIdent(p);
  checkDeclared(p, ident);
  return ident;
}

export function checkDeclared(p: Parser, ident: Ident): void {
  if (ident.name.startsWith("__")) p.error(ident.pos, "identifiers starting with '__' are reserved");
}

/** Whatever the current token is, as an identifier. */
export function parseKeyIdent(p: Parser): Ident {
  const comments = p.comments.open();
  const ident = makeIdent(p.lit);
  ident.pos = p.pos;
  ident.end = p.end;
  ident.rel = p.rel;
  p.next();
  p.comments.close(comments, ident);
  return ident;
}
