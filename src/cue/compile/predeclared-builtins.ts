import { integerDivide, integerModulo, integerQuotient, integerRemainder, isFailure } from "../number/index.ts";
import type { ArithmeticFailure, Decimal } from "../number/index.ts";
import {
  ArcType,
  Bottom,
  BottomKind,
  Builtin,
  BytesKind,
  ErrorCode,
  Failure,
  IntKind,
  ListKind,
  Num,
  StringKind,
  StructKind,
  Tag,
  TopKind,
  BoolKind,
  isIntLabel,
  isRegularLabel,
} from "../value/index.ts";
import type { Call, CallResult, Param, Vertex } from "../value/index.ts";

/**
 * Functions whose meaning is part of the evaluator. It fills these in before anything is evaluated;
 * until then they are errors of ours.
 */
export interface EngineBuiltins {
  close: (call: Call) => CallResult;
  closeAll: (call: Call) => CallResult;
  reclose: (call: Call) => CallResult;
  and: (call: Call) => CallResult;
  or: (call: Call) => CallResult;
  matchN: (call: Call) => CallResult;
  matchIf: (call: Call) => CallResult;
  error: (call: Call) => CallResult;
  testExperiment: (call: Call) => CallResult;
}

const missing = (): never => {
  throw new Error("the evaluator has not provided this builtin");
};

export const engineBuiltins: EngineBuiltins = {
  close: missing,
  closeAll: missing,
  reclose: missing,
  and: missing,
  or: missing,
  matchN: missing,
  matchIf: missing,
  error: missing,
  testExperiment: missing,
};

const top: Param = { kind: TopKind };
const int: Param = { kind: IntKind };
const list: Param = { kind: ListKind };

function builtin(
  name: string,
  params: readonly Param[],
  result: number,
  impl: (call: Call) => CallResult,
  nonConcrete = false,
): Builtin {
  return new Builtin("", name, params, result, impl, nonConcrete);
}

const lenKinds = StructKind | BytesKind | StringKind | ListKind;

export const errorBuiltin = builtin("error", [{ kind: StringKind }], BottomKind, (call) => engineBuiltins.error(call));
export const lenBuiltin = builtin("len", [{ kind: lenKinds }], IntKind, length);
export const closeBuiltin = builtin("close", [{ kind: StructKind }], StructKind, (call) => engineBuiltins.close(call));
export const closeAllBuiltin = builtin("__closeAll", [top], TopKind, (call) => engineBuiltins.closeAll(call));
export const recloseBuiltin = builtin("__reclose", [top], TopKind, (call) => engineBuiltins.reclose(call));
export const andBuiltin = builtin("and", [list], IntKind, (call) => engineBuiltins.and(call));
export const orBuiltin = builtin("or", [list], IntKind, (call) => engineBuiltins.or(call), true);
export const matchNBuiltin = builtin("matchN", [top, int, list], BoolKind, (call) => engineBuiltins.matchN(call), true);
export const matchIfBuiltin = builtin(
  "matchIf",
  [top, top, top, top],
  BoolKind,
  (call) => engineBuiltins.matchIf(call),
  true,
);
export const testExperimentBuiltin = builtin("testExperiment", [top], TopKind, (call) =>
  engineBuiltins.testExperiment(call),
);
export const divBuiltin = integerOperation("div", integerDivide);
export const modBuiltin = integerOperation("mod", integerModulo);
export const quoBuiltin = integerOperation("quo", integerQuotient);
export const remBuiltin = integerOperation("rem", integerRemainder);

/** Whoever finds it among the conjuncts of a node must not share the node. */
export const noShareSentinel = new Bottom(null, new Failure(null, null, null, [], "", []), ErrorCode.Incomplete, null);

function integerOperation(name: string, operate: (a: Decimal, b: Decimal) => Decimal | ArithmeticFailure): Builtin {
  return builtin(name, [int, int], IntKind, (call) => {
    const a = call.num(0);
    const b = call.num(1);
    if (call.failed) return null;
    if (b.isZero) return call.fail("division by zero");
    const r = operate(a, b);
    return isFailure(r) ? call.fail(r.reason) : new Num(call.src, IntKind, r);
  });
}

/** Bytes of a string, elements of a list, regular fields of a struct. */
function length(call: Call): CallResult {
  const v = call.value(0);
  switch (v.tag) {
    case Tag.String:
      return utf8Length(v.s);
    case Tag.Bytes:
      return v.b.length;
    case Tag.Vertex:
      return vertexLength(call, v);
    default:
      return call.incompleteArgument(0);
  }
}

function vertexLength(call: Call, v: Vertex): CallResult {
  const base = v.base;
  switch (base?.tag) {
    case Tag.StructMarker:
    case Tag.ListMarker: {
      const isList = base.tag === Tag.ListMarker;
      let n = 0;
      for (const a of v.arcs) {
        if (a.arcType !== ArcType.Member) continue;
        if (isList ? isIntLabel(a.label) : isRegularLabel(a.label)) n++;
      }
      return n;
    }
    case Tag.String:
      return utf8Length(base.s);
    case Tag.Bytes:
      return base.b.length;
    default:
      return call.incompleteArgument(0);
  }
}

function utf8Length(s: string): number {
  let n = s.length;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    // A surrogate pair is two units and four bytes.
    if (c >= 0xd800 && c < 0xe000) n += 1;
    else if (c > 0x7ff) n += 2;
    else if (c > 0x7f) n += 1;
  }
  return n;
}
