/** Deep equality of JSON data; a field that is absent and one that is undefined are the same. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a))
    return a.length === (b as unknown[]).length && a.every((item, i) => sameValue(item, (b as unknown[])[i]));
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
    if (!sameValue(left[name], right[name])) return false;
  return true;
}
