import {
  ArcType,
  CloseFlag,
  Bottom,
  BottomKind,
  ErrorCode,
  RequirementKind,
  Status,
  Tag,
  append,
  appendFew,
} from "../value/index.ts";
import type {
  CloseInfo,
  Conjunct,
  Decl,
  Evidence,
  Node,
  NodeState,
  ReqSet,
  Requirement,
  Src,
  StructLit,
  Vertex,
} from "../value/index.ts";
import { addPlace, mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { addChildError } from "./node-errors.ts";
import { contains, markReach } from "./provenance.ts";
import {
  EvidenceFlag,
  alwaysAllowed,
  ellipsisEvidence,
  findSet,
  hasActiveSet,
  isActive,
  many,
  parentState,
  requirementSets,
} from "./requirement-sets.ts";
import { survivor, nodeBehind } from "./vertex-ops.ts";

// Closedness by provenance. Every reference and embedding gets an id; ids form a forest. A requirement says: each
// field of this node needs evidence of that id. Evidence is noted as conjuncts are inserted, and compared when the
// node is complete. So a field is allowed if every definition unified here, or what it embeds, mentions it.

/** Evidence for `to` counts for `from` too, in this node and below. */
export function addLink(c: Context, n: NodeState, from: number, to: number): void {
  if (from === 0 || from === to) return;
  if (from < to && c.idParent[to] === 0) {
    c.idParent[to] = from;
    return;
  }
  n.reqSets = null;
  n.flatLinks = null;
  n.links = append(n.links, { from, to });
}

export function addEvidence(n: NodeState, ci: CloseInfo, flags: number): void {
  const list = n.evidence;
  const i = list.length > many ? indexedEvidence(n, ci.id) : evidenceOf(list, ci.id);
  if (i < 0) {
    n.evidence = appendFew(list, { id: ci.id, embed: ci.embed, flags });
    return;
  }
  const e = list[i] as Evidence;
  if ((e.flags | flags) !== e.flags) list[i] = { id: e.id, embed: e.embed, flags: e.flags | flags };
}

function evidenceOf(list: readonly Evidence[], id: number): number {
  for (let i = 0; i < list.length; i++) if ((list[i] as Evidence).id === id) return i;
  return -1;
}

/** Lists of evidence only grow, so what was indexed stays where it is. */
function indexedEvidence(n: NodeState, id: number): number {
  const list = n.evidence;
  const index = (n.evidenceIndex ??= new Map());
  for (let i = index.size; i < list.length; i++) index.set((list[i] as Evidence).id, i);
  return index.get(id) ?? -1;
}

/** Notes that the conjuncts of v enter node n by reference x; forceIgnore: it restricts nothing. */
export function referenceScope(
  c: Context,
  n: NodeState,
  x: Node,
  v: Vertex,
  ci: CloseInfo,
  forceIgnore: boolean,
): CloseInfo {
  const flags = ci.flags;
  const opened = (flags & CloseFlag.Opened) !== 0;
  const conjunctOpened = (flags & CloseFlag.ConjunctOpened) !== 0;
  const fromDef = (flags & CloseFlag.FromDef) !== 0;
  const fromEmbed = (flags & CloseFlag.FromEmbed) !== 0;
  const requirements = n.requirements;
  // A definition embedded in a literal closes that literal, and the ones around it.
  if (fromDef && fromEmbed && !opened && !conjunctOpened && !forceIgnore) {
    let outer = ci.outer;
    for (let i = requirements.length - 1; i >= 0 && outer !== 0; i--) {
      const r = requirements[i] as Requirement;
      if (r.id !== outer) continue;
      requirements[i] = { ...r, ignore: false, isRecursive: r.isRecursive || v.closedRecursive };
      n.hasRequirement = true;
      outer = r.parent;
    }
  }
  let ignore: boolean;
  if (forceIgnore || opened) ignore = true;
  else if (ci.embed !== 0 || ci.outer === 0) ignore = !(fromDef || v.closedNonRecursive || v.closedRecursive);
  else ignore = fromEmbed;

  let id = 0;
  c.meter.steps(requirements.length >> 3);
  for (let i = 0; i < requirements.length; i++) {
    const r = requirements[i] as Requirement;
    if (r.target !== v) continue;
    id = r.id;
    if (r.ignore && !ignore) {
      requirements[i] = { ...r, ignore: false, parent: ci.outer, embed: ci.embed };
      n.hasRequirement = true;
    }
    break;
  }
  if (id === 0 || ci.embed !== 0) {
    const next = c.newId(x.src);
    if (id !== 0) addLink(c, n, next, id);
    id = next;
    n.requirements = appendFew(requirements, {
      target: v,
      id,
      parent: ci.outer,
      embed: ci.embed,
      ignore,
      kind: RequirementKind.Reference,
      isRecursive: v.closedRecursive,
      conjunctOpened,
    });
    if (!ignore) n.hasRequirement = true;
    n.reqSets = null;
  }
  addLink(c, n, ci.id, id);
  return ci.withIds(id, ci.embed, ci.outer);
}

/** A scope of its own for an embedding or for a literal with embeddings. */
export function newScope(c: Context, n: NodeState, src: Src | null, ci: CloseInfo, kind: RequirementKind): CloseInfo {
  const id = c.newId(src);
  addLink(c, n, ci.id, id);
  const embed = kind === RequirementKind.Embedding ? id : ci.embed;
  const outer = kind === RequirementKind.Struct ? id : ci.outer;
  n.requirements = appendFew(n.requirements, {
    target: null,
    id,
    parent: ci.id,
    embed,
    ignore: true,
    kind,
    isRecursive: (ci.flags & CloseFlag.FromDef) !== 0,
    conjunctOpened: false,
  });
  n.reqSets = null;
  return ci.withIds(id, embed, outer);
}

/** Fields of a literal are no embeddings, whatever the literal was. */
export function fieldScope(ci: CloseInfo): CloseInfo {
  return (ci.flags & CloseFlag.FromEmbed) === 0 ? ci : ci.withFlags(ci.flags & ~CloseFlag.FromEmbed);
}

/** Enters an embedding. In files with explicitopen embedding equals unification. */
export function embedScope(c: Context, n: NodeState, x: Decl, ci: CloseInfo): CloseInfo {
  if (x.src !== null && x.src.features.explicitOpen) return ci;
  const inner = ci.withFlags(ci.flags | CloseFlag.FromEmbed);
  if (x.tag === Tag.BinaryExpr && x.op !== "&") return inner;
  return newScope(c, n, x.src, inner, RequirementKind.Embedding);
}

/** Enters a literal with embeddings: a definition among them may close it as a whole. */
export function literalScope(c: Context, n: NodeState, s: StructLit, ci: CloseInfo): CloseInfo {
  if (s.src !== null && s.src.features.explicitOpen) return ci;
  if (ci.outer !== 0 || (ci.flags & CloseFlag.FromEmbed) !== 0 || s.isFile) return ci;
  return newScope(c, n, s.src, ci, RequirementKind.Struct);
}

/**
 * Turns fields without evidence into errors. Call when the node's fields are complete; one that came later, because the
 * node was asked for within itself, has no evidence.
 */
export function checkFields(c: Context, n: NodeState, wasDone: boolean): void {
  const v = nodeBehind(n.node);
  if (v.arcs.length === 0) return;
  if (v.base !== null && v.base.tag === Tag.Bottom && !v.base.closeCheck) return;
  if (!hasActiveRequirement(n)) return;
  let sets = requirementSets(c, n);
  if (!hasActiveSet(sets)) return;
  if (n.evidence.some((e) => (e.flags & EvidenceFlag.Ellipsis) !== 0)) {
    sets = sets.map((r) => (r.removed || ellipsisEvidence(c, n, r, n.evidence) === 0 ? r : { ...r, removed: true }));
    if (!hasActiveSet(sets)) return;
  }
  const required = new Required(sets);

  let err: Bottom | null = null;
  c.meter.steps(v.arcs.length);
  for (let i = 0; i < v.arcs.length; i++) {
    const arc = v.arcs[i]!;
    const a = survivor(arc);
    const na = a.state;
    if (na === null && a.status !== Status.Unprocessed && !a.isPlain) continue;
    if (a.base !== null && a.base.tag === Tag.Bottom && !a.base.closeCheck) continue;
    if (alwaysAllowed(arc.label)) continue;
    const isLate = wasDone && a.status === Status.Unprocessed && a.arcType === ArcType.Member && !a.isPlain;
    if (isLate ? hasEvidenceForAll(c, n, required, []) : isAllowed(c, n, a, required)) continue;
    // Nobody needed it yet; what is inside it stays to be seen.
    if (na === null && a.status === Status.Unprocessed && !isLate) c.finalize(a);
    if (a.base !== null && a.base.tag === Tag.Bottom && !a.base.closeCheck) continue;
    const b = notAllowed(c, a);
    if (b !== null && a.arcType <= ArcType.Required) err = mergeErrors(null, err, b);
  }
  if (err !== null) addChildError(n, err);
}

/**
 * Whether a field has the evidence that its struct requires. Where the field has no links of its own, all its evidence
 * descends from its conjuncts; then fields that were declared together share one verdict. Only a reference of a field
 * to itself is a conjunct that leaves no evidence.
 */
function isAllowed(c: Context, n: NodeState, a: Vertex, required: Required): boolean {
  const na = a.state;
  if (na !== null && (na.links.length > 0 || na.refersToItself)) {
    c.counters.closeChecks++;
    return hasEvidenceForAll(c, na, required, na.isInitialized ? na.evidence : conjunctEvidence(a));
  }
  // Most fields came the same way as the one before.
  if (required.last !== null && sameProvenance(required.last, a.conjuncts)) return required.lastVerdict;
  let key = "";
  for (let i = 0; i < a.conjuncts.length; i++) {
    const { id, embed } = (a.conjuncts[i] as Conjunct).ci;
    key += `${id}.${embed},`;
  }
  let verdict = required.verdicts.get(key);
  if (verdict === undefined) {
    c.counters.closeChecks++;
    verdict = hasEvidenceForAll(c, n, required, conjunctEvidence(a));
    required.verdicts.set(key, verdict);
  }
  required.last = a.conjuncts;
  required.lastVerdict = verdict;
  return verdict;
}

function sameProvenance(a: readonly Conjunct[], b: readonly Conjunct[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const x = (a[i] as Conjunct).ci;
    const y = (b[i] as Conjunct).ci;
    if (x !== y && (x.id !== y.id || x.embed !== y.embed)) return false;
  }
  return true;
}

/** What the conjuncts of a field say: all that its parent needs to know. */
const conjunctEvidence = (v: Vertex): Evidence[] =>
  v.conjuncts.map((conj) => ({ id: conj.ci.id, embed: conj.ci.embed, flags: 0 }));

/** Whether every active requirement of a node already allows one of its fields. */
export function hasOwnEvidence(c: Context, n: NodeState, arc: Vertex): boolean {
  if (!hasActiveRequirement(n)) return true;
  const sets = requirementSets(c, n);
  n.reqSets = null;
  const a = survivor(arc);
  const na = a.state;
  if (na !== null) return hasEvidenceForAll(c, na, new Required(sets), na.evidence);
  return a.status !== Status.Unprocessed || hasEvidenceForAll(c, n, new Required(sets), conjunctEvidence(a));
}

/** Most data is under no definition at all: then there is nothing to work out. */
export function hasActiveRequirement(n: NodeState): boolean {
  for (let p: NodeState | null = n; p !== null; p = parentState(p)) if (p.hasRequirement) return true;
  return false;
}

/**
 * Whether a field that comes from one conjunct has, in all that is inside it, the evidence that it has itself. An
 * ellipsis beside it frees the field alone, and so does an error of the struct.
 */
export function passesOnEvidence(n: NodeState, field: Vertex): boolean {
  if (!hasActiveRequirement(n)) return true;
  if (alwaysAllowed(field.label) || n.kind === BottomKind || n.errs !== null) return false;
  return !n.evidence.some((e) => (e.flags & EvidenceFlag.Ellipsis) !== 0);
}

/** The requirements of a node, for many questions. */
class Required {
  readonly active: readonly ReqSet[];
  readonly #all: readonly ReqSet[];
  #byId: Map<number, ReqSet> | null = null;
  /** Whether a field is allowed, by the provenance of its conjuncts. */
  readonly verdicts = new Map<string, boolean>();
  last: readonly Conjunct[] | null = null;
  lastVerdict = false;

  constructor(all: readonly ReqSet[]) {
    this.#all = all;
    this.active = all.filter(isActive);
  }

  find(id: number): ReqSet | null {
    if (this.#all.length <= many) return findSet(this.#all, id);
    this.#byId ??= new Map(this.#all.map((r) => [r.id, r]));
    return this.#byId.get(id) ?? null;
  }
}

function hasEvidenceForAll(c: Context, n: NodeState, required: Required, evidence: readonly Evidence[]): boolean {
  const { active } = required;
  const reached = c.reachedIds;
  reached.clear(c.idParent.length);
  c.meter.steps(evidence.length + active.length);
  for (let i = 0; i < evidence.length; i++) markReach(c, n, reached, (evidence[i] as Evidence).id);
  for (let i = 0; i < active.length; i++) {
    const r = active[i] as ReqSet;
    if (!reached.has(r.id) && !isNotItsBusiness(c, n, required, r, evidence)) return false;
  }
  return true;
}

/** There is no evidence for a requirement, but none is needed: the field came from outside of an embedding. */
function isNotItsBusiness(
  c: Context,
  n: NodeState,
  required: Required,
  r: ReqSet,
  evidence: readonly Evidence[],
): boolean {
  const embed = required.find(r.embed);
  if (embed === null) return false;
  if (r.conjunctOpened && r.parent === 0) {
    // (A & B)...: fields from outside the conjunction are free, those inside must fit both.
    for (const e of evidence) if (contains(c, n, embed.id, e.embed)) return false;
    return true;
  }
  const outer = required.find(r.parent);
  for (const e of evidence) {
    if (contains(c, n, embed.id, e.embed)) continue;
    if (r.parent === 0) {
      // An embedding whose scope is not here came from elsewhere, such as another package.
      if (embed.parent !== 0 && required.find(embed.parent) === null) continue;
      return true;
    }
    // Added by the literal around the embedding: not the embedding's business.
    if (outer === null || outer.removed || contains(c, n, outer.id, e.id)) return true;
  }
  return false;
}

function notAllowed(c: Context, arc: Vertex): Bottom | null {
  if (arc.arcType === ArcType.Pending || c.errs !== null) return null;
  const f = c.about(arc, () => c.failureAt(c.src, "field not allowed", []));
  for (let i = 0; i < arc.conjuncts.length; i++) {
    const conj = arc.conjuncts[i]!;
    const field = conj.x.tag === Tag.Comprehension ? conj.x.value : conj.x;
    addPlace(f.inputs, field.src);
  }
  const err = new Bottom(c.src, f, ErrorCode.Eval, arc);
  err.closeCheck = true;
  arc.base = err;
  arc.status = Status.Finalized;
  if (arc.state !== null) arc.state.kind = 0;
  return err;
}

/** Two disjuncts turned out equal: the one that stays takes over the other's evidence. */
export function mergeCloseInfo(into: NodeState | null, from: NodeState | null): void {
  if (into === null || from === null) return;
  for (const e of from.evidence) {
    const known = into.evidence.length > many ? indexedEvidence(into, e.id) : evidenceOf(into.evidence, e.id);
    if (known < 0) into.evidence = append(into.evidence, e);
  }
  for (const l of from.links)
    if (!into.links.some((x) => x.from === l.from && x.to === l.to)) {
      into.links = append(into.links, l);
      into.flatLinks = null;
    }
  into.reqSets = null;
  for (let i = 0; i < from.node.arcs.length; i++) {
    const b = from.node.arcs[i]!;
    const a = into.node.arc(b.label);
    if (a !== null) mergeCloseInfo(a.state, b.state);
  }
}
