// A value as one line for tables and messages. Secrets never show; long values are cut.
import { effective } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

const WIDTH = 60;

export function showValue(node: ValueNode, width = WIDTH): string {
  const text = full(node);
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

function full(node: ValueNode): string {
  const value = effective(node);
  switch (value.kind) {
    case "null":
      return "null";
    case "bool":
    case "number":
      return value.text;
    case "string":
      return JSON.stringify(value.text);
    case "bytes":
      return "bytes";
    case "secret":
      return "***";
    case "tag":
      return value.attribute;
    case "expr":
      // What is wrong with it is told as an error, where secrets are hidden: the words of CUE may hold one.
      return value.text.includes("_|_(") ? "_|_" : value.text.replace(/\s+/g, " ");
    case "list":
      // The whole list counts, because it is replaced whole; secrets in it are opaque.
      return `[${value.items.map(full).join(", ")}]`;
    case "struct":
      return value.fields.size === 0 ? "{}" : `{${[...value.fields.keys()].join(", ")}}`;
  }
}
