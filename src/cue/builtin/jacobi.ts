/** The Jacobi symbol (x/y) for odd y. */
export function jacobi(x: bigint, y: bigint): number {
  let a = x;
  let b = y;
  let result = 1;
  if (b < 0n) {
    if (a < 0n) result = -1;
    b = -b;
  }
  for (;;) {
    if (b === 1n) return result;
    if (a === 0n) return 0;
    a = ((a % b) + b) % b;
    if (a === 0n) return 0;
    let twos = 0;
    while ((a & 1n) === 0n) {
      a >>= 1n;
      twos++;
    }
    if (twos % 2 === 1) {
      const m = b & 7n;
      if (m === 3n || m === 5n) result = -result;
    }
    if ((b & 3n) === 3n && (a & 3n) === 3n) result = -result;
    [a, b] = [b, a];
  }
}
