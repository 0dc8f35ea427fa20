// Powers of ten and digit counts: the two things every decimal operation asks for.

const TABLE: bigint[] = [1n];

/** 10^n. Small powers are remembered, large ones computed. */
export function pow10(n: number): bigint {
  if (n < 512) {
    for (let i = TABLE.length; i <= n; i++) TABLE.push(TABLE[i - 1]! * 10n);
    return TABLE[n]!;
  }
  return 10n ** BigInt(n);
}

const LOG10_OF_16 = Math.log10(16);

/** Number of decimal digits of a non-negative integer; zero has one. */
export function digitCount(n: bigint): number {
  if (n < 10000000000000000n) return digitCountSmall(Number(n));
  const hex = n.toString(16);
  const guess = Math.floor((hex.length - 1) * LOG10_OF_16) + 1;
  // The guess is low by at most two: a hexadecimal digit spans 1.2 decimal ones.
  let d = guess > 1 ? guess - 1 : 1;
  while (n >= pow10(d)) d++;
  return d;
}

/** Number of decimal digits of a non-negative integer below 10^16. */
export function digitCountSmall(n: number): number {
  let d = 1;
  let limit = 10;
  while (n >= limit) {
    d++;
    limit *= 10;
  }
  return d;
}

/** Number of zeros at the end of a positive integer's decimal digits. The text is faster than dividing by ten again and again. */
export function trailingZeros(n: bigint): number {
  if ((n & 1n) === 1n) return 0;
  const text = n.toString();
  let i = text.length;
  while (text.charCodeAt(i - 1) === 0x30) i--;
  return text.length - i;
}
