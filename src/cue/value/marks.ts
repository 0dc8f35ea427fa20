/**
 * Marks ride on scalars: whatever is computed from a marked scalar carries its marks.
 * null means unmarked, so a program without marks does no work for them.
 */
export interface MarkSet {
  /** Sorted names. */
  readonly names: readonly string[];
}

export type Marks = MarkSet | null;

/** Marks of literals in a file, by the offset at which a literal starts. */
export type LiteralMarks = ReadonlyMap<number, MarkSet>;

export function unionMarks(a: Marks, b: Marks): Marks {
  if (a === b || b === null) return a;
  if (a === null) return b;
  const names = [...new Set([...a.names, ...b.names])].toSorted();
  return names.length === a.names.length ? a : { names };
}
