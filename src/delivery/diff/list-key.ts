/**
 * What tells the elements of a list apart: the fields that Kubernetes merges lists by, and those that lists of custom
 * resources usually have. Of several the first that every element of both lists has, with another value each.
 */
const CANDIDATES: readonly (readonly string[])[] = [
  ["name"],
  ["key"],
  ["mountPath"],
  ["devicePath"],
  ["containerPort", "protocol"],
  ["containerPort"],
  ["port", "protocol"],
  ["port"],
  ["topologyKey", "whenUnsatisfiable"],
  ["topologyKey"],
  ["ip"],
  ["host"],
  ["path", "pathType"],
  ["path"],
  ["secretName"],
  ["kind", "name", "namespace"],
  ["id"],
  ["uid"],
  ["type"],
];

/** The key of an element as text, `name=web`; undefined if elements have none, and only their place tells. */
export function listKey(a: readonly unknown[], b: readonly unknown[]): ((item: unknown) => string) | undefined {
  if (a.length === 0 && b.length === 0) return undefined;
  if ([...a, ...b].every((item) => typeof item === "string"))
    return distinct(a, JSON.stringify) && distinct(b, JSON.stringify) && shared(a, b) ? JSON.stringify : undefined;
  for (const fields of CANDIDATES) {
    const key = (item: unknown): string | undefined => keyOf(item, fields);
    if (distinct(a, key) && distinct(b, key)) return key as (item: unknown) => string;
  }
  return undefined;
}

function keyOf(item: unknown, fields: readonly string[]): string | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const record = item as Readonly<Record<string, unknown>>;
  const parts: string[] = [];
  for (const field of fields) {
    const value = record[field];
    if (!["string", "number", "bigint"].includes(typeof value)) return undefined;
    parts.push(`${field}=${String(value as string)}`);
  }
  return parts.join(",");
}

function distinct(items: readonly unknown[], key: (item: unknown) => string | undefined): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = key(item);
    if (text === undefined || seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** Texts with nothing in common are better shown side by side. */
function shared(a: readonly unknown[], b: readonly unknown[]): boolean {
  const left = new Set(a);
  return a.length === 0 || b.length === 0 || b.some((item) => left.has(item));
}
