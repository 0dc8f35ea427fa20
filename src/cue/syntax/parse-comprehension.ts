import type { Clause, Comprehension, Expr, FallbackClause, Ident, StructLit } from "./ast.ts";
import {
  makeComprehension,
  makeFallbackClause,
  makeForClause,
  makeIdent,
  makeIfClause,
  makeLetClause,
  makeTryClause,
} from "./make.ts";
import { parseDeclaredIdent, parseIdent } from "./parse-name.ts";
import { beginStruct } from "./parse-struct.ts";
import { K_CLAUSE, K_COMPREHENSION, VALUE } from "./parser.ts";
import type { Frame, Parser } from "./parser.ts";
import * as t from "./token.ts";

type State = NonNullable<Frame["comments"]>;

const missing = null as unknown as Expr;
const nothing: Clause[] = [];

/** States of a comprehension. */
const inBody = 1;
const inFallback = 2;

/**
 * `for`, `if` or `try` and what follows. The frame below gets a Comprehension, or an Ident if
 * the keyword turns out to be a label. A declaration has comments of its own, an element of a
 * list has those of the element.
 */
export function beginComprehension(p: Parser, element: boolean): number {
  const frame = p.push(K_COMPREHENSION);
  frame.comments = element ? null : p.comments.open();
  const node = makeComprehension(nothing, null as unknown as StructLit);
  node.pos = p.pos;
  frame.node = node;
  frame.num = p.tok;
  frame.pos = p.pos;
  frame.rel = p.rel;
  return continueClauses(p, frame);
}

/** Reads clauses up to one that needs an expression, or starts the body after the last. */
function continueClauses(p: Parser, frame: Frame): number {
  for (;;) {
    const first = (frame.node as Comprehension).clauses.length === 0;
    const tok = p.tok;
    if (tok !== t.FOR && tok !== t.IF && tok !== t.LET && tok !== t.TRY) break;
    const comments = p.comments.open();
    const pos = p.pos;
    const rel = p.rel;
    const end = p.end;
    p.next();
    if (first && isLabelEnd(p, tok)) return keywordAsLabel(p, frame, comments);
    let clause: Clause;
    if (tok === t.FOR) {
      clause = parseFor(p);
      comments.pos = 4;
      clause.inRel = p.rel;
      p.expect(t.IN);
    } else if (tok === t.IF) {
      clause = makeIfClause(missing);
    } else if (tok === t.LET) {
      clause = makeLetClause(parseDeclaredIdent(p), missing);
      clause.equalRel = p.rel;
      clause.equal = p.expect(t.BIND);
    } else {
      clause = makeTryClause();
      if (p.tok !== t.IDENT) {
        clause.pos = pos;
        clause.end = end;
        clause.rel = rel;
        p.comments.close(comments, clause);
        addClause(frame, clause);
        if (p.tok === t.COMMA) p.next();
        continue;
      }
      clause.ident = parseIdent(p);
      clause.equalRel = p.rel;
      clause.equal = p.expect(t.BIND);
    }
    clause.pos = pos;
    clause.rel = rel;
    const inner = p.push(K_CLAUSE);
    inner.node = clause;
    inner.comments = comments;
    return p.beginExpr();
  }
  // cue counts no level here, but whoever walks the tree has one.
  p.enter();
  frame.state = inBody;
  frame.innerComments = p.comments.open();
  return beginStruct(p, false);
}

function addClause(frame: Frame, clause: Clause): void {
  const node = frame.node as Comprehension;
  if (node.clauses.length === 0) node.clauses = [clause];
  else node.clauses.push(clause);
}

function parseFor(p: Parser): ReturnType<typeof makeForClause> {
  let value = parseDeclaredIdent(p);
  let key: Ident | null = null;
  let commaRel = 0;
  if (p.tok === t.COMMA) {
    commaRel = p.rel;
    p.next();
    key = value;
    value = parseDeclaredIdent(p);
  }
  const clause = makeForClause(key, value, missing);
  clause.commaRel = commaRel;
  return clause;
}

/** Whether the token after a first keyword shows that the keyword is a label. */
function isLabelEnd(p: Parser, keyword: number): boolean {
  if (keyword === t.TRY) return false;
  switch (p.tok) {
    case t.COLON:
    case t.BIND:
    case t.OPTION:
    case t.COMMA:
    case t.EOF:
      return true;
    // `if !x {…}` is a condition.
    case t.NOT:
      return keyword === t.FOR || p.colonFollows();
  }
  return false;
}

function keywordAsLabel(p: Parser, frame: Frame, comments: State): number {
  const ident = makeIdent(t.tokenText[frame.num] as string);
  ident.pos = frame.pos;
  ident.end = frame.pos + ident.name.length;
  ident.rel = frame.rel;
  p.comments.close(comments, ident);
  if (frame.comments !== null) p.comments.close(frame.comments, null);
  p.pop();
  p.value = ident;
  return VALUE;
}

/** The expression of a clause is finished. */
export function deliverToClause(p: Parser, frame: Frame): number {
  const clause = frame.node as Clause;
  const x = p.value;
  clause.end = x.end;
  switch (clause.kind) {
    case "ForClause":
      clause.source = x;
      break;
    case "IfClause":
      clause.condition = x;
      break;
    default:
      clause.expr = x;
  }
  p.comments.close(frame.comments as State, clause);
  p.pop();
  const parent = p.top();
  addClause(parent, clause);
  if (p.tok === t.COMMA) p.next();
  return continueClauses(p, parent);
}

/** The body or the fallback is finished. */
export function deliverToComprehension(p: Parser, frame: Frame): number {
  const node = frame.node as Comprehension;
  const body = p.value as StructLit;
  node.end = body.end;
  p.comments.close(frame.innerComments as State, frame.state === inBody ? body : addFallback(node, body));
  if (frame.state === inBody) {
    node.value = body;
    if (p.tok === t.ELSE || p.tok === t.FALLBACK || p.tok === t.OTHERWISE) return beginFallback(p, frame, node);
  }
  if (frame.comments !== null) {
    if (p.atComma("struct literal", t.RBRACE)) p.next();
    p.comments.close(frame.comments, node);
  }
  p.pop();
  p.nesting--;
  p.value = node;
  return VALUE;
}

function addFallback(node: Comprehension, body: StructLit): FallbackClause {
  const fallback = node.fallback as FallbackClause;
  fallback.body = body;
  fallback.end = body.end;
  return fallback;
}

/** `else {…}` after one `if` or `try`; `otherwise {…}` (once `fallback`) after anything else. */
function beginFallback(p: Parser, frame: Frame, node: Comprehension): number {
  frame.innerComments = p.comments.open();
  if (!p.experiments.try) p.error(p.pos, `${t.tokenText[p.tok]} requires @experiment(try)`);
  const first = node.clauses[0] as Clause | undefined;
  const single = node.clauses.length === 1 && (first?.kind === "IfClause" || first?.kind === "TryClause");
  if (single && p.tok !== t.ELSE) {
    p.error(p.pos, "use 'else' with single 'if' or 'try' clause");
  } else if (!single && p.tok === t.ELSE) {
    p.error(p.pos, "use 'otherwise' for comprehensions with multiple clauses or 'for' clauses");
  }
  const fallback = makeFallbackClause(missing as StructLit);
  fallback.pos = p.pos;
  fallback.rel = p.rel;
  node.fallback = fallback;
  p.next();
  frame.state = inFallback;
  return beginStruct(p, false);
}
