import { expect, test } from "vitest";
import { j0, jn, y1 } from "./bessel.ts";
import { fma, frexp, ldexp } from "./bits.ts";
import { erf, erfc, erfinv } from "./erf.ts";
import { exp, log } from "./exp-log.ts";
import { gamma } from "./gamma.ts";
import { cosh, sinh, tanh } from "./hyperbolic.ts";
import { ilogb, remainder } from "./remainder.ts";
import { acos, asin, atan, cos, sin, tan } from "./trigonometric.ts";

// Values of Go's math package, whose last bits these functions share.
test.each([
  ["sin 1", sin(1), 0.8414709848078965],
  ["sin 1e22", sin(1e22), -0.8522008497671889],
  ["cos 2", cos(2), -0.4161468365471424],
  ["tan 1.5", tan(1.5), 14.101419947171719],
  ["asin 0.5", asin(0.5), 0.5235987755982989],
  ["acos 0.5", acos(0.5), 1.0471975511965976],
  ["atan 3", atan(3), 1.2490457723982544],
  ["sinh 1", sinh(1), 1.1752011936438014],
  ["cosh 1", cosh(1), 1.5430806348152437],
  ["tanh 1", tanh(1), 0.7615941559557649],
  ["exp 1", exp(1), 2.718281828459045],
  ["log 10", log(10), 2.302585092994046],
  ["erf 0.5", erf(0.5), 0.5204998778130465],
  ["erfc 2", erfc(2), 0.004677734981047265],
  ["erfinv 0.5", erfinv(0.5), 0.4769362762044699],
  ["gamma 5", gamma(5), 24],
  ["gamma 0.5", gamma(0.5), 1.7724538509055159],
  ["j0 2.5", j0(2.5), -0.048383776468198025],
  ["jn(3, 1.5)", jn(3, 1.5), 0.06096395114113963],
  ["y1 2", y1(2), -0.10703243154093756],
])("%s", (_, got, want) => {
  expect(got).toBe(want);
});

test("bits", () => {
  expect(frexp(8)).toEqual({ fraction: 0.5, exponent: 4 });
  expect(ldexp(0.5, 4)).toBe(8);
  expect(ldexp(1, -1074)).toBe(5e-324);
  expect(ldexp(1, 2000)).toBe(Infinity);
  expect(fma(2 ** 27 + 1, 2 ** 27 + 1, -(2 ** 54))).toBe(2 ** 28 + 1);
});

test("remainders and exponents", () => {
  expect(remainder(7, 4)).toBe(-1);
  expect(Object.is(remainder(-4, 2), -0)).toBe(true);
  expect(ilogb(8)).toBe(3);
  expect(ilogb(0)).toBe(-2147483648);
});
