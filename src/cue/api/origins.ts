import { defaultVertex, nodeBehind, equal, isConcrete, unwrap } from "../eval/index.ts";
import { nodeText } from "../message/index.ts";
import { Conjunct, Tag, Vertex, conjunctExpr, isResolver } from "../value/index.ts";
import type { Expr, Value } from "../value/index.ts";
import type { Core } from "./core.ts";
import { positionOf } from "./cue-error.ts";
import type { Position } from "./cue-error.ts";
import { sourceText } from "./source-text.ts";

/**
 * What one declaration has to do with the value:
 * `value` it says what the value is, `constraint` it limits it, `default` its default was taken, `overridden` its
 * default gave way to another value, `reference` the value is taken from elsewhere, `error` it cannot be evaluated.
 */
export type OriginRole = "value" | "constraint" | "default" | "overridden" | "reference" | "error";

/** One declaration that took part in a value. */
export interface Origin {
  /** Undefined for values that no file holds: given by a program or by a tag. */
  readonly position?: Position;
  readonly role: OriginRole;
  /** The declaration's expression, on one line. */
  readonly text: string;
  /** What the declaration alone would give, where that is a value: for `overridden`, what lost. */
  readonly alone?: string;
}

/** Every conjunct of a vertex with its part in the result, those that decide it first. */
export function originsOf(core: Core, v: Vertex): Origin[] {
  core.finalize(v);
  const result = unwrap(defaultVertex(v));
  const out: Origin[] = [];
  const seen = new Set<string>();
  collect(core, v, result, out, seen, 0);
  const rank: Readonly<Record<OriginRole, number>> = {
    value: 0,
    default: 1,
    reference: 2,
    overridden: 3,
    constraint: 4,
    error: 5,
  };
  return out.sort((a, b) => rank[a.role] - rank[b.role]);
}

const maxHops = 32;

function collect(core: Core, v: Vertex, result: Value | null, out: Origin[], seen: Set<string>, hops: number): void {
  for (const c of v.conjuncts) collectOne(core, v, c, result, out, seen, hops);
}

function collectOne(
  core: Core,
  v: Vertex,
  c: Conjunct,
  result: Value | null,
  out: Origin[],
  seen: Set<string>,
  hops: number,
): void {
  const x = conjunctExpr(c.x);
  if (x === null) return;
  if (x.tag === Tag.Vertex) {
    if (hops < maxHops) collect(core, x, result, out, seen, hops + 1);
    return;
  }
  if (x.tag === Tag.BinaryExpr && x.op === "&") {
    for (const side of [x.x, x.y]) collectOne(core, v, new Conjunct(c.env, side, c.ci), result, out, seen, hops);
    return;
  }
  const src = x.src ?? c.x.src;
  const key = src === null ? nodeText(x, core.runtime.labels) : `${src.file.name}:${src.offset}`;
  if (seen.has(key)) return;
  seen.add(key);
  const alone = evaluateAlone(core, c, v);
  const role = roleOf(core, x as Expr, alone, result);
  out.push({
    ...(src === null ? {} : { position: positionOf(src) }),
    role,
    text: sourceText(core, x, src),
    ...aloneText(core, alone),
  });
  if (role === "reference" && hops < maxHops) {
    const target = targetOf(core, c, x as Expr);
    if (target !== null && target !== v) collect(core, target, result, out, seen, hops + 1);
  }
}

function roleOf(core: Core, x: Expr, alone: Vertex, result: Value | null): OriginRole {
  const value = unwrap(alone);
  if (value === null || value.tag === Tag.Bottom) return "error";
  if (isResolver(x)) return "reference";
  if (value.tag === Tag.Disjunction) {
    const d = unwrap(defaultVertex(alone));
    if (d === null || !isConcrete(d)) return "constraint";
    return result !== null && equal(core.meter, d, result, 0) ? "default" : "overridden";
  }
  return isConcrete(value) ? "value" : "constraint";
}

function evaluateAlone(core: Core, c: Conjunct, v: Vertex): Vertex {
  const alone = new Vertex(null, v.label, 0);
  alone.isDynamic = true;
  alone.conjuncts = [c];
  core.finalize(alone);
  return alone;
}

function aloneText(core: Core, alone: Vertex): { alone?: string } {
  const x = nodeBehind(defaultVertex(alone));
  const value = unwrap(x);
  if (value === null || value.tag === Tag.Bottom || value.tag === Tag.Vertex) return {};
  return { alone: nodeText(value, core.runtime.labels) };
}

/** What a reference leads to. */
function targetOf(core: Core, c: Conjunct, x: Expr): Vertex | null {
  if (!isResolver(x)) return null;
  const alone = new Vertex(null, 0, 0);
  alone.isDynamic = true;
  alone.conjuncts = [new Conjunct(c.env, x, c.ci)];
  core.finalize(alone);
  const { base } = alone;
  return base !== null && base.tag === Tag.Vertex ? base : null;
}
