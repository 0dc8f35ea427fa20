import type { Clause, Comprehension, FallbackClause, Ident } from "./ast.ts";
import { OP_AFTER, OP_BODY, OP_CLAUSES, OP_EXPR, OP_FALLBACK, OP_POP_INDENT } from "./format-machine.ts";
import type { FormatMachine } from "./format-machine.ts";
import { isValidIdent } from "./characters.ts";
import { blank, indent, noOverride } from "./printer.ts";
import { quoteString } from "./quote.ts";
import * as t from "./token.ts";

export interface ClauseWalk {
  readonly clauses: readonly Clause[];
  index: number;
}

export function printComprehension(m: FormatMachine, x: Comprehension): void {
  m.push(OP_BODY, x);
  m.before(null);
  m.push(OP_CLAUSES, { clauses: x.clauses, index: 0 } satisfies ClauseWalk);
}

export function continueClauses(m: FormatMachine, walk: ClauseWalk): void {
  const i = walk.index++;
  const clause = walk.clauses[i];
  if (clause === undefined) {
    m.after();
    return;
  }
  m.push(OP_CLAUSES, walk);
  m.push(OP_AFTER, null);
  m.before(clause);
  if (i > 0) m.space(blank);
  printClause(m, clause);
}

function printClause(m: FormatMachine, clause: Clause): void {
  switch (clause.kind) {
    case "ForClause":
      m.printer.place(clause.rel);
      m.word("for");
      m.space(blank | indent);
      if (clause.key !== null) {
        printName(m, clause.key);
        m.placed(clause.commaRel, t.COMMA);
        m.space(blank);
      } else {
        m.skipChild();
      }
      printName(m, clause.value);
      m.space(blank);
      m.printer.place(clause.inRel);
      m.word("in");
      m.space(blank);
      m.push(OP_POP_INDENT, null);
      m.expr(clause.source);
      return;
    case "IfClause":
      m.printer.place(clause.rel);
      m.word("if");
      m.space(blank | indent);
      m.push(OP_POP_INDENT, null);
      m.expr(clause.condition);
      return;
    case "LetClause":
      m.placed(clause.rel, t.LET);
      m.space(blank | noOverride | indent);
      break;
    case "TryClause":
      m.placed(clause.rel, t.TRY);
      if (clause.ident === null || clause.expr === null) return;
      m.space(blank | noOverride | indent);
  }
  m.expr(clause.ident as Ident);
  m.space(blank | noOverride);
  m.placed(clause.equalRel, t.BIND);
  m.space(blank);
  m.push(OP_POP_INDENT, null);
  if (clause.expr !== null) m.expr(clause.expr);
}

function printName(m: FormatMachine, ident: Ident): void {
  m.before(ident);
  m.printer.place(ident.rel);
  m.word(isValidIdent(ident.name) ? ident.name : quoteString(ident.name));
  m.after();
}

/** The clauses are printed. */
export function printBody(m: FormatMachine, x: Comprehension): void {
  m.space(blank | noOverride);
  if (x.fallback !== null) m.push(OP_FALLBACK, x);
  m.push(OP_EXPR, x.value, 0, 1);
}

export function printFallback(m: FormatMachine, x: Comprehension): void {
  const fallback = x.fallback as FallbackClause;
  const single = x.clauses.length === 1 && x.clauses[0]?.kind !== "ForClause";
  m.space(blank);
  m.placed(fallback.rel, single ? t.ELSE : t.OTHERWISE);
  m.space(blank);
  m.push(OP_EXPR, fallback.body, 0, 1);
}
