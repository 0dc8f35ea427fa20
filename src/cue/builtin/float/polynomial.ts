/** c0 + x·(c1 + x·(c2 + …)), evaluated from the inside. */
export function horner(x: number, c: readonly number[]): number {
  let r = c[c.length - 1] as number;
  for (let i = c.length - 2; i >= 0; i--) r = (c[i] as number) + x * r;
  return r;
}
