import { parseNumber, toText } from "../number/index.ts";

/** A number literal of CUE in its plain form, and whether it is an integer; undefined if it is no number. */
export function decimalText(literal: string): { readonly text: string; readonly isInt: boolean } | undefined {
  const parsed = parseNumber(literal);
  if (typeof parsed === "string") return undefined;
  const text = toText(parsed.value);
  // A float without its point would be read as an integer.
  return { isInt: parsed.isInt, text: parsed.isInt || /[.Ee]/.test(text) ? text : `${text}.0` };
}
