import { ArcType, Status, Tag, maxPlainDepth } from "../value/index.ts";
import type { Vertex } from "../value/index.ts";
import { passesOnEvidence } from "./closedness.ts";
import { Mode } from "./conditions.ts";
import type { Context } from "./context.ts";
import { addsNothingMore, fieldsAreFed } from "./demand.ts";
import { finishLeaf, leafValue, mayBeLeaf } from "./leaf.ts";
import { finishPlain, isSmall, plainLiteralOf } from "./plain.ts";
import { refersToLoose, shareFinished } from "./share.ts";
import { isRooted } from "./vertex-ops.ts";

// The quick ways of docs/adr/evaluator.md, tried before a node gets a state. Each answers or passes on.

/**
 * Whether a vertex could be finished at once, because all that will ever be in it is a plain literal. Results of inline
 * expressions are read while they are made, and keep to the order of that.
 */
export function finishIfPlain(c: Context, v: Vertex, mode: Mode): boolean {
  if (mayBeLeaf(v)) return finishIfLeaf(c, v, mode);
  if (mayShare(v)) return shareIfFinished(c, v, mode);
  const x = plainLiteralOf(v);
  if (x === null || !isRooted(v) || c.evalDepth + maxPlainDepth > c.meter.limits.depth) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && ((p.isDisjunct && mode !== Mode.Force) || !passesOnEvidence(p, v))) return false;
  if (mode !== Mode.Force && !(isSmall(x) && isComplete(c, v))) return false;
  finishPlain(c, v, x);
  return true;
}

/** Whether there is nothing in a vertex yet but one reference. */
function mayShare(v: Vertex): boolean {
  if (v.conjuncts.length !== 1 || v.status !== Status.Unprocessed || v.arcType !== ArcType.Member) return false;
  if (v.base !== null || v.arcs.length > 0 || v.patterns !== null) return false;
  const { x } = v.conjuncts[0]!;
  const tag = x.tag === Tag.Field ? x.value.tag : x.tag;
  return tag === Tag.FieldReference || tag === Tag.SelectorExpr;
}

function shareIfFinished(c: Context, v: Vertex, mode: Mode): boolean {
  if (!isRooted(v)) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && ((p.isDisjunct && mode !== Mode.Force) || !passesOnEvidence(p, v))) return false;
  if (mode !== Mode.Force && !isComplete(c, v)) return false;
  return shareFinished(c, v) || (refersToLoose(c, v) && finishAsLeaf(c, v));
}

function finishIfLeaf(c: Context, v: Vertex, mode: Mode): boolean {
  if (!isRooted(v)) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (mode !== Mode.Force && ((p !== null && p.isDisjunct) || !isComplete(c, v))) return false;
  return finishAsLeaf(c, v);
}

function finishAsLeaf(c: Context, v: Vertex): boolean {
  const value = leafValue(c, v);
  if (value === null) return false;
  finishLeaf(v, value);
  return true;
}

/** Whether no conjunct will be added to a vertex that nobody has begun with. */
function isComplete(c: Context, v: Vertex): boolean {
  for (let p = v.parent; p !== null && p.state !== null; p = p.parent) if (!addsNothingMore(p.state)) return false;
  return fieldsAreFed(c, v.parent);
}
