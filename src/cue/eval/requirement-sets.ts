import { RequirementKind, isDefinitionLabel, isHiddenLabel, isLetLabel } from "../value/index.ts";
import type { Evidence, Label, NodeState, ReqSet, Requirement } from "../value/index.ts";
import type { Context } from "./context.ts";
import { contains, markAncestors, markReach } from "./provenance.ts";

/** What a piece of evidence says beside being there. */
export const EvidenceFlag = { Ellipsis: 1, Top: 2, Struct: 4, OpenValidator: 8 } as const;

/** Above this number a map replaces the linear search. */
export const many = 24;

/** Labels that closed structs always allow. */
export const alwaysAllowed = (f: Label): boolean => isHiddenLabel(f) || isDefinitionLabel(f) || isLetLabel(f);

export const isActive = (r: ReqSet): boolean => !r.ignored && !r.removed;

export function hasActiveSet(sets: readonly ReqSet[]): boolean {
  for (let i = 0; i < sets.length; i++) if (isActive(sets[i] as ReqSet)) return true;
  return false;
}

export function findSet(all: readonly ReqSet[], id: number): ReqSet | null {
  if (id !== 0) for (let i = 0; i < all.length; i++) if ((all[i] as ReqSet).id === id) return all[i] as ReqSet;
  return null;
}

/** The state that requirements are inherited from. */
export function parentState(n: NodeState): NodeState | null {
  return n.node.parent === null || n.dropParentRequirements ? null : n.node.parent.state;
}

/** The requirements that the fields of a node must meet: the parent's, and its own. Sets are shared with the parent. */
export function requirementSets(c: Context, n: NodeState): readonly ReqSet[] {
  if (n.reqSets !== null) return n.reqSets;
  const v = n.node;
  const parent = parentState(n);
  let sets = parent === null ? noSets : inheritedSets(requirementSets(c, parent));
  const inherited = sets.length;
  if (n.requirements.length > 0) sets = withOwnSets(n.requirements, sets, inherited);
  if (alwaysAllowed(v.label)) sets = sets.filter((r) => n.evidence.some((e) => contains(c, n, r.id, e.id)));
  if (hasActiveSet(sets)) {
    const above = v.parent === null || v.parent.state === null ? noEvidence : v.parent.state.evidence;
    sets = settledSets(c, n, sets, above);
    if (inherited > 0 && sets.length > 1) sets = dropImplied(c, n, sets);
  }
  n.reqSets = sets;
  return sets;
}
const noSets: readonly ReqSet[] = [];
const noEvidence: readonly Evidence[] = [];

/** What holds for one level only ends here. */
function inheritedSets(above: readonly ReqSet[]): readonly ReqSet[] {
  for (let i = 0; i < above.length; i++) {
    const r = above[i] as ReqSet;
    if (r.once && !r.ignored) return above.map((x) => (x.once && !x.ignored ? { ...x, ignored: true } : x));
  }
  return above;
}

function withOwnSets(own: readonly Requirement[], above: readonly ReqSet[], inherited: number): readonly ReqSet[] {
  const sets = above.slice();
  const known = above.length + own.length > many ? new Set(above.map((r) => r.id)) : null;
  for (let i = 0; i < own.length; i++) {
    const y = own[i] as Requirement;
    if (y.ignore && y.kind === RequirementKind.Reference) continue;
    if (known === null ? findSet(sets, y.id) !== null : known.has(y.id)) continue;
    known?.add(y.id);
    const closedOnce = y.target !== null && y.target.closedNonRecursive;
    sets.push({
      id: y.id,
      parent: y.parent,
      embed: y.embed,
      kind: y.kind,
      once: y.kind !== RequirementKind.Embedding && (closedOnce || (!y.ignore && !y.isRecursive)),
      ignored: y.ignore,
      removed: false,
      conjunctOpened: y.conjunctOpened,
    });
    if (y.parent === 0 || y.ignore) continue;
    // It also closes the literals around it that come from above.
    let outer = y.parent;
    for (let k = inherited - 1; k >= 0 && outer !== 0; k--) {
      const x = sets[k] as ReqSet;
      if (x.id !== outer) continue;
      sets[k] = { ...x, once: x.ignored ? !y.isRecursive : x.once && !y.isRecursive, ignored: false };
      outer = x.parent;
    }
  }
  return sets;
}

/** A flag beside those of evidence: there is some. */
const present = 16;

/** The sets without those that end here. Scopes that no active set asks about are passed on as they are. */
function settledSets(c: Context, n: NodeState, sets: readonly ReqSet[], above: readonly Evidence[]): readonly ReqSet[] {
  c.meter.steps(sets.length * (n.evidence.length + 1));
  const ids = c.idParent.length;
  const asked = c.askedIds;
  asked.clear(ids);
  for (let i = 0; i < sets.length; i++) {
    const r = sets[i] as ReqSet;
    if (!isActive(r)) continue;
    asked.add(r.embed);
    asked.add(r.parent);
  }
  const open: number[] = [];
  for (let i = 0; i < sets.length; i++) {
    const r = sets[i] as ReqSet;
    if (isActive(r) || asked.has(r.id)) open.push(i);
  }
  // What the evidence for each of them says.
  const said = new Array<number>(open.length).fill(0);
  const reached = c.reachedIds;
  for (let k = 0; k < n.evidence.length; k++) {
    const e = n.evidence[k] as Evidence;
    reached.clear(ids);
    markReach(c, n, reached, e.id);
    for (let i = 0; i < open.length; i++) {
      const { id } = sets[open[i] as number] as ReqSet;
      if (!reached.has(id)) continue;
      const flags = e.id < id ? e.flags & ~EvidenceFlag.Struct : e.flags;
      said[i] = (said[i] as number) | flags | present;
    }
  }
  let out: (ReqSet | null)[] | null = null;
  for (let i = 0; i < open.length; i++) {
    const at = open[i] as number;
    const r = sets[at] as ReqSet;
    const settled = settleRequirement(c, n, r, said[i] as number, above);
    if (settled !== r) (out ??= sets.slice())[at] = settled;
  }
  return out === null ? sets : out.filter((r) => r !== null);
}

/** A requirement ends where its own evidence is open: `_`, `...`, or a validator that decides for itself. null: gone. */
function settleRequirement(
  c: Context,
  n: NodeState,
  r: ReqSet,
  said: number,
  above: readonly Evidence[],
): ReqSet | null {
  if ((said & EvidenceFlag.Top) !== 0 && (said & EvidenceFlag.Struct) === 0) return null;
  if ((said & EvidenceFlag.OpenValidator) !== 0) return null;
  const any = (said & present) !== 0;
  if ((any && r.kind !== RequirementKind.Struct) || r.removed) return r;
  const open = ellipsisEvidence(c, n, r, above);
  if (open === 0) return r;
  const ends = !any || (r.kind === RequirementKind.Struct && !n.evidence.some((e) => contains(c, n, open, e.id)));
  return ends ? { ...r, removed: true } : r;
}

/** The id of evidence with `...` that serves the requirement; 0 for none. */
export function ellipsisEvidence(c: Context, n: NodeState, r: ReqSet, evidence: readonly Evidence[]): number {
  for (let i = 0; i < evidence.length; i++) {
    const e = evidence[i] as Evidence;
    if ((e.flags & EvidenceFlag.Ellipsis) !== 0 && contains(c, n, r.id, e.id)) return e.id;
  }
  return 0;
}

/**
 * A reference inside a definition is as strict as the definition, wherever all that the definition says about a node
 * comes through that reference. Without this, n definitions deep there would be n requirements.
 */
function dropImplied(c: Context, n: NodeState, sets: readonly ReqSet[]): readonly ReqSet[] {
  let references = 0;
  for (let i = 0; i < sets.length; i++) {
    const r = sets[i] as ReqSet;
    if (r.kind === RequirementKind.Reference && !r.ignored) references++;
  }
  // Where a node has more evidence than a number has bits, nothing is dropped.
  if (references < 2 || n.evidence.length > 30) return sets;
  c.meter.steps(sets.length * (n.evidence.length + references));
  const ids = c.idParent.length;
  const served = evidenceMasks(c, n, sets);
  const parents = c.askedIds;
  parents.clear(ids);
  for (let i = 0; i < sets.length; i++) parents.add((sets[i] as ReqSet).parent);
  const ancestors = c.reachedIds;
  let implied: boolean[] | null = null;
  for (let k = 0; k < sets.length; k++) {
    const y = sets[k] as ReqSet;
    if (y.kind !== RequirementKind.Reference || !isActive(y) || findSet(sets, y.embed) !== null) continue;
    ancestors.clear(ids);
    markAncestors(c.idParent, ancestors, y.id);
    for (let i = 0; i < sets.length; i++) {
      const r = sets[i] as ReqSet;
      if (r === y || r.ignored || r.kind !== RequirementKind.Reference || !ancestors.has(r.id)) continue;
      if ((y.once && !r.once) || parents.has(r.id)) continue;
      if (((served[i] as number) & ~(served[k] as number)) === 0) (implied ??= [])[i] = true;
    }
  }
  const dropped = implied;
  return dropped === null ? sets : sets.filter((_, i) => dropped[i] !== true);
}

/** For each set, which of the node's evidence serves it: one bit for each. */
function evidenceMasks(c: Context, n: NodeState, sets: readonly ReqSet[]): number[] {
  const masks = new Array<number>(sets.length).fill(0);
  const reached = c.reachedIds;
  for (let k = 0; k < n.evidence.length; k++) {
    reached.clear(c.idParent.length);
    markReach(c, n, reached, (n.evidence[k] as Evidence).id);
    for (let i = 0; i < sets.length; i++)
      if (reached.has((sets[i] as ReqSet).id)) masks[i] = (masks[i] as number) | (1 << k);
  }
  return masks;
}
