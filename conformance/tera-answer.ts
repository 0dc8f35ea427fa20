import { builtinLibrary } from "../src/tera/library.ts";
import { Engine } from "../src/tera/engine/engine.ts";
import { fromJs } from "../src/tera/value/convert.ts";
import { parseJson } from "../src/tera/value/json.ts";
import { isObject } from "../src/tera/value/value.ts";
import type { ObjectValue, Value } from "../src/tera/value/value.ts";

export interface TeraAnswer {
  readonly id: string;
  readonly output?: string;
  readonly stage?: "parse" | "render";
  readonly error?: readonly string[];
  readonly at?: { readonly line: number; readonly column: number };
}

/** Answers one case, given as a line of JSON: reading it as JavaScript numbers would lose digits. */
export function answerTeraLine(line: string): TeraAnswer {
  const parsed = parseJson(line);
  if (!parsed.ok) throw new Error(`malformed case: ${parsed.message}`);
  return answer(parsed.value as ObjectValue);
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
