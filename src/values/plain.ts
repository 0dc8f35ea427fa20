// The tree as plain data, for printing and for tests. Secrets stay masks; objects have no prototype.
import { effective } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

type Plain = null | boolean | number | bigint | string | Plain[] | { [name: string]: Plain };

/** Integers beyond 2^53 become BigInt; expressions without a default become their text. */
export function toPlain(node: ValueNode): Plain {
  const value = effective(node);
  switch (value.kind) {
    case "null":
      return null;
    case "bool":
      return value.text === "true";
    case "number":
      return numberOf(value.text);
    case "list":
      return value.items.map(toPlain);
    case "struct": {
      const out: { [name: string]: Plain } = Object.create(null) as { [name: string]: Plain };
      for (const [name, inner] of value.fields) out[name] = toPlain(inner);
      return out;
    }
    case "secret":
      return "***";
    case "tag":
      return value.attribute;
    default:
      return value.text;
  }
}

function numberOf(text: string): number | bigint {
  const dense = text.replaceAll("_", "");
  const value = Number(dense);
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(dense)) return BigInt(dense);
  return value;
}
