import { quoteString } from "../../cue/syntax/index.ts";
import type { MarkSet } from "../../cue/value/index.ts";
import { isSecret, reveal } from "../../secrets/index.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { markedAs } from "../sealed-value.ts";

/** Data as CUE for a job, with the places of what is secret: it is marked there again. */
export function plainSource(data: Plain, at: number): { text: string; marks: ReadonlyMap<number, MarkSet> } {
  const marks = new Map<number, MarkSet>();
  let text = "";
  const write = (value: Plain): void => {
    if (isSecret(value)) {
      marks.set(at + text.length, { names: markedAs(value).names });
      text += quoteString(reveal(value));
    } else if (typeof value === "string") text += quoteString(value);
    else if (value === null || typeof value !== "object") text += String(value);
    else if (Array.isArray(value)) {
      text += "[";
      for (const item of value as readonly Plain[]) {
        write(item);
        text += ", ";
      }
      text += "]";
    } else {
      text += "{";
      for (const [name, inner] of Object.entries(value as PlainStruct)) {
        text += `${quoteString(name)}: `;
        write(inner);
        text += ", ";
      }
      text += "}";
    }
  };
  write(data);
  return { text, marks };
}

/** Data without secrets as CUE: JSON is CUE, but for the characters that only JSON escapes by halves. */
export function json(value: Plain): string {
  return plainSource(value, 0).text;
}
