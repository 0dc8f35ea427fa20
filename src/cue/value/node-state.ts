import type { Bottom } from "./bottom.ts";
import type { BaseValue, DisjunctionExpr, Expr, Node, Value } from "./expr.ts";
import { TopKind } from "./kind.ts";
import type { Kind } from "./kind.ts";
import { noItems } from "./list.ts";
import type { BoundValue, Disjunction } from "./scalar.ts";
import type { CloseInfo, Conjunct, CycleType, Environment, Vertex } from "./vertex.ts";

/** What is known of a node: a bit set. The demand says what each bit means. */
export type Condition = number;

export const TaskState = { Ready: 0, Running: 1, Waiting: 2, Success: 3, Failed: 4, Cancelled: 5 } as const;
export type TaskState = (typeof TaskState)[keyof typeof TaskState];

/** The sorts of work that a node can have. */
export const TaskKind = {
  Expr: 0,
  Resolver: 1,
  Dynamic: 2,
  Pattern: 3,
  Comprehension: 4,
  ListLit: 5,
  ListVertex: 6,
  Disjunctions: 7,
} as const;
export type TaskKind = (typeof TaskKind)[keyof typeof TaskKind];

/** One piece of work of a node: it may wait for a condition of another node. */
export class Task {
  state: TaskState = TaskState.Ready;
  readonly kind: TaskKind;
  node: NodeState;
  readonly env: Environment | null;
  readonly x: Node | null;
  readonly ci: CloseInfo;
  /** The conditions of its node that it may contribute to. */
  completes: Condition = 0;
  /** Copied into a disjunct before it ran: the copy runs instead. */
  defunct = false;
  /** A comprehension that is inserting what its clauses yielded. */
  inserting = false;
  /** Ran without effect but may succeed later. */
  retry = false;
  blockedOn: NodeState | null = null;
  blockCondition: Condition = 0;
  err: Bottom | null = null;
  constructor(kind: TaskKind, node: NodeState, env: Environment | null, x: Node | null, ci: CloseInfo) {
    this.kind = kind;
    this.node = node;
    this.env = env;
    this.x = x;
    this.ci = ci;
  }
}

export const DefaultMode = { Maybe: 0, Is: 1, Not: 2 } as const;
export type DefaultMode = (typeof DefaultMode)[keyof typeof DefaultMode];

/** One alternative of a pending disjunction. */
export interface PendingDisjunct {
  readonly expr: Expr;
  readonly mode: DefaultMode;
  err: Bottom | null;
}

export interface PendingDisjunction {
  readonly env: Environment;
  readonly ci: CloseInfo;
  readonly src: DisjunctionExpr | Disjunction;
  readonly disjuncts: readonly PendingDisjunct[];
}

/** A conjunct that waits for proof that its node is more than a cycle. */
interface ParkedConjunct {
  readonly conjunct: Conjunct;
  readonly arc: Vertex | null;
}

/** A `_|_` comparison whose outcome must not change once all is known. */
interface PostCheck {
  readonly env: Environment;
  readonly expr: Expr;
  readonly expectError: boolean;
}

interface Receiver {
  readonly vertex: Vertex;
  readonly ci: CloseInfo;
}

/** A reference, embedding or literal that may restrict the labels of a node. */
export interface Requirement {
  readonly target: Vertex | null;
  readonly id: number;
  readonly parent: number;
  readonly embed: number;
  readonly ignore: boolean;
  readonly kind: RequirementKind;
  readonly isRecursive: boolean;
  readonly conjunctOpened: boolean;
}

export const RequirementKind = { Embedding: 1, Reference: 2, Struct: 3 } as const;
export type RequirementKind = (typeof RequirementKind)[keyof typeof RequirementKind];

/** What an id contributed to a node. */
export interface Evidence {
  readonly id: number;
  readonly embed: number;
  readonly flags: number;
}

/** A requirement as it applies to the fields of a node. */
export interface ReqSet {
  readonly id: number;
  readonly parent: number;
  readonly embed: number;
  readonly kind: RequirementKind;
  readonly once: boolean;
  readonly ignored: boolean;
  readonly removed: boolean;
  readonly conjunctOpened: boolean;
}

/** Links by where they lead to. */
export type LinkMap = ReadonlyMap<number, readonly number[]>;

/** Evidence for `to` also counts for `from`. */
interface IdLink {
  readonly from: number;
  readonly to: number;
}

/** Everything that is only needed while a vertex is evaluated. */
export class NodeState {
  node: Vertex;
  /** The vertex that a disjunct was cloned from, through all layers: its identity. */
  underlying: Vertex;
  /** The node that an inline result was shared into; becomes its parent when that is certain. */
  attachTo: Vertex | null = null;
  /** The switches below, in one number. */
  private bits = 0;
  /** Nested uses on the call stack: the state may not be dropped. */
  uses = 0;

  // Scheduling.
  completed: Condition = 0;
  needs: Condition = 0;
  provided: Condition = 0;
  frozen: Condition = 0;
  /** Unfinished tasks that may contribute to each of the counted conditions. */
  openArcType = 0;
  openValue = 0;
  openFieldConjuncts = 0;
  openTasks = 0;
  openDisjunctions = 0;
  tasks: Task[] = noItems;
  parentTasks: Task[] = noItems;
  blocking: Task[] = noItems;
  /** Inline results that a task left unfinished. */
  deferred: NodeState[] = noItems;
  completing = 0;
  runMode = 0;

  // Cycles.
  depth = 0;
  evalDepth = 0;
  parked: ParkedConjunct[] = noItems;

  // Values.
  kind: Kind = TopKind;
  kindExpr: Node | null = null;
  kindId = 0;
  scalar: Value | null = null;
  scalarId = 0;
  lowerBound: BoundValue | null = null;
  upperBound: BoundValue | null = null;
  checks: Conjunct[] = noItems;
  postChecks: PostCheck[] = noItems;
  errs: Bottom | null = null;
  maxListLen = 0;
  /** A `?` reference of a try body failed: the clause yields nothing. */
  trySkip: { skip: boolean } | null = null;
  embedClosedness = 0;

  // Unification.
  /** The nodes whose conjuncts it has, each once. */
  injected: Vertex[] = noItems;
  notify: Receiver[] = noItems;

  // Sharing.
  shared: Conjunct | null = null;
  sharedIds: CloseInfo[] = noItems;
  shareCycleType: CycleType = 0;
  origBase: BaseValue | null = null;

  // Disjunctions.
  disjunctions: PendingDisjunction[] = noItems;
  disjuncts: NodeState[] = noItems;
  disjunctErrs: Bottom[] = noItems;
  userErrs: Bottom[] = noItems;
  defaultMode: DefaultMode = DefaultMode.Maybe;
  origDefaultMode: DefaultMode = DefaultMode.Maybe;
  defaultAttemptInCycle: Vertex | null = null;
  vertexMap: Map<Vertex, Vertex> | null = null;

  // Closedness.
  requirements: Requirement[] = noItems;
  links: IdLink[] = noItems;
  /** Its own links and those above it; null until it is needed. */
  flatLinks: LinkMap | null = null;
  evidence: Evidence[] = noItems;
  /** Where each id is in a long list of evidence. */
  evidenceIndex: Map<number, number> | null = null;
  reqSets: readonly ReqSet[] | null = null;

  constructor(node: Vertex) {
    this.node = node;
    this.underlying = node;
  }

  /** Takes over the switches of the state that this one is a copy of; its disjunctions are to come. */
  copySwitches(n: NodeState): void {
    this.bits = n.bits & ~131072;
  }

  get isDisjunct(): boolean {
    return (this.bits & 1) !== 0;
  }
  set isDisjunct(on: boolean) {
    this.bits = on ? this.bits | 1 : this.bits & ~1;
  }
  get isInitialized(): boolean {
    return (this.bits & 2) !== 0;
  }
  set isInitialized(on: boolean) {
    this.bits = on ? this.bits | 2 : this.bits & ~2;
  }
  /** All conjuncts that the vertex had when its evaluation began are in. */
  get isScheduled(): boolean {
    return (this.bits & 1048576) !== 0;
  }
  set isScheduled(on: boolean) {
    this.bits = on ? this.bits | 1048576 : this.bits & ~1048576;
  }
  get started(): boolean {
    return (this.bits & 4) !== 0;
  }
  set started(on: boolean) {
    this.bits = on ? this.bits | 4 : this.bits & ~4;
  }
  get toComplete(): boolean {
    return (this.bits & 8) !== 0;
  }
  set toComplete(on: boolean) {
    this.bits = on ? this.bits | 8 : this.bits & ~8;
  }
  get hasAnyCyclicConjunct(): boolean {
    return (this.bits & 16) !== 0;
  }
  set hasAnyCyclicConjunct(on: boolean) {
    this.bits = on ? this.bits | 16 : this.bits & ~16;
  }
  get hasAncestorCycle(): boolean {
    return (this.bits & 32) !== 0;
  }
  set hasAncestorCycle(on: boolean) {
    this.bits = on ? this.bits | 32 : this.bits & ~32;
  }
  /** Material without structural cycle. */
  get hasNonCycle(): boolean {
    return (this.bits & 64) !== 0;
  }
  set hasNonCycle(on: boolean) {
    this.bits = on ? this.bits | 64 : this.bits & ~64;
  }
  /** A conjunct that was not cyclic when it was inserted. */
  get hasNonCyclic(): boolean {
    return (this.bits & 128) !== 0;
  }
  set hasNonCyclic(on: boolean) {
    this.bits = on ? this.bits | 128 : this.bits & ~128;
  }
  get hasFieldValue(): boolean {
    return (this.bits & 256) !== 0;
  }
  set hasFieldValue(on: boolean) {
    this.bits = on ? this.bits | 256 : this.bits & ~256;
  }
  get hasTop(): boolean {
    return (this.bits & 512) !== 0;
  }
  set hasTop(on: boolean) {
    this.bits = on ? this.bits | 512 : this.bits & ~512;
  }
  get hasStruct(): boolean {
    return (this.bits & 1024) !== 0;
  }
  set hasStruct(on: boolean) {
    this.bits = on ? this.bits | 1024 : this.bits & ~1024;
  }
  get isStruct(): boolean {
    return (this.bits & 2048) !== 0;
  }
  set isStruct(on: boolean) {
    this.bits = on ? this.bits | 2048 : this.bits & ~2048;
  }
  get listIsClosed(): boolean {
    return (this.bits & 4096) !== 0;
  }
  set listIsClosed(on: boolean) {
    this.bits = on ? this.bits | 4096 : this.bits & ~4096;
  }
  get isDef(): boolean {
    return (this.bits & 8192) !== 0;
  }
  set isDef(on: boolean) {
    this.bits = on ? this.bits | 8192 : this.bits & ~8192;
  }
  get isShared(): boolean {
    return (this.bits & 16384) !== 0;
  }
  set isShared(on: boolean) {
    this.bits = on ? this.bits | 16384 : this.bits & ~16384;
  }
  get noSharing(): boolean {
    return (this.bits & 32768) !== 0;
  }
  set noSharing(on: boolean) {
    this.bits = on ? this.bits | 32768 : this.bits & ~32768;
  }
  get shareNoted(): boolean {
    return (this.bits & 65536) !== 0;
  }
  set shareNoted(on: boolean) {
    this.bits = on ? this.bits | 65536 : this.bits & ~65536;
  }
  get hasDisjunction(): boolean {
    return (this.bits & 131072) !== 0;
  }
  set hasDisjunction(on: boolean) {
    this.bits = on ? this.bits | 131072 : this.bits & ~131072;
  }
  get dropParentRequirements(): boolean {
    return (this.bits & 262144) !== 0;
  }
  set dropParentRequirements(on: boolean) {
    this.bits = on ? this.bits | 262144 : this.bits & ~262144;
  }
  /** One of its own requirements is to be met. */
  get hasRequirement(): boolean {
    return (this.bits & 524288) !== 0;
  }
  set hasRequirement(on: boolean) {
    this.bits = on ? this.bits | 524288 : this.bits & ~524288;
  }
  /** One of its conjuncts led back to it and was dropped. */
  get refersToItself(): boolean {
    return (this.bits & 2097152) !== 0;
  }
  set refersToItself(on: boolean) {
    this.bits = on ? this.bits | 2097152 : this.bits & ~2097152;
  }
}
