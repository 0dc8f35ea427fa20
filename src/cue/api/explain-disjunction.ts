import { nearestName } from "../../source/index.ts";
import { bottomOf, nodeBehind, unwrap, validateVertex } from "../eval/index.ts";
import { Conjunct, Tag, Vertex, conjunctExpr, isResolver, isValue } from "../value/index.ts";
import type { DisjunctionExpr, Environment, Expr, Resolver, Src, Str } from "../value/index.ts";
import type { Core } from "./core.ts";
import type { CueError } from "./cue-error.ts";
import { short, sourceText } from "./source-text.ts";

/** One branch of a disjunction, and why it cannot be. */
interface BranchExplanation {
  /** Counted from 1, in the order of the source. */
  readonly number: number;
  readonly expr: Expr;
  readonly text: string;
  readonly src: Src | null;
  /** Their paths start at the branch. */
  readonly errors: readonly CueError[];
  /** What the branch and everything that is unified with it come to. */
  readonly vertex: Vertex;
  /** What is unified with the disjunction. */
  readonly others: readonly Conjunct[];
}

interface Found {
  readonly disjunction: DisjunctionExpr;
  readonly env: Environment;
  readonly conjunct: Conjunct;
  /** What else was unified with it. */
  readonly others: readonly Conjunct[];
}

/**
 * The branches of the first disjunction that a vertex is made of, the closest to succeed first. `told` are the errors
 * that its evaluation gave.
 */
export function explainDisjunction(core: Core, v: Vertex, told: readonly CueError[]): BranchExplanation[] {
  const found = findDisjunction(core, v, 0);
  if (found === undefined) return [];
  const isEnum = found.disjunction.values.every(({ expr }) => isValue(expr));
  const tried = found.disjunction.values.map(({ expr, isDefault }, i) => {
    const w = new Vertex(null, 0, 0);
    w.conjuncts = [...found.others, new Conjunct(found.env, expr, found.conjunct.ci)];
    core.finalize(w);
    const bottom = validateVertex(core.engine, w, { all: true });
    const all = (bottom === null ? [] : core.errorsOf(bottom)).filter((e) => !isAnnouncement(e));
    const errors = isEnum ? toldOnly(all, told) : all;
    return {
      number: i + 1,
      expr,
      text: `${isDefault ? "*" : ""}${sourceText(core, expr)}`,
      src: expr.src,
      errors: errors.toSorted((a, b) => errorCost(b) - errorCost(a)),
      vertex: w,
      others: found.others,
      cost: errors.reduce((sum, e) => sum + errorCost(e), 0),
      matched: matchedFields(w),
    };
  });
  // What a struct around it refuses is not seen in a branch alone.
  const known = new Set(tried.flatMap((b) => b.errors.map((e) => e.path.join("."))));
  const left = told.filter((e) => !isAnnouncement(e) && !known.has(e.path.join(".")));
  return tried
    .sort((a, b) => a.cost - b.cost || b.matched - a.matched)
    .map((b) => (b.errors.length > 0 ? b : { ...b, errors: left }));
}

/** Beside a choice of literals another disjunction fails where a branch does, in words that evaluation did not use. */
function toldOnly(errors: readonly CueError[], told: readonly CueError[]): readonly CueError[] {
  const isKnown = (e: CueError): boolean =>
    told.some((t) => t.message === e.message && t.path.join(".") === e.path.join("."));
  const known = errors.filter(isKnown);
  return known.length > 0 ? known : errors;
}

const isAnnouncement = (e: CueError): boolean => e.reason.kind === "disjunction" && "count" in e.reason.args;

/**
 * A value of another kind is furthest off, then one that is another literal, then one that is only out of bounds. A field
 * whose two values are both given decides which branch was meant; everything else is a slip within it.
 */
function errorCost(e: CueError): number {
  const { kind, args } = e.reason;
  const isConflict = kind === "conflict" && "right" in args;
  const isMismatch = isConflict && "leftType" in args;
  if (e.path.length === 0) return isMismatch ? 1000 : isConflict ? 600 : 500;
  return isConflict && !isMismatch && e.path.length === 1 ? 100 : 1;
}

function matchedFields(v: Vertex): number {
  return nodeBehind(v).arcs.filter((a) => bottomOf(a) === null).length;
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
  return v.conjuncts.length > 0 ? v : nodeBehind(v);
}

function splitConjunct(c: Conjunct): Conjunct[] {
  const x = conjunctExpr(c.x);
  if (x === null || x.tag !== Tag.BinaryExpr || x.op !== "&") return [c];
  return [x.x, x.y].flatMap((side: Expr) => splitConjunct(new Conjunct(c.env, side, c.ci)));
}

/**
 * What is to be said about the branches. `shown` hides what must not be read in a text about a path below the
 * disjunction. The first error of the closest branch is told elsewhere.
 */
export function branchNotes(
  core: Core,
  closest: BranchExplanation,
  others: readonly BranchExplanation[],
  shown: (text: string, path?: readonly string[]) => string,
): { readonly notes: readonly string[]; readonly hint?: string } {
  const line = (e: CueError): string =>
    `${e.path.length > 0 ? `${e.path.join(".")}: ` : ""}${shown(e.message, e.path)}`;
  const name = (b: BranchExplanation): string => short(shown(b.text));
  const why = (errors: readonly CueError[]): string =>
    errors.map(line).join("; ") || "it conflicts with another disjunction";
  const more = closest.errors.length > 1 ? `; it also fails at ${why(closest.errors.slice(1))}` : "";
  const notes: string[] = [];
  // Literals that are not the one that was given need no reasons.
  const all = [closest, ...others];
  const literals = all.filter((b) => isValue(b.expr) && b.errors.every(isOtherLiteral));
  const listed = literals.length > 1 ? literals.toSorted((a, b) => a.number - b.number) : [];
  if (!listed.includes(closest))
    notes.push(`branch ${closest.number} of ${all.length}, ${name(closest)}, came closest${more}`);
  if (listed.length > 0) notes.push(`it is none of ${listed.map(name).join(", ")}`);
  for (const b of others) if (!listed.includes(b)) notes.push(`branch ${b.number}, ${name(b)}, fell: ${why(b.errors)}`);
  const meant = nearestLiteral(core, all);
  return { notes, ...(meant === undefined ? {} : { hint: `did you mean ${shown(meant)}?` }) };
}

const isOtherLiteral = (e: CueError): boolean =>
  e.path.length === 0 && e.reason.kind === "conflict" && "right" in e.reason.args;

/** The string among the branches that a given one is nearly. */
function nearestLiteral(core: Core, branches: readonly BranchExplanation[]): string | undefined {
  const names = branches.flatMap(({ expr }) => (expr.tag === Tag.String && expr.marks === null ? [expr.s] : []));
  if (names.length === 0) return undefined;
  const given = new Vertex(null, 0, 0);
  given.conjuncts = [...(branches[0] as BranchExplanation).others];
  core.finalize(given);
  const value = unwrap(given);
  if (value?.tag !== Tag.String || (value as Str).marks !== null) return undefined;
  const found = nearestName(value.s, names);
  return found === null ? undefined : JSON.stringify(found);
}
