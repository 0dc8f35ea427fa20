/**
 * Marks ride on scalars: whatever is computed from a marked scalar carries its marks.
 * null means unmarked, so a program without marks does no work for them.
 */
export interface MarkSet {
  /** Sorted names. */
  readonly names: readonly string[];
  /** Hears every text that gets these marks: what is made from a secret must be known before an error shows it. */
  readonly tell?: ((text: string) => void) | undefined;
}

export type Marks = MarkSet | null;

/** Marks of literals in a file, by the offset at which a literal starts. */
export type LiteralMarks = ReadonlyMap<number, MarkSet>;

export function unionMarks(a: Marks, b: Marks): Marks {
  if (a === b || b === null) return a;
  if (a === null) return b;
  const names = [...new Set([...a.names, ...b.names])].toSorted();
  if (names.length === a.names.length) return a;
  const tell = a.tell ?? b.tell;
  return tell === undefined ? { names } : { names, tell };
}

/** Bytes are shown as text, or as one of the codings that functions have for them. */
export function tellBytes(tell: (text: string) => void, bytes: Uint8Array): void {
  tell(new TextDecoder().decode(bytes));
  let raw = "";
  let hex = "";
  for (const byte of bytes) {
    raw += String.fromCharCode(byte);
    hex += byte.toString(16).padStart(2, "0");
  }
  tell(hex);
  tell(btoa(raw));
}
