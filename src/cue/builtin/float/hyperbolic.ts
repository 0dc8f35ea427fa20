import { exp } from "./exp-log.ts";

/** Hyperbolic functions by exponentials, and by rational approximations near zero. */

export function sinh(x: number): number {
  const a = x < 0 ? -x : x;
  let y: number;
  if (a > 21) y = exp(a) * 0.5;
  else if (a > 0.5) {
    const e = exp(a);
    y = (e - 1 / e) * 0.5;
  } else {
    const s = a * a;
    y =
      (((-0.2630563213397497062819489e2 * s + -0.2894211355989563807284660366e4) * s +
        -0.8991272022039509355398013511e5) *
        s +
        -0.6307673640497716991184787251e6) *
      a;
    y /=
      ((s + -0.173678953558233699533450911e3) * s + 0.1521517378790019070696485176e5) * s +
      -0.6307673640497716991212077277e6;
  }
  return x < 0 ? -y : y;
}

export function cosh(x: number): number {
  const a = Math.abs(x);
  const e = exp(a);
  return a > 21 ? e * 0.5 : (e + 1 / e) * 0.5;
}

export function tanh(x: number): number {
  const a = Math.abs(x);
  if (a > 0.5 * 8.8029691931113054295988e1) return x < 0 ? -1 : 1;
  if (a >= 0.625) {
    const y = 1 - 2 / (exp(2 * a) + 1);
    return x < 0 ? -y : y;
  }
  if (x === 0 || Number.isNaN(x)) return x;
  const s = x * x;
  return (
    x +
    (x * s * ((-9.64399179425052238628e-1 * s + -9.92877231001918586564e1) * s + -1.61468768441708447952e3)) /
      (((s + 1.12811678491632931402e2) * s + 2.23548839060100448583e3) * s + 4.84406305325125486048e3)
  );
}
