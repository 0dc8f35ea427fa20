import {
  absolute,
  ceil,
  cubeRoot,
  divide,
  DOWN,
  exp,
  finite,
  floor,
  fromInt,
  HALF_EVEN,
  HALF_UP,
  isFailure,
  ln,
  log10,
  log2,
  power,
  split,
  subtract,
  toBigInt,
  toIntegral,
  TWO,
  withSign,
  ZERO,
  PRECISION,
  roundTo,
} from "../number/index.ts";
import type { ArithmeticFailure, Decimal, Rounding } from "../number/index.ts";
import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { BOOL, decimal, definePackage, float, fn, I, N, number } from "./define.ts";
import type { Member } from "./define.ts";
import { j0, j1, jn, y0, y1, yn } from "./float/bessel.ts";
import { ldexp } from "./float/bits.ts";
import { erf, erfc, erfcinv, erfinv } from "./float/erf.ts";
import { gamma } from "./float/gamma.ts";
import { cosh, sinh, tanh } from "./float/hyperbolic.ts";
import { ilogb, logb, remainder } from "./float/remainder.ts";
import { acos, asin, asinh, atan, atan2, cos, sin, tan } from "./float/trigonometric.ts";
import { jacobi } from "./jacobi.ts";

/** Functions of float64, by one or two arguments. */
const real = (f: (x: number) => number): Member => fn([N], N, (c) => float(c, f(c.float(0))));
const real2 = (f: (x: number, y: number) => number): Member =>
  fn([N, N], N, (c) => float(c, f(c.float(0), c.float(1))));

/** Functions of decimals. */
const exact = (f: (x: Decimal) => Decimal | ArithmeticFailure): Member => fn([N], N, (c) => decimal(c, f(c.num(0))));
const exact2 = (f: (x: Decimal, y: Decimal) => Decimal | ArithmeticFailure): Member =>
  fn([N, N], N, (c) => decimal(c, f(c.num(0), c.num(1))));

export function mathPackage(): BuiltinPackage {
  return definePackage("math", { ...constants(), ...decimals(), ...floats() });
}

function constants(): Record<string, Member> {
  const table: Record<string, string | number> = {
    MaxExp: 2147483647,
    MinExp: -2147483648,
    MaxPrec: 4294967295,
    ToNearestEven: 0,
    ToNearestAway: 1,
    ToZero: 2,
    AwayFromZero: 3,
    ToNegativeInf: 4,
    ToPositiveInf: 5,
    Below: -1,
    Exact: 0,
    Above: 1,
    MaxBase: 62,
    E: "2.71828182845904523536028747135266249775724709369995957496696763",
    Pi: "3.14159265358979323846264338327950288419716939937510582097494459",
    Phi: "1.61803398874989484820458683436563811772030917980576286213544861",
    Sqrt2: "1.41421356237309504880168872420969807856967187537694807317667974",
    SqrtE: "1.64872127070012814684865078781416357165377610071014801157507931",
    SqrtPi: "1.77245385090551602729816748334114518279754945612238712821380779",
    SqrtPhi: "1.27201964951406896425242246173749149171560804184009624861664038",
    Ln2: "0.693147180559945309417232121458176568075500134360255254120680009",
    Log2E: "1.442695040888963407359924681001892137426645954152985934135449408",
    Ln10: "2.3025850929940456840179914546843642076011014886287729760333278",
    Log10E: "0.43429448190325182765112891891660508229439700580366656611445378",
  };
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, number(value)]));
}

function decimals(): Record<string, Member> {
  return {
    Jacobi: fn([I, I], I, (c) => {
      const y = c.bigint(1);
      if (!c.failed && (y & 1n) === 0n) {
        return c.fail(`big: invalid 2nd argument to Int.Jacobi: need odd integer but got ${y}`);
      }
      return jacobi(c.bigint(0), y);
    }),
    Floor: fn([N], I, (c) => integer(c, floor(c.num(0)))),
    Ceil: fn([N], I, (c) => integer(c, ceil(c.num(0)))),
    Trunc: fn([N], I, (c) => rounded(c, DOWN)),
    Round: fn([N], I, (c) => rounded(c, HALF_UP)),
    RoundToEven: fn([N], I, (c) => rounded(c, HALF_EVEN)),
    MultipleOf: fn([N, N], BOOL, (c) => {
      const q = divide(c.num(0), c.num(1));
      return isFailure(q) ? c.fail(q.reason) : split(q).fraction.isZero;
    }),
    Abs: exact((x) => roundTo(absolute(x), PRECISION, HALF_UP)),
    Cbrt: exact(cubeRoot),
    Copysign: exact2((x, y) => withSign(x, y.neg)),
    Dim: exact2((x, y) => {
      const d = subtract(x, y);
      return !isFailure(d) && d.neg ? ZERO : d;
    }),
    Exp: exact(exp),
    Exp2: exact((x) => power(TWO, x)),
    Log: exact(ln),
    Log10: exact(log10),
    Log2: exact(log2),
    Pow: exact2(power),
    Pow10: fn([I], N, (c) => {
      const n = c.bigint(0);
      if (n > 2147483647n || n < -2147483648n) return c.fail(`int ${n} overflows int32 in argument 0`);
      return decimal(c, n === 0n ? fromInt(1) : finite(false, 1n, Number(n)));
    }),
    Signbit: fn([N], BOOL, (c) => c.num(0).neg),
  };
}

function integer(c: Call, n: bigint | ArithmeticFailure): CallResult {
  return isFailure(n) ? c.fail(n.reason) : n;
}

function rounded(c: Call, mode: Rounding): CallResult {
  const r = toIntegral(c.num(0), mode);
  return isFailure(r) ? c.fail(r.reason) : (toBigInt(r) ?? 0n);
}

function floats(): Record<string, Member> {
  return {
    Acosh: real(Math.acosh),
    Asin: real(asin),
    Acos: real(acos),
    Asinh: real(asinh),
    Atan: real(atan),
    Atan2: real2(atan2),
    Atanh: real(Math.atanh),
    Erf: real(erf),
    Erfc: real(erfc),
    Erfinv: real(erfinv),
    Erfcinv: real(erfcinv),
    Expm1: real(Math.expm1),
    Gamma: real(gamma),
    Hypot: real2(Math.hypot),
    J0: real(j0),
    Y0: real(y0),
    J1: real(j1),
    Y1: real(y1),
    Jn: fn([I, N], N, (c) => float(c, jn(c.int(0), c.float(1)))),
    Yn: fn([I, N], N, (c) => float(c, yn(c.int(0), c.float(1)))),
    Ldexp: fn([N, I], N, (c) => float(c, ldexp(c.float(0), c.int(1)))),
    Log1p: real(Math.log1p),
    Logb: real(logb),
    Ilogb: fn([N], I, (c) => ilogb(c.float(0))),
    Mod: real2((x, y) => x % y),
    Remainder: real2(remainder),
    Cos: real(cos),
    Sin: real(sin),
    Sinh: real(sinh),
    Cosh: real(cosh),
    Sqrt: real(Math.sqrt),
    Tan: real(tan),
    Tanh: real(tanh),
  };
}
