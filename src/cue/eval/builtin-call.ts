import type { Meter } from "../meter/index.ts";
import { fromBigInt, fromInt, toBigInt, toFloat64 } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import {
  ArcType,
  Bool,
  Bottom,
  Bytes,
  Conjunct,
  Environment,
  ErrorCode,
  Failure,
  IntKind,
  ListKind,
  ListLit,
  ListMarker,
  NumberKind,
  Num,
  Null,
  Str,
  StringKind,
  Status,
  StructKind,
  Tag,
  Vertex,
  intLabel,
  isIntLabel,
  noCloseInfo,
} from "../value/index.ts";
import type {
  Builtin,
  Call,
  CallEngine,
  CallExpr,
  CallResult,
  Expr,
  Kind,
  Src,
  Value,
  Wording,
} from "../value/index.ts";
import { CallEngineFor } from "./call-engine.ts";
import { Wholly, Mode, ScalarKnown, flags } from "./conditions.ts";
import { addNodePositions, wrapFailure } from "./context.ts";
import type { Context, FormatArg } from "./context.ts";
import { defaultOf } from "./defaults.ts";
import { bottomOf, nodeBehind, isConcrete, isListVertex, kindOf, unwrap, valueOf } from "./vertex-ops.ts";

const zero = fromInt(0);

/** Turns the result of an implementation into a value. */
export function toValue(c: Context, r: CallResult): Value | null {
  if (r === null) return null;
  switch (typeof r) {
    case "string":
      return new Str(c.src, r);
    case "boolean":
      return new Bool(c.src, r);
    case "bigint":
      return new Num(c.src, IntKind, fromBigInt(r));
    case "number":
      return new Num(c.src, IntKind, fromInt(r));
  }
  if (r instanceof Uint8Array) return new Bytes(c.src, r);
  if (Array.isArray(r)) {
    const items = r as readonly CallResult[];
    const plain = items.every((x) => typeof x === "object" && x !== null && "tag" in x);
    return listValue(c, plain ? (items as readonly Value[]) : items.map((x) => toValue(c, x) ?? new Null(null)));
  }
  return r as Value;
}

/** A scalar, or a finished vertex that is one. */
function scalarOf(v: Value): Value | null {
  if (v.tag >= Tag.Null && v.tag <= Tag.Bytes) return v;
  if (v.tag !== Tag.Vertex) return null;
  const d = nodeBehind(v);
  return d.status === Status.Finalized && d.base !== null && d.base.tag >= Tag.Null && d.base.tag <= Tag.Bytes
    ? (d.base as Value)
    : null;
}

/** A closed list of values. Scalars are put in place; anything else is evaluated as a literal would be. */
function listValue(c: Context, values: readonly Value[]): Vertex {
  const scalars = scalarList(c, values);
  if (scalars !== null) return scalars;
  const v = c.inlineVertex(null, [new Conjunct(new Environment(null, null), new ListLit(null, values), noCloseInfo)]);
  c.finalize(v);
  return v;
}

function scalarList(c: Context, values: readonly Value[]): Vertex | null {
  c.meter.values(values.length);
  const list = c.inlineVertex(new ListMarker(null, false), []);
  const env = new Environment(null, null);
  const arcs: Vertex[] = [];
  // Finished vertices get no more conjuncts, so repeated values can share theirs.
  let last: Value | null = null;
  let base: Value | null = null;
  let conjuncts: Conjunct[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as Value;
    if (value !== last) {
      base = scalarOf(value);
      if (base === null) return null;
      conjuncts = [new Conjunct(env, value, noCloseInfo)];
      last = value;
    }
    const a = new Vertex(list, intLabel(i), ArcType.Member);
    a.status = Status.Finalized;
    a.base = base;
    a.nonRooted = true;
    a.conjuncts = conjuncts;
    arcs.push(a);
  }
  list.setArcs(arcs);
  list.status = Status.Finalized;
  return list;
}

const bitLimits = { int: 64, int64: 64, uint: 64, uint8: 8, uint64: 64 } as const;

/** One call of a builtin. */
export class BuiltinCall implements Call {
  readonly args: readonly Value[];
  readonly isValidator: boolean;
  readonly src: Src | null;
  readonly context: Context;
  readonly builtin: Builtin;
  readonly expr: CallExpr | null;
  /** What an accessor found wrong; it takes the place of the result. */
  error: Bottom | null = null;
  #engine: CallEngine | null = null;

  constructor(context: Context, builtin: Builtin, expr: CallExpr | null, args: readonly Value[], isValidator: boolean) {
    this.context = context;
    this.builtin = builtin;
    this.expr = expr;
    this.args = args;
    this.isValidator = isValidator;
    this.src = expr === null ? null : expr.src;
  }

  get failed(): boolean {
    return this.error !== null;
  }

  get meter(): Meter {
    return this.context.meter;
  }

  get engine(): CallEngine {
    return (this.#engine ??= new CallEngineFor(this.context));
  }

  /** The nth argument as it was written; validators have no expression for argument 0. */
  argExpr(i: number): Expr {
    return (this.expr as CallExpr).args[this.isValidator ? i - 1 : i] as Expr;
  }

  value(i: number): Value {
    return this.args[i] as Value;
  }

  schema(i: number): Value {
    const c = this.context;
    const x = this.argExpr(i);
    const src = c.src;
    c.src = x.src;
    const v = c.readWithOrigin(x, flags(ScalarKnown, Mode.Force));
    c.src = src;
    c.ci = c.resultCi;
    return v ?? this.value(i);
  }

  #err(b: Bottom): void {
    this.error ??= b;
  }

  fail(message: string, code: ErrorCode = ErrorCode.Eval): Bottom {
    // The predeclared functions speak for the field they are in.
    if (this.builtin.pkg === "") return new Bottom(null, this.context.failure("%", message), code, null);
    return new Bottom(null, new Failure(null, null, null, [], "%", [message]), code, null);
  }

  failHere(message: string, about: Src | null = null): Bottom {
    const failure = this.context.failure("%", message);
    if (about !== null) failure.inputs.push(about);
    return new Bottom(null, failure, ErrorCode.Eval, null);
  }

  incompleteArgument(i: number): Bottom {
    const v = this.value(i);
    const b = this.context.errorHere("incomplete argument % (type %)", v.tag === Tag.Vertex ? (valueOf(v) ?? v) : v, {
      kind: kindOf(v),
    });
    b.code = ErrorCode.Incomplete;
    return b;
  }

  invalid(message: string): Bottom | boolean {
    return this.isValidator ? this.fail(message) : false;
  }

  #incomplete(format: Wording, ...args: FormatArg[]): void {
    const b = this.context.errorHere(format, ...args);
    b.code = ErrorCode.Incomplete;
    this.#err(b);
  }

  /** The argument is not what it should be: incomplete if it may become so, else final. */
  #wrong(i: number, type: string, kind: Kind, cause: string | null = null): void {
    const arg = this.value(i);
    const v = unwrap(arg);
    if (v !== null && v.tag === Tag.Bottom) return this.#err(v);
    if (v !== null && !isConcrete(v) && (kindOf(v) & kind) !== 0) {
      const f = this.context.failureAt(null, "non-concrete value %", [{ kind: kindOf(v) }]);
      addNodePositions(f.inputs, arg);
      this.#err(
        new Bottom(null, new Failure(null, null, null, f.inputs, f.format, f.args), ErrorCode.Incomplete, null),
      );
      return;
    }
    const c = this.context;
    const f = c.failure("cannot use % (type %) as % in argument %", arg, { kind: kindOf(arg) }, type, i);
    const failure = cause === null ? f : wrapFailure(f, new Failure(null, null, null, [], "%", [cause]));
    this.#err(new Bottom(null, failure, ErrorCode.Eval, null));
  }

  string(i: number): string {
    const v = unwrap(this.value(i));
    if (v !== null && v.tag === Tag.String) return v.s;
    this.#wrong(i, "string", StringKind);
    return "";
  }

  bytes(i: number): Uint8Array {
    const v = unwrap(this.value(i));
    if (v !== null && v.tag === Tag.Bytes) return v.b;
    if (v !== null && v.tag === Tag.String) return new TextEncoder().encode(v.s);
    this.#wrong(i, "bytes", StringKind | 32);
    return new Uint8Array();
  }

  bool(i: number): boolean {
    const v = unwrap(this.value(i));
    if (v !== null && v.tag === Tag.Bool) return v.b;
    this.#wrong(i, "bool", 2);
    return false;
  }

  int(i: number): number {
    return Number(this.sized(i, "int"));
  }

  sized(i: number, type: keyof typeof bitLimits): bigint {
    const name = type === "int" ? "int64" : type === "uint" ? "uint64" : type;
    const v = unwrap(this.value(i));
    const n = v !== null && v.tag === Tag.Num && (v.kind & IntKind) !== 0 ? toBigInt(v.x) : undefined;
    const unsigned = type.startsWith("u");
    if (n === undefined || (unsigned && n < 0n)) {
      this.#wrong(i, name, IntKind);
      return 0n;
    }
    const magnitude = n < 0n ? -n : n;
    if (magnitude >> BigInt(bitLimits[type]) !== 0n) {
      this.#err(this.context.errorHere("int % overflows % in argument %", String(n), name, i));
      return 0n;
    }
    return n;
  }

  bigint(i: number): bigint {
    const v = unwrap(this.value(i));
    const n = v !== null && v.tag === Tag.Num && (v.kind & IntKind) !== 0 ? toBigInt(v.x) : undefined;
    if (n !== undefined) return n;
    this.#wrong(i, "int", IntKind);
    return 0n;
  }

  num(i: number): Decimal {
    const v = unwrap(this.value(i));
    if (v !== null && v.tag === Tag.Num) return v.x;
    this.#wrong(i, "Decimal", NumberKind);
    return zero;
  }

  float(i: number): number {
    const v = unwrap(this.value(i));
    if (v === null || v.tag !== Tag.Num) {
      this.#wrong(i, "float64", NumberKind);
      return 0;
    }
    const n = toFloat64(v.x);
    if (!Number.isFinite(n) && v.x.isFinite)
      this.#wrong(i, "float64", 0, v.x.neg ? "value was rounded down" : "value was rounded up");
    return n;
  }

  #list(i: number): Vertex | null {
    const c = this.context;
    let x = this.value(i);
    if (this.builtin.nonConcrete) x = defaultOf(x);
    let v: Value | null = x;
    if (x.tag === Tag.Vertex) {
      const d = nodeBehind(x);
      if (isListVertex(d)) {
        c.unify(d, Wholly);
        const b = bottomOf(d);
        if (b === null) return d;
        this.#err(b);
        return null;
      }
      v = valueOf(d);
    }
    if (v === null || (kindOf(v) & ListKind) === 0) this.#wrong(i, "list", ListKind);
    else this.#incomplete("non-concrete list for argument %", i);
    return null;
  }

  list(i: number): readonly Value[] {
    const v = this.#list(i);
    return v === null ? [] : v.arcs.filter((a) => isIntLabel(a.label));
  }

  #scalars<T>(i: number, kind: Kind, name: string, read: (v: Value) => T | undefined): T[] {
    const c = this.context;
    const out: T[] = [];
    const v = this.#list(i);
    if (v === null) return out;
    let j = 0;
    for (const w of v.arcs) {
      if (!isIntLabel(w.label)) continue;
      c.finalize(w);
      const x = unwrap(defaultOf(w));
      const got = x === null ? undefined : read(x);
      if (got !== undefined) out.push(got);
      else if (x !== null && x.tag === Tag.Bottom) {
        if (x.isIncomplete) {
          this.#err(x);
          return [];
        }
      } else {
        const k = kindOf(w);
        if ((k & kind) === 0) {
          this.#err(
            c.errorHere(
              "invalid list element % in argument % to call: cannot use value % (%) as %",
              j,
              i,
              w,
              { kind: k },
              name,
            ),
          );
          return out;
        }
        this.#incomplete("non-concrete value % for element % of % list argument %", w, j, name, i);
        return [];
      }
      j++;
    }
    return out;
  }

  stringList(i: number): readonly string[] {
    return this.#scalars(i, StringKind, "string", (v) => (v.tag === Tag.String ? v.s : undefined));
  }

  numList(i: number): readonly Decimal[] {
    return this.#scalars(i, NumberKind, "number", (v) => (v.tag === Tag.Num ? v.x : undefined));
  }

  struct(i: number): Vertex {
    const c = this.context;
    let x = this.value(i);
    if (this.builtin.nonConcrete) x = defaultOf(x);
    let v: Value | null = x;
    if (x.tag === Tag.Vertex) {
      const d = nodeBehind(x);
      if (d.base !== null && d.base.tag === Tag.StructMarker) {
        c.unify(d, Wholly);
        return d;
      }
      v = valueOf(d);
    }
    if (v === null || (kindOf(v) & StructKind) === 0) this.#wrong(i, "struct", StructKind);
    else this.#incomplete("non-concrete struct for argument %", i);
    return c.inlineVertex(null, []);
  }
}
