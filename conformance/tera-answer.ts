import { Engine, Float, builtinLibrary, fromJs, isObject, parseJson, parseNumber } from "../src/tera/index.ts";
import type { ObjectValue, Value } from "../src/tera/index.ts";

export interface TeraAnswer {
  readonly id: string;
  readonly output?: string;
  readonly stage?: "parse" | "render";
  readonly error?: readonly string[];
  readonly at?: { readonly line: number; readonly column: number };
}

/** Answers one case, given as a line of JSON: reading it as JavaScript numbers would lose digits. */
export function answerTeraLine(line: string): TeraAnswer {
  const parsed = parseJson(line, judgeNumber);
  if (!parsed.ok) throw new Error(`malformed case: ${parsed.message}`);
  return answer(parsed.value as ObjectValue);
}

/**
 * A number as the judge read it: its reader takes the digits for one integer and scales that by a power of
 * ten in floating point, which is quick and, for long numbers, off by a bit. The answers hold what came of it.
 */
function judgeNumber(text: string): Value {
  const exact = parseNumber(text);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text);
  if (!(exact instanceof Float) || !match) return exact;
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  let significand = 0n;
  let exponent = Number(power) - fraction.length;
  const digits = whole + fraction;
  for (let i = 0; i < digits.length; i++) {
    const next = significand * 10n + BigInt(digits.charAt(i));
    if (next >= 2n ** 64n) {
      // What does not fit is dropped.
      exponent += digits.length - i;
      break;
    }
    significand = next;
  }
  let value = Number(significand);
  for (; exponent < -308 && value !== 0; exponent += 308) value /= 1e308;
  const scale = Number(`1e${Math.min(Math.abs(exponent), 308)}`);
  value = exponent < 0 ? value / scale : value * scale;
  return new Float(sign === "-" ? -value : value);
}

/** Answers one case that is an object already. */
export function answerTera(caseObject: object): TeraAnswer {
  return answer(fromJs(caseObject) as ObjectValue);
}

function answer(item: ObjectValue): TeraAnswer {
  const id = String(item.get("id"));
  const env = entries(item.get("env"));
  const library = builtinLibrary({
    env: (name) => (name === "TZ" ? "UTC" : (env.get(name) as string | undefined)),
    now: Date.now,
    random: Math.random,
  });
  const suffixes = item.get("autoescape_suffixes");
  const autoescape = Array.isArray(suffixes) ? suffixes.map(String) : item.get("autoescape") === true ? [""] : [];
  const engine = new Engine({ library, autoescape });
  const failure = engine.load([...entries(item.get("templates"))].map(([name, text]) => [name, String(text)]));
  const result = failure
    ? ({ ok: false, failure } as const)
    : engine.render(String(item.get("entry") ?? ""), entries(item.get("context")));
  if (result.ok) return { id, output: result.output };
  const { stage, messages, syntax, at } = result.failure;
  return { id, stage, error: messages, ...(syntax && at && { at: { line: at.line, column: at.column } }) };
}

function entries(value: Value | undefined): ObjectValue {
  return isObject(value) ? value : new Map<string, Value>();
}
