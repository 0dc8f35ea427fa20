import type { Meter } from "../meter/index.ts";
import type { Bottom } from "./bottom.ts";
import type {
  BaseValue,
  BulkOptionalField,
  Comprehension,
  DynamicField,
  Ellipsis,
  Expr,
  Field,
  LetField,
  Resolver,
  StructLit,
  Value,
} from "./expr.ts";
import { NoLabel } from "./label.ts";
import type { Label } from "./label.ts";
import { append, appendFew, noItems } from "./list.ts";
import type { NodeState } from "./node-state.ts";
import type { Src } from "./source.ts";
import { Tag } from "./tag.ts";

/** How surely a field exists; combining two declarations takes the smaller. */
export const ArcType = {
  Member: 0,
  Required: 1,
  Optional: 2,
  /** A comprehension or a lookup may still make it a member. */
  Pending: 3,
  NotPresent: 4,
} as const;
export type ArcType = (typeof ArcType)[keyof typeof ArcType];

/** How far a vertex is evaluated. */
export const Status = { Unprocessed: 0, Evaluating: 1, Finalized: 4 } as const;
export type Status = (typeof Status)[keyof typeof Status];

/** How sure a cycle is: conjuncts hand it down to their children and it only grows. */
export const CycleType = { None: 0, Optional: 1, Maybe: 2, Cyclic: 3 } as const;
export type CycleType = (typeof CycleType)[keyof typeof CycleType];

/** The references that led to a conjunct, newest first. */
export class RefNode {
  readonly ref: Resolver;
  /** What the reference pointed to. */
  readonly arc: Vertex;
  /** The node in which it was read. */
  readonly node: Vertex;
  readonly next: RefNode | null;
  readonly depth: number;
  constructor(ref: Resolver, arc: Vertex, node: Vertex, next: RefNode | null, depth: number) {
    this.ref = ref;
    this.arc = arc;
    this.node = node;
    this.next = next;
    this.depth = depth;
  }
}

export const CloseFlag = {
  FromEmbed: 1,
  FromDef: 2,
  TopDef: 4,
  Opened: 8,
  ConjunctOpened: 16,
} as const;

/** What a conjunct carries besides its expression: provenance for closedness, and its cycle history. Immutable. */
export class CloseInfo {
  /** Provenance id; 0 for none. */
  readonly id: number;
  /** Innermost embedding. */
  readonly embed: number;
  /** The literal that is to be closed once a definition is embedded in it. */
  readonly outer: number;
  readonly flags: number;
  readonly cycleType: CycleType;
  readonly refs: RefNode | null;
  constructor(id: number, embed: number, outer: number, flags: number, cycleType: CycleType, refs: RefNode | null) {
    this.id = id;
    this.embed = embed;
    this.outer = outer;
    this.flags = flags;
    this.cycleType = cycleType;
    this.refs = refs;
  }

  withFlags(flags: number): CloseInfo {
    return flags === this.flags
      ? this
      : new CloseInfo(this.id, this.embed, this.outer, flags, this.cycleType, this.refs);
  }

  withIds(id: number, embed: number, outer: number): CloseInfo {
    return new CloseInfo(id, embed, outer, this.flags, this.cycleType, this.refs);
  }

  withCycle(cycleType: CycleType, refs: RefNode | null): CloseInfo {
    return cycleType === this.cycleType && refs === this.refs
      ? this
      : new CloseInfo(this.id, this.embed, this.outer, this.flags, cycleType, refs);
  }
}

export const noCloseInfo = new CloseInfo(0, 0, 0, 0, CycleType.None, null);

/** The scope in which an expression is read. */
export class Environment {
  readonly up: Environment | null;
  readonly vertex: Vertex | null;
  /** Label that a pattern matched, for `[X=pattern]`. */
  readonly dynamicLabel: Label;
  /** The comprehension firing that made this scope; 0 for none. */
  readonly compId: number;
  /** Let values by let arc, where one arc has several environments. */
  cache: Map<Vertex, LetCacheEntry> | null = null;
  constructor(up: Environment | null, vertex: Vertex | null, dynamicLabel: Label = NoLabel, compId = 0) {
    this.up = up;
    this.vertex = vertex;
    this.dynamicLabel = dynamicLabel;
    this.compId = compId;
  }
}

interface LetCacheEntry {
  readonly vertex: Vertex;
  readonly fromRecompute: boolean;
}

export const noEnvironment = new Environment(null, null);

export type ConjunctNode = Expr | Field | LetField | BulkOptionalField | DynamicField | Ellipsis | Comprehension;

/** An expression, the scope it is read in, and what it carries. */
export class Conjunct {
  readonly env: Environment;
  readonly x: ConjunctNode;
  readonly ci: CloseInfo;
  constructor(env: Environment, x: ConjunctNode, ci: CloseInfo) {
    this.env = env;
    this.x = x;
    this.ci = ci;
  }
}

/** The expression of a conjunct, without the declaration around it. Ellipsis without a type yields null. */
export function conjunctExpr(x: ConjunctNode): Expr | Comprehension | null {
  switch (x.tag) {
    case Tag.Field:
    case Tag.LetField:
    case Tag.BulkOptionalField:
    case Tag.DynamicField:
    case Tag.Ellipsis:
      return x.value;
    default:
      return x;
  }
}

/** A struct literal that contributed to a vertex; only the order of fields depends on it. */
export class StructInfo {
  readonly lit: StructLit;
  repeats: number;
  readonly compId: number;
  constructor(lit: StructLit, repeats: number, compId: number) {
    this.lit = lit;
    this.repeats = repeats;
    this.compId = compId;
  }
}

/** `[pattern]: constraint` of a vertex; the constraint vertex collects the conjuncts of equal patterns. */
export interface PatternConstraint {
  readonly pattern: Value;
  readonly constraint: Vertex;
}

/** What vertices belong to that no single evaluation may change: it evaluates them itself, once for all who ask. */
export interface Home {
  /** Evaluates a vertex of its own; of a package, if not wholly, all but its fields. False: it is at work, the asker must. */
  finish(v: Vertex, wholly: boolean, meter: Meter): boolean;
  /** The root of a package that a package of its own imports. */
  rootOf(instance: object): Vertex;
  /** The place of a provenance id: they are those of the evaluation that made a vertex. */
  placeOfId(id: number): Src | null;
}

/** Above this number of arcs a map replaces the linear search. */
const indexThreshold = 8;

/** One node of the value tree. */
export class Vertex {
  readonly tag = Tag.Vertex;
  parent: Vertex | null;
  label: Label;
  arcType: ArcType;
  status: Status = Status.Unprocessed;
  /** null: nothing yet. Another vertex: this node is shared with it, or is one of its disjuncts. */
  base: BaseValue | null = null;
  childErrors: Bottom | null = null;
  /** In order of insertion, which is not the order of output. */
  arcs: Vertex[] = noItems;
  conjuncts: Conjunct[] = noItems;
  structs: StructInfo[] = noItems;
  patterns: PatternConstraint[] | null = null;
  /** Who evaluates it, where that is not whoever asks. */
  readonly home: Home | null;
  /** Work in progress; null before it starts and some time after it is done. */
  state: NodeState | null = null;
  private index: Map<Label, Vertex> | null = null;
  /** The switches below, in one number: there are as many vertices as values. */
  private bits = 0;

  constructor(
    parent: Vertex | null,
    label: Label,
    arcType: ArcType,
    home: Home | null = parent === null ? null : parent.home,
  ) {
    this.parent = parent;
    this.label = label;
    this.arcType = arcType;
    this.home = home;
  }

  /** Its evaluation has begun once. */
  get isVisited(): boolean {
    return (this.bits & 1) !== 0;
  }
  set isVisited(on: boolean) {
    this.bits = on ? this.bits | 1 : this.bits & ~1;
  }
  get closedRecursive(): boolean {
    return (this.bits & 2) !== 0;
  }
  set closedRecursive(on: boolean) {
    this.bits = on ? this.bits | 2 : this.bits & ~2;
  }
  /** By close(): one level. */
  get closedNonRecursive(): boolean {
    return (this.bits & 4) !== 0;
  }
  set closedNonRecursive(on: boolean) {
    this.bits = on ? this.bits | 4 : this.bits & ~4;
  }
  get hasEllipsis(): boolean {
    return (this.bits & 8) !== 0;
  }
  set hasEllipsis(on: boolean) {
    this.bits = on ? this.bits | 8 : this.bits & ~8;
  }
  get openedShared(): boolean {
    return (this.bits & 16) !== 0;
  }
  set openedShared(on: boolean) {
    this.bits = on ? this.bits | 16 : this.bits & ~16;
  }
  get isData(): boolean {
    return (this.bits & 32) !== 0;
  }
  set isData(on: boolean) {
    this.bits = on ? this.bits | 32 : this.bits & ~32;
  }
  /** A let that several environments contribute to. */
  get multiLet(): boolean {
    return (this.bits & 64) !== 0;
  }
  set multiLet(on: boolean) {
    this.bits = on ? this.bits | 64 : this.bits & ~64;
  }
  /** The result of an inline expression: no path leads to it. */
  get isDynamic(): boolean {
    return (this.bits & 128) !== 0;
  }
  set isDynamic(on: boolean) {
    this.bits = on ? this.bits | 128 : this.bits & ~128;
  }
  /** Inside such a result. */
  get nonRooted(): boolean {
    return (this.bits & 256) !== 0;
  }
  set nonRooted(on: boolean) {
    this.bits = on ? this.bits | 256 : this.bits & ~256;
  }
  get anonymous(): boolean {
    return (this.bits & 512) !== 0;
  }
  set anonymous(on: boolean) {
    this.bits = on ? this.bits | 512 : this.bits & ~512;
  }
  get isPatternConstraint(): boolean {
    return (this.bits & 1024) !== 0;
  }
  set isPatternConstraint(on: boolean) {
    this.bits = on ? this.bits | 1024 : this.bits & ~1024;
  }
  get isDisjunct(): boolean {
    return (this.bits & 2048) !== 0;
  }
  set isDisjunct(on: boolean) {
    this.bits = on ? this.bits | 2048 : this.bits & ~2048;
  }
  get isShared(): boolean {
    return (this.bits & 4096) !== 0;
  }
  set isShared(on: boolean) {
    this.bits = on ? this.bits | 4096 : this.bits & ~4096;
  }

  /** Before its evaluation began, it got a conjunct that did not come through a cycle. */
  get hasFirmConjunct(): boolean {
    return (this.bits & 65536) !== 0;
  }
  set hasFirmConjunct(on: boolean) {
    this.bits = on ? this.bits | 65536 : this.bits & ~65536;
  }
  /** What its parent requires of its fields does not count: the parent is in error, and finished. */
  get isCutOff(): boolean {
    return (this.bits & 32768) !== 0;
  }
  set isCutOff(on: boolean) {
    this.bits = on ? this.bits | 32768 : this.bits & ~32768;
  }

  /** Made from a literal without evaluation: it never had a state. */
  get isPlain(): boolean {
    return (this.bits & 8192) !== 0;
  }
  set isPlain(on: boolean) {
    this.bits = on ? this.bits | 8192 : this.bits & ~8192;
  }

  /** Takes over the switches of another vertex; what is visited is its own affair. */
  copySwitches(x: Vertex): void {
    this.bits = x.bits & ~1;
  }

  get src(): Src | null {
    const base = this.base;
    return base === null || (base.tag >= Tag.StructMarker && base.tag !== Tag.Vertex) ? null : base.src;
  }

  /** The arc with that label, whatever its type. */
  arc(label: Label): Vertex | null {
    const arcs = this.arcs;
    if (arcs.length > indexThreshold) {
      const index = (this.index ??= makeIndex(arcs));
      return index.get(label) ?? null;
    }
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i] as Vertex;
      if (arc.label === label) return arc;
    }
    return null;
  }

  addArc(arc: Vertex): void {
    this.arcs = append(this.arcs, arc);
    this.index?.set(arc.label, arc);
  }

  /** Replaces all arcs. */
  setArcs(arcs: Vertex[]): void {
    this.arcs = arcs;
    this.index = null;
  }

  addStruct(lit: StructLit, compId: number): void {
    const structs = this.structs;
    const info = structs.length > manyStructs ? indexedStruct(structs, lit) : findStruct(structs, lit);
    if (info !== undefined) info.repeats++;
    else this.structs = appendFew(structs, new StructInfo(lit, 0, compId));
  }
}

function findStruct(structs: readonly StructInfo[], lit: StructLit): StructInfo | undefined {
  for (let i = 0; i < structs.length; i++) if ((structs[i] as StructInfo).lit === lit) return structs[i];
  return undefined;
}

/** A struct that is declared piece by piece has thousands; the index is made when it pays. */
const manyStructs = 64;
const structIndexes = new WeakMap<readonly StructInfo[], Map<StructLit, StructInfo>>();

function indexedStruct(structs: readonly StructInfo[], lit: StructLit): StructInfo | undefined {
  let index = structIndexes.get(structs);
  if (index === undefined) structIndexes.set(structs, (index = new Map()));
  // Literals may be listed twice where values were taken over; the first counts.
  if (index.size < structs.length)
    for (const info of structs.slice(index.size)) if (!index.has(info.lit)) index.set(info.lit, info);
  return index.get(lit);
}

function makeIndex(arcs: readonly Vertex[]): Map<Label, Vertex> {
  const index = new Map<Label, Vertex>();
  for (const arc of arcs) if (!index.has(arc.label)) index.set(arc.label, arc);
  return index;
}
