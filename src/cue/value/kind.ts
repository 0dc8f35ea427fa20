/** Kinds as a bit set: what a value may still become. */
export type Kind = number;

export const BottomKind = 0;
export const NullKind = 1;
export const BoolKind = 2;
export const IntKind = 4;
export const FloatKind = 8;
export const StringKind = 16;
export const BytesKind = 32;
export const FuncKind = 64;
export const ListKind = 128;
export const StructKind = 256;

export const NumberKind = IntKind | FloatKind;
export const CompositeKind = ListKind | StructKind;
export const TopKind = 511;
export const ScalarKinds = NullKind | BoolKind | NumberKind | StringKind | BytesKind;

const names: readonly [Kind, string][] = [
  [NullKind, "null"],
  [BoolKind, "bool"],
  [IntKind, "int"],
  [FloatKind, "float"],
  [StringKind, "string"],
  [BytesKind, "bytes"],
  [FuncKind, "func"],
  [ListKind, "list"],
  [StructKind, "struct"],
];

/** The way messages print a kind: one name, `(a|b)` with number last, `_` or `_|_`. */
export function kindString(kind: Kind): string {
  if (kind === BottomKind) return "_|_";
  if (kind === TopKind) return "_";
  const both = (kind & NumberKind) === NumberKind;
  const parts: string[] = [];
  for (const [bit, name] of names) {
    if ((kind & bit) === 0 || (both && (bit & NumberKind) !== 0)) continue;
    parts.push(name);
  }
  if (both) parts.push("number");
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join("|")})`;
}
