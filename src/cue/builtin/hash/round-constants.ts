/**
 * The constants of SHA-2 are the first bits of roots of primes. Computing them takes a millisecond and no table to
 * mistype: 80 cube roots for the rounds, square roots for the initial states.
 */

function primes(n: number): bigint[] {
  const out: bigint[] = [];
  for (let c = 2n; out.length < n; c++) if (out.every((p) => c % p !== 0n)) out.push(c);
  return out;
}

/** Largest integer whose k-th power does not exceed n. */
function integerRoot(n: bigint, k: bigint): bigint {
  let lo = 0n;
  let hi = 1n;
  while (hi ** k <= n) hi *= 2n;
  while (hi - lo > 1n) {
    const mid = (lo + hi) / 2n;
    if (mid ** k <= n) lo = mid;
    else hi = mid;
  }
  return lo;
}

const MASK = (1n << 64n) - 1n;

/** First 64 bits of the fraction of the cube roots of the first n primes. */
export function cubeRootFractions(n: number): bigint[] {
  return primes(n).map((p) => integerRoot(p << 192n, 3n) & MASK);
}

/** First 64 bits of the fraction of the square roots of n primes, after skipping some. */
export function squareRootFractions(n: number, skip = 0): bigint[] {
  return primes(n + skip)
    .slice(skip)
    .map((p) => integerRoot(p << 128n, 2n) & MASK);
}
