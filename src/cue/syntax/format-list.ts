import type { Alias, CommentGroup, Expr, ListLit } from "./ast.ts";
import { printComprehension } from "./format-comprehension.ts";
import { OP_ALIAS_EXPR, OP_ARGUMENTS, OP_ELEMENTS, OP_ELEMENT_DONE, OP_LIST_END, OP_RAW } from "./format-machine.ts";
import type { FormatMachine } from "./format-machine.ts";
import { hasPlace, isTop, omitsCommas } from "./format-rules.ts";
import { blank, comma, declComma, indent, noBlank, noOverride, trailingComma, unindent } from "./printer.ts";
import * as t from "./token.ts";

export interface ListWalk {
  readonly list: ListLit;
  /** Commas only inside lines, as the author wrote it. */
  readonly sparse: boolean;
  index: number;
  /** Comments of the element that stand behind its start: printed after its comma. */
  trailing: CommentGroup[] | null;
  /** Whether the element is from a file, so that its comments can be told apart. */
  split: boolean;
}

export function printList(m: FormatMachine, x: ListLit): void {
  m.placed(x.rel, t.LBRACK);
  let space = noBlank | indent;
  if (x.elts.length === 0 && !(x.comments?.some((group) => group.position === 1) ?? false)) {
    space |= blank | noOverride;
  }
  m.space(space);
  m.push(OP_LIST_END, x);
  m.before(null);
  m.push(OP_ELEMENTS, {
    list: x,
    sparse: omitsCommas(x.elts, x.rel, x.rbrackRel),
    index: 0,
    trailing: null,
    split: false,
  } satisfies ListWalk);
}

export function continueElements(m: FormatMachine, walk: ListWalk): void {
  const x = walk.list.elts[walk.index];
  if (x === undefined) {
    m.after();
    return;
  }
  if (walk.index > 0 && walk.sparse) m.space(declComma);
  m.before(x);
  walk.trailing = null;
  walk.split = hasPlace(x);
  if (walk.split) {
    walk.trailing = commentsAfter(x, null);
    m.current.groups = null;
  }
  m.push(OP_ELEMENT_DONE, walk);
  switch (x.kind) {
    case "Comprehension":
      printComprehension(m, x);
      return;
    case "Ellipsis":
      m.placed(x.rel, t.ELLIPSIS);
      if (x.type !== null && !isTop(x.type)) {
        walk.trailing = commentsAfter(x.type, walk.trailing);
        m.push(OP_RAW, x.type, 0, 1);
      }
      return;
    case "Alias":
      m.push(OP_ALIAS_EXPR, x);
      m.expr(x.ident);
      return;
  }
  m.push(OP_RAW, x, 0, 1);
}

function commentsAfter(x: Expr, found: CommentGroup[] | null): CommentGroup[] | null {
  if (x.comments === null) return found;
  let result = found;
  for (const group of x.comments) {
    if (group.pos < 0 || x.pos < group.pos) (result ??= []).push(group);
  }
  return result;
}

export function printAliasExpr(m: FormatMachine, x: Alias): void {
  m.placed(x.equalRel, t.BIND);
  m.expr(x.expr);
}

export function finishElement(m: FormatMachine, walk: ListWalk): void {
  if (!walk.sparse) m.space(comma | blank);
  if (walk.split) {
    m.current.groups = walk.trailing;
    m.current.index = 0;
  }
  m.after();
  walk.index++;
  m.push(OP_ELEMENTS, walk);
}

export function finishList(m: FormatMachine, x: ListLit): void {
  m.space(trailingComma | noBlank);
  m.visitComments(m.current.pos);
  m.space(unindent | noBlank);
  m.placed(x.rbrackRel, t.RBRACK);
}

/** Arguments of a call. */
export interface ArgumentWalk {
  readonly args: readonly Expr[];
  readonly depth: number;
  index: number;
}

export function continueArguments(m: FormatMachine, walk: ArgumentWalk): void {
  if (walk.index > 0) {
    m.space(comma | blank);
    m.after();
  }
  const x = walk.args[walk.index++];
  if (x === undefined) {
    m.after();
    return;
  }
  m.before(x);
  m.push(OP_ARGUMENTS, walk);
  m.push(OP_RAW, x, 0, walk.depth);
}
