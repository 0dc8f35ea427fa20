import { continueFields, deliverToDecl, deliverToLet } from "./parse-decl.ts";
import { deliverToClause, deliverToComprehension } from "./parse-comprehension.ts";
import { deliverToExpr, primaryTail, startUnary } from "./parse-expr.ts";
import { deliverToInterpolation } from "./parse-interpolation.ts";
import { continueList, deliverToAlias, deliverToElement, deliverToList } from "./parse-list.ts";
import {
  ELEMENTS,
  FIELDS,
  K_ALIAS,
  K_CLAUSE,
  K_COMPREHENSION,
  K_ELEMENT,
  K_FIELD,
  K_FILE,
  K_INTERPOLATION,
  K_LET,
  K_LIST,
  PRIMARY,
  START_UNARY,
  VALUE,
} from "./parser.ts";
import type { Parser } from "./parser.ts";

/**
 * Runs the parser until the construct of the frame at `base` is done: recursive descent with
 * the recursion on a stack of frames. Every step ends with what to do next.
 */
export function run(p: Parser, base: number, first: number): void {
  let action = first;
  while (!p.aborted) {
    switch (action) {
      case START_UNARY:
        action = startUnary(p);
        break;
      case PRIMARY:
        action = primaryTail(p);
        break;
      case FIELDS:
        action = continueFields(p);
        break;
      case ELEMENTS:
        action = continueList(p);
        break;
      case VALUE:
        if (p.depth === base) return;
        action = deliver(p);
        break;
    }
  }
}

function deliver(p: Parser): number {
  const frame = p.top();
  switch (frame.kind) {
    case K_FIELD:
      return deliverToDecl(p, frame);
    case K_ELEMENT:
      return deliverToElement(p, frame);
    case K_LIST:
      return deliverToList(p, frame);
    case K_LET:
      return deliverToLet(p, frame);
    case K_ALIAS:
      return deliverToAlias(p, frame);
    case K_CLAUSE:
      return deliverToClause(p, frame);
    case K_COMPREHENSION:
      return deliverToComprehension(p, frame);
    case K_INTERPOLATION:
      return deliverToInterpolation(p, frame);
    case K_FILE:
      throw new Error("a file is no part of an expression");
  }
  return deliverToExpr(p, frame);
}
