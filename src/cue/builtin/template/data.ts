/** Values a template works on: plain data, with ints as bigint and floats as number. */
export type TemplateValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly TemplateValue[]
  | ReadonlyMap<string, TemplateValue>;

/** No value at all: what an absent key yields. */
export const MISSING = Symbol("missing");
export type MaybeValue = TemplateValue | typeof MISSING;

/** Go's name of a value's type. */
export function typeName(v: MaybeValue): string {
  if (v === null || v === MISSING) return "<nil>";
  switch (typeof v) {
    case "boolean":
      return "bool";
    case "bigint":
      return v > 0x7fffffffffffffffn || v < -0x8000000000000000n ? "*big.Int" : "int64";
    case "number":
      return "float64";
    case "string":
      return "string";
  }
  if (v instanceof Uint8Array) return "[]uint8";
  return isMap(v) ? "map[string]interface {}" : "[]interface {}";
}

export function isMap(v: MaybeValue): v is ReadonlyMap<string, TemplateValue> {
  return v instanceof Map;
}

export function isList(v: MaybeValue): v is readonly TemplateValue[] {
  return Array.isArray(v);
}

export function isTrue(v: MaybeValue): boolean {
  if (v === null || v === MISSING) return false;
  switch (typeof v) {
    case "boolean":
      return v;
    case "bigint":
      return v !== 0n;
    case "number":
      return v !== 0;
    case "string":
      return v !== "";
  }
  return isMap(v) ? v.size > 0 : v.length > 0;
}
