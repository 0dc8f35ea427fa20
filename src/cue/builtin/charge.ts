import type { Meter } from "../meter/index.ts";
import { Tag } from "../value/index.ts";
import type { Call, CallResult, Value } from "../value/index.ts";
import { follow } from "./value-kind.ts";

/** Characters that a function looks at for the price of one step. */
const charactersPerStep = 16;

/**
 * Every function pays for what it is given before it looks at it, and for the text that it returns. Those whose result
 * can be much larger than what they are given charge for it themselves, before they make it.
 */
export function chargeArguments(call: Call): void {
  let steps = 1;
  for (const arg of call.args) steps += sizeOf(arg);
  call.meter.steps(steps);
}

export function chargeResult(call: Call, r: CallResult): CallResult {
  if (typeof r === "string") call.meter.bytes(r.length);
  else if (r instanceof Uint8Array) call.meter.bytes(r.length);
  return r;
}

function sizeOf(arg: Value): number {
  const v = follow(arg);
  const x = v.tag === Tag.Vertex && v.base !== null ? v.base : v;
  if (x.tag === Tag.String) return (x.s.length / charactersPerStep) | 0;
  if (x.tag === Tag.Bytes) return (x.b.length / charactersPerStep) | 0;
  return v.tag === Tag.Vertex ? v.arcs.length : 0;
}

/** Text that is made by repeating. */
export function chargeRepeat(meter: Meter, length: number, count: number): void {
  meter.bytes(length * count);
}

/** Work on a number grows with the square of its digits. */
export function chargeDigits(meter: Meter, digits: number): void {
  meter.bytes(digits);
  meter.steps((digits * digits) / 1_000_000);
}

/** Looking for a pattern: by what it is compiled to, and by the text. */
export function chargeSearch(meter: Meter, pattern: number, text: number): void {
  meter.steps((pattern * text) / 64);
}

/** Data in a text: at most one value for each mark that can part two. */
export function chargeData(meter: Meter, text: string, marks: ReadonlySet<string>): string {
  let values = 1;
  for (let i = 0; i < text.length; i++) if (marks.has(text.charAt(i))) values++;
  meter.values(values);
  return text;
}

export const jsonMarks: ReadonlySet<string> = new Set([",", "[", "{", "\n"]);
export const yamlMarks: ReadonlySet<string> = new Set([",", "[", "{", "\n", "*"]);

/** JSON on lines of its own: each begins with a prefix, and an indent for each level. */
export function chargeIndent(meter: Meter, text: string, prefix: number, indent: number): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "[" || c === "{") depth++;
    else if (c === "]" || c === "}") depth--;
    else if (c !== ",") continue;
    meter.bytes(1 + prefix + indent * Math.max(0, depth));
  }
}
