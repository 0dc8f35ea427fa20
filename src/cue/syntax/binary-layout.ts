import type { BinaryExpr } from "./ast.ts";

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
  "|": 1,
  "&": 2,
  "||": 3,
  "&&": 4,
  "==": 5,
  "!=": 5,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "=~": 5,
  "!~": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
};

export function precedence(x: BinaryExpr): number {
  return precedences[x.op] as number;
}

/** What is known of the operators down the left side of a tree, which is printed top down. */
export class Spine {
  private nodes: BinaryExpr[] = [];
  private found: number[] = [];
  private at = 0;

  /** Flags of a tree, and above them the cutoff of a clash. */
  survey(root: BinaryExpr): number {
    // The usual question is about the left side of the tree asked about before.
    if (this.nodes[this.at + 1] === root) return this.found[++this.at] as number;
    const nodes: BinaryExpr[] = [root];
    let x = root;
    // Parentheses will be printed around a lower precedence.
    while (x.x.kind === "BinaryExpr" && precedence(x.x) >= precedence(x)) nodes.push((x = x.x));
    const found: number[] = new Array<number>(nodes.length).fill(0);
    let sum = 0;
    for (let i = nodes.length - 1; i >= 0; i--) {
      sum = merge(sum, own(nodes[i] as BinaryExpr));
      found[i] = sum;
    }
    this.nodes = nodes;
    this.found = found;
    this.at = 0;
    return sum;
  }
}

/** Operators of a higher precedence than the result are printed without blanks, from it on. */
export function blankCutoff(x: BinaryExpr, depth: number, spine: Spine): number {
  const found = spine.survey(x);
  if ((found & clash) !== 0) return found >> 3;
  if ((found & has6) !== 0 && (found & has7) !== 0) return depth === 1 ? 7 : 6;
  return depth === 1 ? 8 : 6;
}

function merge(a: number, b: number): number {
  return ((a | b) & 7) | (Math.max(a >> 3, b >> 3) << 3);
}

/** The operator itself and its right side, whose precedence is higher: at most seven levels. */
function own(x: BinaryExpr): number {
  const level = precedence(x);
  let found = level === 6 ? has6 : level === 7 ? has7 : 0;
  const right = x.y;
  if (right.kind === "BinaryExpr") {
    if (precedence(right) > level) found = merge(found, new Spine().survey(right));
  } else if (right.kind === "UnaryExpr") {
    const pair = x.op + right.op;
    // In other languages a division before `*` would start a comment; cue keeps it apart.
    if (pair === "/*") found = merge(found, clash | (9 << 3));
    else if (pair === "++" || pair === "--") found = merge(found, clash | (7 << 3));
  }
  return found;
}
