import type { Filter, TemplateFunction } from "../compile/library.ts";
import { text } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { camelCase, kebabCase, pascalCase, snakeCase } from "../text/case.ts";
import { sha256, toHex, utf8 } from "../text/hash.ts";
import { slugify } from "../text/slug.ts";
import { encodeToml } from "../text/toml.ts";
import { renderValue } from "../value/print.ts";
import type { Value } from "../value/value.ts";
import { readsSecret } from "./builtin.ts";
import { Call } from "./call.ts";
import type { CallState } from "./call.ts";
import { pick, sample, sequence, shuffle, weighted } from "./collection.ts";
import { fake, fakeKinds, fakes } from "./fake.ts";
import { baggage, randomHex, spanId, traceId, traceparent, ulid, uuidV4, uuidV5, uuidV7 } from "./identifier.ts";
import { dateRfc3339, nowMilliseconds, nowPlus, nowRfc3339, nowUnix } from "./time.ts";

const functions: Readonly<Record<string, (call: Call) => Value>> = {
  sha256: (call) => toHex(sha256(utf8(call.required("s", text)))),
  toml_encode: (call) => encodeToml(call.value("value")),
  now_rfc3339: nowRfc3339,
  now_unix: nowUnix,
  now_ms: nowMilliseconds,
  now_plus: nowPlus,
  date_rfc3339: dateRfc3339,
  rand_hex: randomHex,
  uuid_v4: uuidV4,
  uuid_v5: uuidV5,
  uuid_v7: uuidV7,
  ulid,
  trace_id: traceId,
  span_id: spanId,
  traceparent,
  baggage,
  seq: sequence,
  pick,
  weighted,
  shuffle,
  sample,
  slug: (call) => slugify(call.required("s", text)),
  kebab: (call) => kebabCase(call.required("s", text)),
  snake: (call) => snakeCase(call.required("s", text)),
  fake,
  fake_kinds: fakeKinds,
};

/** The functions that templates of this tool have beyond Tera's own. */
export function originFunctions(state: CallState): ReadonlyMap<string, TemplateFunction> {
  const table = new Map<string, TemplateFunction>([["env", envFunction(state)]]);
  for (const [name, run] of Object.entries(functions)) {
    table.set(name, { call: (args) => run(new Call(name, args, state)) });
  }
  for (const [name, make] of Object.entries(fakes)) {
    table.set(name, {
      call: (args) => {
        const call = new Call(name, args, state);
        return make(call.random(), call);
      },
    });
  }
  return table;
}

/** An environment variable. One that is not set is a mistake, unless `default` follows. */
function envFunction(state: CallState): TemplateFunction {
  const find = (args: ReadonlyMap<string, Value>): string | undefined =>
    state.host.env(new Call("env", args, state).required("name", text));
  return {
    call: (args) => {
      const value = find(args);
      if (value === undefined)
        throw failure(`Environment variable \`${renderValue(args.get("name") ?? "")}\` not found`);
      return value;
    },
    tryCall: find,
    isSecret: readsSecret,
  };
}

/** Works on what is no string too, by what it prints. */
function printed(change: (text: string) => string): Filter {
  return (value) => change(renderValue(value));
}

export const originFilters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ["camel", printed(camelCase)],
  ["pascal", printed(pascalCase)],
  ["snake", printed(snakeCase)],
  ["kebab", printed(kebabCase)],
  ["slug", printed(slugify)],
  ["upper", printed((s) => s.toUpperCase())],
  ["lower", printed((s) => s.toLowerCase())],
  ["toml_encode", encodeToml],
]);
