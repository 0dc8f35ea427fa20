import { fromInt, toText } from "../number/index.ts";
import { engineBuiltins } from "../compile/index.ts";
import {
  ArcType,
  Bool,
  Bottom,
  BoundValue,
  Conjunct,
  Conjunction,
  CycleType,
  DisjunctionExpr,
  Environment,
  ErrorCode,
  Failure,
  IntKind,
  NumberKind,
  BoolKind,
  BytesKind,
  Num,
  StringKind,
  Tag,
  Top,
  Vertex,
  isIntLabel,
} from "../value/index.ts";
import type { Call, CallResult, Value, Wording } from "../value/index.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { unifyValues } from "./call-engine.ts";
import { Wholly, Mode, ScalarKnown, flags } from "./conditions.ts";
import type { Context, FormatArg } from "./context.ts";
import { toInterpolated, typeError } from "./convert.ts";
import { ambiguous, takeDefault } from "./defaults.ts";
import { share } from "./share.ts";
import { toData } from "./to-data.ts";
import { validateVertex } from "./validate.ts";
import { bottomOf, concreteness, nodeBehind, isListVertex, kindOf, unwrap } from "./vertex-ops.ts";

const finalCheck = { final: true, reportIncomplete: true } as const;

/** The builtins that are part of the evaluator itself. */
export function installEngineBuiltins(): void {
  engineBuiltins.error = (call) => errorValue(call as BuiltinCall);
  engineBuiltins.close = (call) => closeValue(call as BuiltinCall);
  engineBuiltins.closeAll = (call) => closeAll(call as BuiltinCall);
  engineBuiltins.reclose = (call) => reclose(call as BuiltinCall);
  engineBuiltins.and = (call) => and(call as BuiltinCall);
  engineBuiltins.or = (call) => or(call as BuiltinCall);
  engineBuiltins.matchN = (call) => matchN(call as BuiltinCall);
  engineBuiltins.matchIf = (call) => matchIf(call as BuiltinCall);
  engineBuiltins.testExperiment = (call: Call) => call.fail("testing experiment disabled");
}

function errorValue(call: BuiltinCall): CallResult {
  const c = call.context;
  let format: Wording = "%";
  let args: FormatArg[] = [];
  // As a validator, `a: error`, it has nothing to say.
  const arg = call.isValidator ? null : call.argExpr(0);
  if (arg === null) args = [""];
  else if (arg.tag === Tag.Interpolation) {
    format = "%".repeat(arg.parts.length) as Wording;
    arg.parts.forEach((part, i) => {
      if (i % 2 === 0) {
        args.push(part.tag === Tag.String ? part.s : "");
        return;
      }
      const y = evaluateKeepState(c, part);
      if (c.takeErrs() !== null || y === null) args.push(part);
      else if (concreteness(y) === 1 && (kindOf(y) & (NumberKind | StringKind | BytesKind | BoolKind)) !== 0)
        args.push(toInterpolated(c, y));
      else args.push(y);
    });
  } else args = [toInterpolated(c, evaluateKeepState(c, arg))];
  return new Bottom(c.src, c.failureAt(c.src, format, args, "user"), ErrorCode.User, c.vertex);
}

function evaluateKeepState(c: Context, x: Parameters<Context["readWithOrigin"]>[0]): Value | null {
  const src = c.src;
  c.src = x.src;
  const value = c.readWithOrigin(x, flags(ScalarKnown, Mode.Force));
  c.src = src;
  c.ci = c.resultCi;
  return value;
}

function closeValue(call: BuiltinCall): CallResult {
  const c = call.context;
  const s = call.value(0);
  if (s.tag !== Tag.Vertex) return call.fail("struct argument must be concrete");
  const v = c.inlineVertex(null, s.conjuncts.slice());
  const n = c.state(v);
  if (n !== null && !n.isShared)
    share(c, n, new Conjunct(new Environment(null, null), s, c.ci.withCycle(CycleType.None, null)), s, c.ci);
  v.closedNonRecursive = true;
  return v;
}

function closeAll(call: BuiltinCall): CallResult {
  const x = call.argExpr(0);
  if (x.tag !== Tag.StructLit && x.tag !== Tag.ListLit) return call.fail("argument must be a struct or list literal");
  if (x.src === null || !x.src.features.explicitOpen)
    return call.fail("__closeAll may only be used when explicitopen is enabled");
  const s = call.value(0);
  if (s.tag !== Tag.Vertex) return call.fail("struct argument must be concrete");
  s.closedRecursive = true;
  return s;
}

function reclose(call: BuiltinCall): CallResult {
  const x = call.argExpr(0);
  if (x.tag === Tag.CallExpr) {
    if (x.fun.tag !== Tag.Builtin || x.fun.name !== "close")
      return call.fail("argument must be a struct or list literal, or a close() call");
  } else if (x.tag !== Tag.StructLit && x.tag !== Tag.ListLit)
    return call.fail("argument must be a struct or list literal");
  if (x.src === null || !x.src.features.explicitOpen)
    return call.fail("__reclose may only be used when explicitopen is enabled");
  const arg = call.value(0);
  if (arg.tag === Tag.Vertex && arg.state !== null) {
    if (arg.state.embedClosedness === 2) arg.closedRecursive = true;
    else if (arg.state.embedClosedness === 1) arg.closedNonRecursive = true;
  }
  return arg;
}

/** The elements of a list as they are. */
function rawElements(c: Context, value: Value): Vertex[] {
  const d = takeDefault(c, value);
  const v = d === ambiguous ? value : d;
  if (v === null || v.tag !== Tag.Vertex || !isListVertex(v)) {
    typeError(c, v, 128, null);
    return [];
  }
  return v.arcs.filter((a) => isIntLabel(a.label));
}

function and(call: BuiltinCall): CallResult {
  const values = rawElements(call.context, call.value(0));
  return values.length === 0 ? new Top(null) : new Conjunction(null, values);
}

function or(call: BuiltinCall): CallResult {
  const c = call.context;
  const values = rawElements(c, call.value(0));
  if (values.length === 0)
    return new Bottom(
      null,
      new Failure(null, null, c.src, [], "empty list in call to or", []),
      ErrorCode.Incomplete,
      null,
    );
  const v = new Vertex(null, 0, ArcType.Member);
  const d = new DisjunctionExpr(
    null,
    values.map((expr) => ({ expr, isDefault: false })),
    false,
  );
  v.conjuncts = [new Conjunct(new Environment(null, null), d, c.ci)];
  c.unify(v, Wholly);
  return v;
}

/** The value under test as plain data, or null when it is in error. */
function testedData(call: BuiltinCall): Value | null {
  const c = call.context;
  const self = call.value(0);
  if (self.tag !== Tag.Vertex) return self.tag === Tag.Bottom ? null : self;
  const data = toData(c, self);
  return bottomOf(data) === null ? data : null;
}

function structuralCycle(call: BuiltinCall): Bottom | null {
  const c = call.context;
  if (c.ci.cycleType !== CycleType.Cyclic) return null;
  return new Bottom(null, c.failureAt(call.src, "structural cycle", []), ErrorCode.StructuralCycle, null);
}

function matchN(call: BuiltinCall): CallResult {
  const c = call.context;
  if (!c.isValidator) return call.fail("matchN is a validator and should not be used as a function");
  const self = testedData(call);
  if (self === null) return false;
  const cycle = structuralCycle(call);
  if (cycle !== null) return cycle;
  const errs: Bottom[] = [];
  let count = 0;
  let possible = 0;
  const key = dataKey(self, 0);
  for (const check of rawElements(c, call.value(2))) {
    c.finalize(check);
    const err = testSchema(c, self, key, check);
    if (err === null) count++;
    else {
      errs.push(err);
      if (err.isIncomplete) possible++;
    }
  }
  const b = checkCount(c, call.value(1), count, count + possible);
  if (b === null) return true;
  for (const err of errs) if (!b.isIncomplete || err.isIncomplete) c.addError(err);
  return b;
}

/** Tests data against a schema; the same test at the same place is made once. */
function testSchema(c: Context, self: Value, key: string | null, check: Vertex): Bottom | null {
  if (key === null || c.vertex === null) return validateVertex(c, unifyValues(c, self, check), finalCheck);
  const schema = nodeBehind(check);
  let tests = c.schemaTests.get(schema);
  if (tests === undefined) c.schemaTests.set(schema, (tests = []));
  const { parent, label } = c.vertex;
  const known = tests.find((t) => t.key === key && t.parent === parent && t.label === label);
  if (known !== undefined) return known.err;
  const err = validateVertex(c, unifyValues(c, self, check), finalCheck);
  tests.push({ key, parent, label, err });
  return err;
}

/** A text that tells small data apart; null when it would be long. */
function dataKey(v: Value, depth: number): string | null {
  const x = unwrap(v);
  if (x === null || depth > 3) return null;
  switch (x.tag) {
    case Tag.Null:
      return "null";
    case Tag.Bool:
      return String(x.b);
    case Tag.Num:
      return `${x.kind}n${toText(x.x)}`;
    case Tag.String:
      return JSON.stringify(x.s);
    case Tag.Vertex: {
      if (x.arcs.length > 16 || x.base === null || (x.base.tag !== Tag.StructMarker && x.base.tag !== Tag.ListMarker))
        return null;
      let key = String(x.base.tag);
      for (const a of x.arcs) {
        const inner = dataKey(a, depth + 1);
        if (inner === null) return null;
        key += `,${a.label}:${inner}`;
      }
      return `{${key}}`;
    }
    default:
      return null;
  }
}

function checkCount(c: Context, bound: Value, count: number, max: number): Bottom | null {
  const num = (n: number): Num => new Num(c.src, IntKind, fromInt(n));
  const satisfies = (...values: Value[]): boolean => {
    const v = new Vertex(null, 0, ArcType.Member);
    v.conjuncts = values.map((x) => new Conjunct(new Environment(null, null), x, c.ci));
    c.finalize(v);
    return bottomOf(v) === null;
  };
  if (satisfies(bound, num(count))) return null;
  const b = c.errorHere("% matched, expected %", count, bound);
  if (bound.tag === Tag.Num) {
    if (bound.x.int > count && bound.x.int <= max) b.code = ErrorCode.Incomplete;
  } else if (
    bound.tag !== Tag.BoundValue ||
    satisfies(bound, new BoundValue(null, ">=", num(count)), new BoundValue(null, "<=", num(max)))
  )
    b.code = ErrorCode.Incomplete;
  return b;
}

function matchIf(call: BuiltinCall): CallResult {
  const c = call.context;
  if (!c.isValidator) return call.fail("matchIf is a validator and should not be used as a function");
  const self = testedData(call);
  if (self === null) return false;
  const cycle = structuralCycle(call);
  if (cycle !== null) return cycle;
  const schema = (i: number): Vertex => {
    const v = new Vertex(null, 0, ArcType.Member);
    v.conjuncts = [new Conjunct(c.env as Environment, call.argExpr(i), c.ci)];
    return v;
  };
  const condition = validateVertex(c, unifyValues(c, self, schema(1)), finalCheck);
  const err = validateVertex(c, unifyValues(c, self, schema(condition === null ? 2 : 3)), finalCheck);
  return err ?? new Bool(null, true);
}
