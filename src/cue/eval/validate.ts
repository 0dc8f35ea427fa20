import {
  ArcType,
  Bottom,
  CompositeKind,
  ErrorCode,
  Tag,
  conjunctExpr,
  isLetLabel,
  isRegularLabel,
  Status,
} from "../value/index.ts";
import type { Conjunct, Node, Value, Vertex } from "../value/index.ts";
import { addPlace, mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { defaultVertex } from "./defaults.ts";
import { bottomOf, concreteness, nodeBehind, isConcrete, kindOf, valueOf } from "./vertex-ops.ts";

export interface ValidateOptions {
  /** Every regular field must be a concrete value. */
  readonly concrete?: boolean;
  /** Required fields must be filled, cycles are errors. */
  readonly final?: boolean;
  readonly disallowCycles?: boolean;
  readonly reportIncomplete?: boolean;
  /** Go on after the first error. */
  readonly all?: boolean;
}

/** The errors of an evaluated vertex, or null. The walk follows arc order, as messages do. */
export function validateVertex(c: Context, v: Vertex, options: ValidateOptions): Bottom | null {
  const walk = new Validation(c, options);
  walk.visit(v);
  return walk.err;
}

/** For operands: scalars must be concrete, structs and lists to the bottom. */
export function validateOperand(c: Context, v: Value): Bottom | null {
  if (concreteness(v) > 1)
    return new Bottom(null, c.failure("non-concrete value '%'", v), ErrorCode.Incomplete, c.vertex);
  if (v.tag !== Tag.Vertex) return null;
  if ((kindOf(v) & CompositeKind) !== 0) c.finalize(v);
  return validateVertex(c, v, { concrete: true, final: true });
}

class Validation {
  err: Bottom | null = null;
  readonly #c: Context;
  readonly #options: ValidateOptions;
  #inDefinition = 0;
  #sharedPositions: Node[] = [];
  readonly #visited = new Set<Vertex>();

  constructor(c: Context, options: ValidateOptions) {
    this.#c = c;
    this.#options = options;
  }

  #add(b: Bottom): void {
    if (this.#options.all === true && b.childError) return;
    this.err = mergeErrors(null, this.err, b);
  }

  get #concrete(): boolean {
    return this.#options.concrete === true && this.#inDefinition === 0;
  }

  get #final(): boolean {
    return (this.#options.concrete === true || this.#options.final === true) && this.#inDefinition === 0;
  }

  visit(vertex: Vertex): void {
    const c = this.#c;
    c.meter.step();
    const savedVertex = c.vertex;
    const savedShared = this.#sharedPositions;
    c.vertex = vertex;
    c.altPath.push(vertex);
    this.#visit(vertex);
    c.altPath.pop();
    c.vertex = savedVertex;
    this.#sharedPositions = savedShared;
  }

  #visit(vertex: Vertex): void {
    const c = this.#c;
    if (vertex.isShared && vertex.conjuncts.length > 0) {
      const x = conjunctExpr((vertex.conjuncts[0] as Conjunct).x);
      if (x !== null) this.#sharedPositions = [...this.#sharedPositions, x];
    }
    let x = nodeBehind(vertex);
    if (x !== vertex) {
      if (this.#inDefinition > 0 || this.#visited.has(x)) return;
      this.#visited.add(x);
    }
    const b = bottomOf(x);
    if (b !== null) {
      const report =
        b.code === ErrorCode.Cycle
          ? this.#final || this.#options.disallowCycles === true
          : b.code === ErrorCode.Incomplete
            ? this.#options.reportIncomplete === true || this.#concrete
            : true;
      if (report) this.#add(b);
      if (!b.hasRecursive) return;
    } else if (this.#concrete) {
      x = defaultVertex(x);
      if (!isConcrete(x)) {
        const value = valueOf(x);
        // The message shows optional fields of alternatives by their values.
        if (value?.tag === Tag.Disjunction)
          for (const d of value.values) if (d.tag === Tag.Vertex) for (const a of d.arcs) c.finalize(a);
        const err = c.failure("incomplete value %", value ?? x);
        for (const p of this.#sharedPositions) addPlace(err.inputs, p.src);
        this.#add(new Bottom(null, err, ErrorCode.Incomplete, null));
      }
    }
    for (let i = 0; i < x.arcs.length; i++) {
      const a = x.arcs[i]!;
      if (a.arcType === ArcType.Required && this.#options.final === true && this.#inDefinition === 0) {
        c.altPath.push(a);
        this.#add(requiredMissing(c, a, this.#sharedPositions, this.#options.all !== true));
        c.altPath.pop();
        continue;
      }
      if (isScalarMember(a) || isLetLabel(a.label) || !isDefined(c, a)) continue;
      if (this.#options.all !== true && this.err !== null) break;
      if (isRegularLabel(a.label)) this.visit(a);
      else {
        this.#inDefinition++;
        this.visit(a);
        this.#inDefinition--;
      }
    }
  }
}

/** Most fields are: nothing can be wrong with them. */
function isScalarMember(v: Vertex): boolean {
  const base = v.base;
  return (
    base !== null &&
    base.tag >= Tag.Null &&
    base.tag <= Tag.Bytes &&
    v.arcType === ArcType.Member &&
    v.arcs.length === 0
  );
}

/** Whether a field is there, evaluating it if that is the only way to know. */
export function isDefined(c: Context, v: Vertex): boolean {
  if (v.arcType === ArcType.Member) return true;
  if (v.parent !== null && v.parent.status === Status.Finalized) return false;
  c.finalize(v);
  return (v.arcType as ArcType) === ArcType.Member;
}

/** Validation after the evaluation does not name the scopes that a field came through; a test during it does. */
function requiredMissing(c: Context, v: Vertex, more: readonly Node[], scopes: boolean): Bottom {
  const err = c.about(v, () => c.failure("field is required but not present"));
  for (const p of more) addPlace(err.inputs, p.src);
  for (let i = 0; i < v.conjuncts.length; i++) {
    const conjunct = v.conjuncts[i]!;
    if (conjunct.x.tag === Tag.Field && conjunct.x.arcType === ArcType.Required) addPlace(err.inputs, conjunct.x.src);
    if (scopes) addPlace(err.inputs, c.placeOfId(v, conjunct.ci.id));
  }
  return new Bottom(null, err, ErrorCode.Incomplete, v);
}
