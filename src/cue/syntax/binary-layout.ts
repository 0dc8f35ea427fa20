import type { BinaryExpr, Expr } from "./ast.ts";

/**
 * Where blanks go in arithmetic. Operators of precedence 5 and less always have them; those of
 * 6 (+ -) and 7 (* /) show the grouping: `x + y*z`. The choice is made for a tree of operators
 * (parenthesised parts and calls excluded) and its depth: 1 is normal, more is compact.
 */

const has6 = 1;
const has7 = 2;
/** A unary operator that would join the binary one: `a - -b`. */
const clash = 4;

const precedences: Record<string, number> = {
  "|": 1, "&": 2, "||": 3, "&&": 4, "==": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5, "=~": 5, "!~": 5,
  "+": 6, "-": 6, "*": 7, "/": 7,
};

export function precedence(x: BinaryExpr): number {
  return precedences[x.op] as number;
}

/** Operators of a higher precedence than the result are printed without blanks, from it on. */
export function blankCutoff(x: BinaryExpr, depth: number, memo: Map<BinaryExpr, number>): number {
  const found = survey(x, memo);
  // A division before a dereference would start a comment in other languages; cue keeps it apart.
  if ((found & clash) !== 0) return found >> 3;
  if ((found & has6) !== 0 && (found & has7) !== 0) return depth === 1 ? 7 : 6;
  return depth === 1 ? 8 : 6;
}

/** What the tree has: flags, and above them the cutoff of a clash. Loops over the left spine. */
function survey(root: BinaryExpr, memo: Map<BinaryExpr, number>): number {
  const spine: BinaryExpr[] = [];
  let x: Expr = root;
  let found = 0;
  for (;;) {
    const known = memo.get(x as BinaryExpr);
    if (known !== undefined) {
      found = known;
      break;
    }
    spine.push(x as BinaryExpr);
    const left: Expr = (x as BinaryExpr).x;
    // Parentheses will be printed around a lower precedence.
    if (left.kind !== "BinaryExpr" || precedence(left) < precedence(x as BinaryExpr)) break;
    x = left;
  }
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i] as BinaryExpr;
    found = merge(found, own(node, memo));
    memo.set(node, found);
  }
  return found;
}

function merge(a: number, b: number): number {
  return ((a | b) & 7) | (Math.max(a >> 3, b >> 3) << 3);
}

/** The operator itself and its right side, whose precedence is higher: at most seven levels. */
function own(x: BinaryExpr, memo: Map<BinaryExpr, number>): number {
  const level = precedence(x);
  let found = level === 6 ? has6 : level === 7 ? has7 : 0;
  const right = x.y;
  if (right.kind === "BinaryExpr") {
    if (precedence(right) > level) found = merge(found, survey(right, memo));
  } else if (right.kind === "UnaryExpr") {
    const pair = x.op + right.op;
    if (pair === "/*") found = merge(found, clash | (9 << 3));
    else if (pair === "++" || pair === "--") found = merge(found, clash | (7 << 3));
  }
  return found;
}
