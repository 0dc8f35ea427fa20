import type { Args, Filter } from "../compile/library.ts";
import { dateFilter } from "../date/filter.ts";
import { failure } from "../render/failure.ts";
import { countChars } from "../text/grapheme.ts";
import { renderValue, toJson, toPrettyJson } from "../value/print.ts";
import { isArray, isObject } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { required, text } from "./argument.ts";

/** Filters of several types. */
export const anyTypeFilters: Readonly<Record<string, Filter>> = {
  length,
  reverse,
  date: dateFilter,
  json_encode: (value, args) => (args.get("pretty") === true ? toPrettyJson(value) : toJson(value)),
  as_str: renderValue,
  get,
};

function length(value: Value): Value {
  if (isArray(value)) return value.length;
  if (isObject(value)) return value.size;
  if (typeof value === "string") return countChars(value);
  throw failure("Filter `length` was used on a value that isn't an array, an object, or a string.");
}

function reverse(value: Value): Value {
  if (isArray(value)) return value.toReversed ? value.toReversed() : [...value].reverse();
  if (typeof value === "string") return [...value].reverse().join("");
  throw failure(
    `Filter \`reverse\` received an incorrect type for arg \`value\`: got \`${toJson(value)}\` but expected Array|String`,
  );
}

function get(value: Value, args: Args): Value {
  const otherwise = args.get("default");
  const key = required("get", text, args, "key", () => failure("The `get` filter has to have an `key` argument"));
  if (!isObject(value)) throw failure("Filter `get` was used on a value that isn't an object");
  const found = value.get(key) ?? (value.has(key) ? null : otherwise);
  if (found === undefined) throw failure(`Filter \`get\` tried to get key \`${key}\` but it wasn't found`);
  return found;
}
