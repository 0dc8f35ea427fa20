import { bottomOf, derefValue, validateVertex } from "../eval/index.ts";
import { nodeText } from "../message/index.ts";
import { Conjunct, Tag, Vertex, conjunctExpr, isResolver } from "../value/index.ts";
import type { DisjunctionExpr, Environment, Expr, Resolver, Src } from "../value/index.ts";
import type { Core } from "./core.ts";
import type { CueError } from "./cue-error.ts";

/** One branch of a disjunction, and why it cannot be. */
export interface BranchExplanation {
  /** Counted from 1, in the order of the source. */
  readonly number: number;
  readonly text: string;
  readonly src: Src | null;
  readonly errors: readonly CueError[];
}

interface Found {
  readonly disjunction: DisjunctionExpr;
  readonly env: Environment;
  readonly conjunct: Conjunct;
  /** What else was unified with it. */
  readonly others: readonly Conjunct[];
}

/** The branches of the first disjunction that a vertex is made of, the closest to succeed first. */
export function explainDisjunction(core: Core, v: Vertex): BranchExplanation[] {
  const found = findDisjunction(core, v, 0);
  if (found === undefined) return [];
  const tried = found.disjunction.values.map(({ expr }, i) => {
    const w = new Vertex(null, 0, 0);
    w.conjuncts = [...found.others, new Conjunct(found.env, expr, found.conjunct.ci)];
    core.finalize(w);
    const bottom = validateVertex(core.engine, w, { all: true });
    const errors = bottom === null ? [] : core.errorsOf(bottom);
    return {
      number: i + 1,
      text: branchText(core, expr),
      src: expr.src,
      errors,
      cost: costOf(errors),
      matched: matchedFields(w),
    };
  });
  return tried.sort((a, b) => a.cost - b.cost || b.matched - a.matched);
}

/** A value of another kind is furthest off. A field whose two values are both given decides which branch was meant; everything else is a slip within it. */
function costOf(errors: readonly CueError[]): number {
  let cost = 0;
  for (const e of errors) {
    const isConflict = e.message.startsWith("conflicting values ");
    const isMismatch = e.message.includes(" (mismatched types ");
    if (e.path.length === 0) cost += 1000;
    else cost += isConflict && !isMismatch && e.path.length === 1 ? 100 : 1;
  }
  return cost;
}

function matchedFields(v: Vertex): number {
  return derefValue(v).arcs.filter((a) => bottomOf(a) === null).length;
}

const maxHops = 16;

function findDisjunction(core: Core, v: Vertex, hops: number): Found | undefined {
  const parts = v.conjuncts.flatMap(splitConjunct);
  for (const [i, c] of parts.entries()) {
    const x = conjunctExpr(c.x);
    if (x === null) continue;
    const others = parts.filter((_, j) => j !== i);
    if (x.tag === Tag.DisjunctionExpr) return { disjunction: x, env: c.env, conjunct: c, others };
    if (hops >= maxHops) continue;
    const target = x.tag === Tag.Vertex ? x : isResolver(x) ? core.resolve(x as Resolver, c.env) : null;
    if (target === null || target === v) continue;
    const inner = findDisjunction(core, derefTarget(target), hops + 1);
    if (inner !== undefined) return { ...inner, others: [...others, ...inner.others] };
  }
  return undefined;
}

/** A disjunction that is left stands in the conjuncts of the vertex, not of what it was reduced to. */
function derefTarget(v: Vertex): Vertex {
  return v.conjuncts.length > 0 ? v : derefValue(v);
}

function splitConjunct(c: Conjunct): Conjunct[] {
  const x = conjunctExpr(c.x);
  if (x === null || x.tag !== Tag.BinaryExpr || x.op !== "&") return [c];
  return [x.x, x.y].flatMap((side: Expr) => splitConjunct(new Conjunct(c.env, side, c.ci)));
}

const longest = 60;

function branchText(core: Core, x: Expr): string {
  const node = x.src?.node ?? null;
  const source =
    node !== null && x.src !== null && node.pos >= 0
      ? x.src.file.text.slice(node.pos, node.end)
      : nodeText(x, core.runtime.labels);
  const text = source.replaceAll(/\s+/g, " ");
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
