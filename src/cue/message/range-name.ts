import { compare, parseDecimal } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import { IntKind, Tag } from "../value/index.ts";
import type { Conjunction } from "../value/index.ts";

interface Range {
  readonly name: string;
  readonly low: Decimal;
  readonly high: Decimal;
}

const decimal = (text: string): Decimal => parseDecimal(text) as Decimal;

function sized(name: string, low: bigint, high: bigint): Range {
  return { name, low: decimal(String(low)), high: decimal(String(high)) };
}

const bits = [8n, 16n, 32n, 64n, 128n];
const ints: readonly Range[] = [
  ...bits.map((n) => sized(`int${n}`, -(2n ** (n - 1n)), 2n ** (n - 1n) - 1n)),
  ...bits.map((n) => sized(`uint${n}`, 0n, 2n ** n - 1n)),
];
const floats: readonly Range[] = [
  ["float32", "3.40282346638528859811704183484516925440e+38"],
  ["float64", "1.797693134862315708145274237317043567981e+308"],
].map(([name, limit]) => ({ name: name as string, low: decimal(`-${limit}`), high: decimal(limit as string) }));

/** The predeclared name of a conjunction of limits, in whatever order they stand, or null. */
export function rangeName(x: Conjunction): string | null {
  let isInt = false;
  let low: Decimal | null = null;
  let high: Decimal | null = null;
  for (const v of x.values) {
    if (v.tag === Tag.BasicType && v.kind === IntKind && !isInt) isInt = true;
    else if (v.tag !== Tag.BoundValue || v.value.tag !== Tag.Num) return null;
    else if (v.op === ">=" && low === null) low = v.value.x;
    else if (v.op === "<=" && high === null) high = v.value.x;
    else return null;
  }
  if (low === null) return null;
  if (high === null) return isInt && low.isZero ? "uint" : null;
  for (const r of isInt ? ints : floats) {
    if (compare(low, r.low) === 0 && compare(high, r.high) === 0) return r.name;
  }
  return null;
}
