import { float, int64, list, size, text } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import type { Value } from "../value/value.ts";
import type { Call } from "./call.ts";

/** A counter by name: `start` on the first call of a render, `step` more on each further one. */
export function sequence(call: Call): Value {
  const name = call.required("name", text);
  const start = Number(call.optional("start", int64) ?? 0);
  const step = Number(call.optional("step", int64) ?? 1);
  const { counters } = call.state;
  const value = counters.get(name) ?? start;
  counters.set(name, value + step);
  return value;
}

function items(call: Call): readonly Value[] {
  const found = call.required("list", list);
  if (found.length === 0) throw failure(`Function \`${call.name}\` was called with an empty list`);
  return found;
}

export function pick(call: Call): Value {
  return call.random().pick(items(call));
}

/** One of `[value, weight]` pairs. */
export function weighted(call: Call): Value {
  const pairs = call.required("pairs", list).map((pair) => {
    const [value, weight] = list.read(pair) ?? [];
    const number = weight === undefined ? undefined : float.read(weight);
    if (value === undefined || number === undefined || number < 0) {
      throw failure("Function `weighted` wants pairs of a value and its weight");
    }
    return { value, weight: number };
  });
  const total = pairs.reduce((sum, pair) => sum + pair.weight, 0);
  if (total <= 0) throw failure("Function `weighted` was called without any weight");
  let left = call.random().fraction() * total;
  for (const pair of pairs) {
    left -= pair.weight;
    if (left < 0) return pair.value;
  }
  return (pairs[pairs.length - 1] as { value: Value }).value;
}

/** Fisher and Yates. */
export function shuffle(call: Call): readonly Value[] {
  const out = [...call.required("list", list)];
  const random = call.random();
  for (let i = out.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    [out[i], out[j]] = [out[j] as Value, out[i] as Value];
  }
  return out;
}

export function sample(call: Call): Value {
  return shuffle(call).slice(0, call.required("k", size));
}
