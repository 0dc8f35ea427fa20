import { bitsOf, fromBits } from "./bits.ts";
import { exp, log } from "./exp-log.ts";
import { horner } from "./polynomial.ts";

/** The error function and its relatives, by the rational approximations of Sun's fdlibm and of Wichura's AS 241. */

const ERX = 8.45062911510467529297e-1;

const SMALL_P = [
  1.28379167095512558561e-1, -3.2504210724700149937e-1, -2.84817495755985104766e-2, -5.77027029648944159157e-3,
  -2.37630166566501626084e-5,
];
const SMALL_Q = [
  1, 3.97917223959155352819e-1, 6.50222499887672944485e-2, 5.08130628187576562776e-3, 1.32494738004321644526e-4,
  -3.9602282787753681232e-6,
];
const ONE_P = [
  -2.36211856075265944077e-3, 4.14856118683748331666e-1, -3.72207876035701323847e-1, 3.18346619901161753674e-1,
  -1.10894694282396677476e-1, 3.54783043256182359371e-2, -2.166375594868790843e-3,
];
const ONE_Q = [
  1, 1.06420880400844228286e-1, 5.40397917702171048937e-1, 7.18286544141962662868e-2, 1.26171219808761642112e-1,
  1.36370839120290507362e-2, 1.1984499846799107417e-2,
];
const TAIL_P = [
  -9.86494403484714822705e-3, -6.93858572707181764372e-1, -1.05586262253232909814e1, -6.23753324503260060396e1,
  -1.62396669462573470355e2, -1.84605092906711035994e2, -8.12874355063065934246e1, -9.81432934416914548592,
];
const TAIL_Q = [
  1, 1.96512716674392571292e1, 1.376577541435190426e2, 4.34565877475229228821e2, 6.45387271733267880336e2,
  4.29008140027567833386e2, 1.08635005541779435134e2, 6.57024977031928170135, -6.04244152148580987438e-2,
];
const FAR_P = [
  -9.86494292470009928597e-3, -7.99283237680523006574e-1, -1.77579549177547519889e1, -1.60636384855821916062e2,
  -6.37566443368389627722e2, -1.02509513161107724954e3, -4.83519191608651397019e2,
];
const FAR_Q = [
  1, 3.03380607434824582924e1, 3.25792512996573918826e2, 1.53672958608443695994e3, 3.19985821950859553908e3,
  2.55305040643316442583e3, 4.74528541206955367215e2, -2.24409524465858183362e1,
];

/** exp(-x²) times the approximation of the tail, for x >= 1.25. */
function tail(x: number): number {
  const s = 1 / (x * x);
  const near = x < 1 / 0.35;
  const ratio = near ? horner(s, TAIL_P) / horner(s, TAIL_Q) : horner(s, FAR_P) / horner(s, FAR_Q);
  // Splitting x keeps the square exact.
  const z = fromBits(bitsOf(x) & 0xffffffff00000000n);
  return exp(-z * z - 0.5625) * exp((z - x) * (z + x) + ratio);
}

export function erf(value: number): number {
  if (Number.isNaN(value)) return NaN;
  const negative = value < 0;
  const x = negative ? -value : value;
  if (x === Infinity) return negative ? -1 : 1;
  let y: number;
  if (x < 0.84375) {
    if (x < 2 ** -28) {
      y =
        x < 2.848094538889218e-306 ? 0.125 * (8.0 * x + 1.02703333676410069053 * x) : x + 1.28379167095512586316e-1 * x;
    } else {
      const z = x * x;
      y = x + x * (horner(z, SMALL_P) / horner(z, SMALL_Q));
    }
  } else if (x < 1.25) {
    const s = x - 1;
    y = ERX + horner(s, ONE_P) / horner(s, ONE_Q);
  } else if (x >= 6) {
    y = 1;
  } else {
    y = 1 - tail(x) / x;
  }
  return negative ? -y : y;
}

export function erfc(value: number): number {
  if (Number.isNaN(value)) return NaN;
  const negative = value < 0;
  const x = negative ? -value : value;
  if (x === Infinity) return negative ? 2 : 0;
  if (x < 0.84375) {
    let y = x;
    if (x >= 2 ** -56) {
      const z = x * x;
      const r = horner(z, SMALL_P) / horner(z, SMALL_Q);
      y = x < 0.25 ? x + x * r : 0.5 + (x * r + (x - 0.5));
    }
    return negative ? 1 + y : 1 - y;
  }
  if (x < 1.25) {
    const s = x - 1;
    const ratio = horner(s, ONE_P) / horner(s, ONE_Q);
    return negative ? 1 + ERX + ratio : 1 - ERX - ratio;
  }
  if (x >= 28 || (negative && x > 6 && x >= 1 / 0.35)) return negative ? 2 : 0;
  const r = tail(x) / x;
  return negative ? 2 - r : r;
}

const MIDDLE_P = [
  1.1975323115670912564578, 4.7072688112383978012285e1, 6.9706266534389598238465e2, 4.8548868893843886794648e3,
  1.6235862515167575384252e4, 2.3782041382114385731252e4, 1.1819493347062294404278e4, 8.87094069625455148302e2,
];
const MIDDLE_Q = [
  1.0, 4.2313330701600911252e1, 6.871870074920579083e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
  3.930789580009271061e4, 2.8729085735721942674e4, 5.226495278852854561e3,
];
const OUTER_P = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258,
  2.4178072517745061177e-1, 2.27238449892691845833e-2, 7.7454501427834140764e-4,
];
const OUTER_Q = [
  1.4142135623730950488016887, 2.9036514445419946173133295, 2.3707661626024532365971225, 9.7547832001787427186894837e-1,
  2.0945065210512749128288442e-1, 2.1494160384252876777097297e-2, 7.7441459065157709165577218e-4,
  1.4859850019840355905497876e-9,
];
const EDGE_P = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 2.9656057182850489123e-1,
  2.6532189526576123093e-2, 1.2426609473880784386e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const EDGE_Q = [
  1.414213562373095048801689, 8.482908416595164588112026e-1, 1.936480946950659106176712e-1,
  2.103693768272068968719679e-2, 1.112800997078859844711555e-3, 2.61108840508059362513802e-5,
  2.010321207683943062279931e-7, 2.891024605872965461538222e-15,
];

export function erfinv(value: number): number {
  if (!(value > -1 && value < 1)) return value === 1 ? Infinity : value === -1 ? -Infinity : NaN;
  const x = value < 0 ? -value : value;
  let y: number;
  if (x <= 0.85) {
    const r = 0.180625 - 0.25 * x * x;
    y = (x * horner(r, MIDDLE_P)) / horner(r, MIDDLE_Q);
  } else {
    let r = Math.sqrt(Math.LN2 - log(1 - x));
    if (r <= 5) {
      r -= 1.6;
      y = horner(r, OUTER_P) / horner(r, OUTER_Q);
    } else {
      r -= 5;
      y = horner(r, EDGE_P) / horner(r, EDGE_Q);
    }
  }
  return value < 0 ? -y : y;
}

export function erfcinv(x: number): number {
  return erfinv(1 - x);
}
