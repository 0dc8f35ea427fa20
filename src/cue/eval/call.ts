import {
  Bottom,
  BottomKind,
  BuiltinValidator,
  Conjunct,
  BinaryExpr,
  ErrorCode,
  FuncKind,
  ListKind,
  StructKind,
  Tag,
  hasDefault,
  noCloseInfo,
  noEnvironment,
  unionMarks,
} from "../value/index.ts";
import type { Builtin, CallExpr, Disjunction, Marks, Src, Value } from "../value/index.ts";
import { BuiltinCall, toValue } from "./builtin-call.ts";
import { ConcreteOrWait, DisjunctionDone, FieldsKnown, ScalarKnown, conditionOf, flags, modeOf } from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { addPlace, mergeErrors, inProgressMarker, wrapFailure } from "./context.ts";
import type { Context } from "./context.ts";
import { deepMarks, markedExpr, withMarks } from "./marked.ts";
import { marksOf } from "./operators.ts";
import { bottomOf, isConcrete, kindOf, unwrap } from "./vertex-ops.ts";

/** Evaluates a call: of a function, or of a validator that still waits for its value. */
export function callBuiltin(c: Context, x: CallExpr, f: Flags): Value | null {
  const fun = c.readConcrete(x.fun, ConcreteOrWait);
  if (fun === null) {
    if (c.errs === null) c.fail("cannot call non-function % (type %)", x.fun, { kind: BottomKind });
    return null;
  }
  if (fun.tag === Tag.Builtin) return call(c, fun, x, f);
  if (fun.tag === Tag.BuiltinValidator) {
    if (fun.call !== null) {
      c.fail("cannot call previously called validator %", x.fun);
      return null;
    }
    if (fun.builtin.isValidator(x.args.length)) return new BuiltinValidator(x, fun.builtin, fun.args);
    return call(c, fun.builtin, x, f);
  }
  const kind = kindOf(fun);
  if (!isConcrete(fun) && (kind & FuncKind) !== 0)
    c.failAt(ErrorCode.Incomplete, x.fun.src, "cannot call non-concrete value % (type %)", x.fun, { kind });
  else c.fail("cannot call non-function % (type %)", x.fun, { kind });
  return null;
}

/** Functions whose arguments are read by the function itself. */
const isRaw = (b: Builtin): boolean => b.pkg === "" && b.name === "error";

function call(c: Context, b: Builtin, x: CallExpr, f: Flags): Value | null {
  if (isRaw(b)) {
    if (!checkCount(c, b, x.src, x.args.length)) return null;
    const result = b.impl(new BuiltinCall(c, b, x, [], false));
    return result as Value;
  }
  return c.openly(() => callWithArgs(c, b, x, f));
}

function callWithArgs(c: Context, b: Builtin, x: CallExpr, f: Flags): Value | null {
  const args: Value[] = [];
  for (const a of x.args) {
    const errs = c.errs;
    c.errs = null;
    const v = b.nonConcrete
      ? c.readExpr(a, f)
      : c.readConcrete(a, f | flags(conditionOf(f) | FieldsKnown | ScalarKnown | DisjunctionDone, modeOf(f)));
    if (v === null) {
      if (c.errs === null) c.failAt(ErrorCode.Eval, null, "argument % to function % is incomplete", args.length, x.fun);
    } else if (v.tag === Tag.Bottom) {
      // A bare cycle marker would let a composite result pass as anything.
      const copy = v === inProgressMarker && (b.result === StructKind || b.result === ListKind);
      c.errs = mergeErrors(a.src, c.errs, copy ? new Bottom(v.src, v.err, v.code, v.node) : v);
    } else args.push(v);
    c.errs = mergeErrors(a.src, errs, c.errs);
  }
  if (c.errs !== null) return null;
  if (b.isValidator(args.length)) return new BuiltinValidator(x, b, args);
  const result = invoke(c, b, x, args, false);
  if (result === null) return null;
  if (result.tag === Tag.Bottom) {
    const outer = c.failureAt(x.src, "error in call to %", [b.qualifiedName]);
    return new Bottom(null, wrapFailure(outer, result.err), result.code, c.vertex);
  }
  const marked = c.hasMarks || c.runtime.hasMarks === true ? markResult(c, b, args, result) : result;
  const value = c.readWithOrigin(marked, flags(conditionOf(f), modeOf(f)));
  c.ci = c.resultCi;
  return value;
}

/** The result of a call with the marks of its arguments. */
function markResult(c: Context, b: Builtin, args: readonly Value[], result: Value): Value {
  const marks = args.reduce((m: Marks, a) => unionMarks(m, deepMarks(a, c.runtime.labels)), null);
  if (marks === null) return result;
  if (result.tag !== Tag.Vertex) return withMarks(result, marks);
  // Functions over lists hand on the elements they were given, each with its own marks; sorting strings makes new ones.
  if (b.pkg === "" || (b.pkg === "list" && b.name !== "SortStrings")) return result;
  const expr = markedExpr(result, c.runtime, (scalar) =>
    withMarks(scalar as Value, unionMarks(marks, marksOf(scalar as Value))),
  );
  if (expr === result) return result;
  const v = c.inlineVertex(null, [new Conjunct(noEnvironment, expr, noCloseInfo)]);
  c.finalize(v);
  return v;
}

function checkCount(c: Context, b: Builtin, pos: Src | null, n: number): boolean {
  const want = b.params.length;
  if (n > want) c.failAt(ErrorCode.Eval, pos, "too many arguments in call to % (have %, want %)", b, n, want);
  else if (n < want && !hasDefault(b.params[n]))
    c.failAt(ErrorCode.Eval, pos, "not enough arguments in call to % (have %, want %)", b, n, want);
  else return true;
  return false;
}

/** Checks the arguments and runs the function; null with an error recorded. */
function invoke(
  c: Context,
  b: Builtin,
  x: CallExpr | null,
  given: readonly Value[],
  isValidator: boolean,
): Value | null {
  if (!checkCount(c, b, x === null ? null : x.src, given.length)) return null;
  const args = [...given];
  for (let i = args.length; i < b.params.length; i++) args.push((b.params[i]!.value as Disjunction).values[0] as Value);
  for (let i = 0; i < args.length; i++) {
    const a = args[i] as Value;
    const err = a.tag === Tag.Vertex ? bottomOf(a) : a.tag === Tag.Bottom ? a : null;
    if (err !== null) return err;
    const param = b.params[i] as (typeof b.params)[number];
    const k = kindOf(a);
    if ((param.kind & k) === 0) {
      c.failAt(
        ErrorCode.Eval,
        a.src,
        "cannot use % (type %) as % in argument % to %",
        a,
        { kind: k },
        { kind: param.kind },
        i + 1,
        b,
      );
      return null;
    }
    if (param.value !== undefined) {
      const env = c.env ?? noEnvironment;
      const n = c.inlineVertex(null, [new Conjunct(env, new BinaryExpr(null, "&", param.value, a), c.ci)]);
      c.finalize(n);
      if (bottomOf(n) !== null) {
        c.failAt(ErrorCode.Eval, a.src, "cannot use % as % in argument % to %", a, param.value, i + 1, b);
        return null;
      }
      args[i] = n;
    }
  }
  const bc = new BuiltinCall(c, b, x, args, isValidator);
  const before = c.isValidator;
  c.isValidator = isValidator;
  const raw = c.openly(() => b.impl(bc));
  c.isValidator = before;
  if (bc.error !== null) return bc.error;
  return toValue(c, raw);
}

/** Tests a value with a validator; null when it holds. */
export function checkValidator(c: Context, x: BuiltinValidator, v: Value): Bottom | null {
  const b = x.builtin;
  const args = [v, ...x.args];
  const result = invoke(c, b, x.call, args, true);
  if (result === null || (result.tag === Tag.Bool && result.b)) return null;
  const cause = result.tag === Tag.Bottom ? result : null;
  if (cause === null && result.tag !== Tag.Bool) return c.errorHere("invalid validator %", b.qualifiedName);
  const own = unwrap(v);
  if (own !== null && own.tag === Tag.Bottom) return own;
  let name = b.qualifiedName;
  if (!b.nonConcrete && x.args.length > 0) name += `(${x.args.map((a) => c.runtime.text(a)).join(", ")})`;
  const f = c.failureAt(x.src, "invalid value % (does not satisfy %)", [v, name]);
  for (const a of args) addPlace(f.inputs, a.src);
  return new Bottom(
    null,
    cause === null ? f : wrapFailure(f, cause.err),
    cause === null ? ErrorCode.Eval : cause.code,
    c.vertex,
  );
}
