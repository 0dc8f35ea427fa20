import { compareBytes } from "../../codec/index.ts";
import { formatFloat } from "../conv/format-float.ts";
import { isMap, MISSING } from "./data.ts";
import type { MaybeValue, TemplateValue } from "./data.ts";

/** A value as Go prints it with %v. */
export function valueText(v: MaybeValue): string {
  if (v === null || v === MISSING) return "<nil>";
  switch (typeof v) {
    case "string":
      return v;
    case "number":
      return floatText(v);
    case "boolean":
    case "bigint":
      return String(v);
  }
  if (v instanceof Uint8Array) return `[${v.join(" ")}]`;
  if (isMap(v))
    return `map[${sortedEntries(v)
      .map(([k, x]) => `${k}:${valueText(x)}`)
      .join(" ")}]`;
  return `[${(v as readonly TemplateValue[]).map(valueText).join(" ")}]`;
}

/** The shortest digits; an exponent below 1e-4 and from 1e21 on. */
function floatText(f: number): string {
  if (!Number.isFinite(f)) return Number.isNaN(f) ? "NaN" : f > 0 ? "+Inf" : "-Inf";
  const e = f === 0 ? 0 : Number(f.toExponential().split("e")[1]);
  return formatFloat(f, e < -4 || e >= 21 ? "e" : "f", -1, 64);
}

export function sortedEntries(m: ReadonlyMap<string, TemplateValue>): [string, TemplateValue][] {
  return [...m].sort((a, b) => compareBytes(a[0], b[0]));
}

/** fmt.Sprint: a space between operands if neither is a string. */
export function sprint(values: readonly MaybeValue[]): string {
  let out = "";
  values.forEach((v, i) => {
    if (i > 0 && typeof v !== "string" && typeof values[i - 1] !== "string") out += " ";
    out += valueText(v);
  });
  return out;
}

export function sprintln(values: readonly MaybeValue[]): string {
  return values.map(valueText).join(" ") + "\n";
}
