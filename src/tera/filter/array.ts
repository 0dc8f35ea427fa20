import type { Args, Filter } from "../compile/library.ts";
import { failure } from "../render/failure.ts";
import { dottedPointer } from "../render/pointer.ts";
import { toFloat } from "../value/number.ts";
import { renderValue, toJson } from "../value/print.ts";
import { compareText, Float, isArray, isNumber, objectOf, sameValue } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { bool, float, input, list, option, required, size, text } from "./argument.ts";

/** Filters of lists. */
export const arrayFilters: Readonly<Record<string, Filter>> = {
  first: (value) => {
    const items = input("first", list, value);
    return items.length === 0 ? "" : (items[0] as Value);
  },
  last: (value) => {
    const items = input("last", list, value);
    return items.length === 0 ? "" : (items[items.length - 1] as Value);
  },
  nth,
  join,
  sort,
  unique,
  slice,
  group_by: groupBy,
  filter: keep,
  map,
  concat,
};

/** In a template `\n` and `\t` are two characters; where they would be of use they are taken for one. */
export function unescapeBreaks(value: string): string {
  return value.includes("\\") ? value.replaceAll("\\n", "\n").replaceAll("\\t", "\t") : value;
}

function nth(value: Value, args: Args): Value {
  const items = input("nth", list, value);
  if (items.length === 0) return "";
  const n = required("nth", size, args, "n", () => failure("The `nth` filter has to have an `n` argument"));
  return items[n] ?? (n < items.length ? null : "");
}

function join(value: Value, args: Args): Value {
  const items = input("join", list, value);
  // The original names another filter here.
  const separator = unescapeBreaks(option("truncate", text, args, "sep", ""));
  let out = "";
  for (let i = 0; i < items.length; i++) {
    if (i > 0) out += separator;
    out += renderValue(items[i] as Value);
  }
  return out;
}

/** The attribute to look at in each item; the item itself if none is named. */
function attributeOf(item: Value, attribute: string): Value {
  const found = dottedPointer(item, attribute);
  if (found === undefined) throw failure(`attribute '${attribute}' does not reference a field`);
  return found;
}

function sort(value: Value, args: Args): Value {
  const items = input("sort", list, value);
  if (items.length === 0) return items;
  const attribute = option("sort", text, args, "attribute", "");
  const order = sortOrder(attributeOf(items[0] as Value, attribute));
  const pairs = items.map((item) => ({ item, key: order.key(attributeOf(item, attribute)) }));
  pairs.sort((a, b) => order.compare(a.key, b.key));
  return pairs.map((pair) => pair.item);
}

interface Order {
  key(value: Value): string | number;
  compare(a: string | number, b: string | number): number;
}

/** The first item decides how all are compared. */
function sortOrder(first: Value): Order {
  if (first === null) throw failure("Null is not a sortable value");
  if (typeof first === "string") {
    return order(
      "string",
      (v) => (typeof v === "string" ? v : undefined),
      (a, b) => compareText(a as string, b as string),
    );
  }
  if (typeof first === "boolean")
    return order("bool", (v) => (typeof v === "boolean" ? Number(v) : undefined), byNumber);
  if (isNumber(first)) return order("number", (v) => (isNumber(v) ? toFloat(v) : undefined), byNumber);
  if (isArray(first)) return order("array", (v) => (isArray(v) ? v.length : undefined), byNumber);
  throw failure("Object is not a sortable value");
}

function order(name: string, read: (v: Value) => string | number | undefined, compare: Order["compare"]): Order {
  const key = (value: Value): string | number => {
    const found = read(value);
    if (found === undefined) throw failure(`expected ${name} got ${toJson(value)}`);
    return found;
  };
  return { key, compare };
}

/** Negative zero comes before zero. */
function byNumber(a: string | number, b: string | number): number {
  const difference = (a as number) - (b as number);
  if (difference !== 0 || a !== 0) return difference;
  return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
}

function unique(value: Value, args: Args): Value {
  const items = input("unique", list, value);
  if (items.length === 0) return items;
  const caseSensitive = option("unique", bool, args, "case_sensitive", false);
  const attribute = option("unique", text, args, "attribute", "");
  const first = attributeOf(items[0] as Value, attribute);
  const kind = uniqueKind(first);
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const key = dottedPointer(item, attribute);
    if (key === undefined) return false;
    if (kindOf(key) !== kind) throw failure("unique filter can't compare multiple types");
    if (key instanceof Float || (typeof key === "bigint" && key > 2n ** 63n - 1n)) {
      throw failure(`expected number got ${toJson(key)}`);
    }
    const mark = typeof key === "string" && !caseSensitive ? key.toLowerCase() : key;
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}

type Kind = "null" | "bool" | "number" | "string" | "array" | "object";

function kindOf(value: Value): Kind {
  if (value === null) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isNumber(value)) return "number";
  return isArray(value) ? "array" : "object";
}

function uniqueKind(first: Value): Kind {
  const kind = kindOf(first);
  if (kind === "null") throw failure("Null is not a unique value");
  if (first instanceof Float) throw failure("Unique floats are not implemented");
  if (kind === "array") throw failure("Unique arrays are not implemented");
  if (kind === "object") throw failure("Unique objects are not implemented");
  return kind;
}

function attributeArgument(filter: string, args: Args): string {
  return required(filter, text, args, "attribute", () =>
    failure(`The \`${filter}\` filter has to have an \`attribute\` argument`),
  );
}

function groupBy(value: Value, args: Args): Value {
  const items = input("group_by", list, value);
  if (items.length === 0) return new Map();
  const attribute = attributeArgument("group_by", args);
  const groups = new Map<string, Value[]>();
  for (const item of items) {
    const found = dottedPointer(item, attribute);
    if (found === undefined || found === null) continue;
    const key = typeof found === "string" ? found : toJson(found);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return objectOf(groups);
}

function keep(value: Value, args: Args): Value {
  const items = input("filter", list, value);
  if (items.length === 0) return items;
  const attribute = attributeArgument("filter", args);
  const wanted = args.get("value") ?? null;
  return items.filter((item) => {
    const found = dottedPointer(item, attribute) ?? null;
    return wanted === null ? found !== null : sameValue(found, wanted);
  });
}

function map(value: Value, args: Args): Value {
  const items = input("map", list, value);
  if (items.length === 0) return items;
  const attribute = attributeArgument("map", args);
  const found: Value[] = [];
  for (const item of items) {
    const part = dottedPointer(item, attribute);
    if (part !== undefined && part !== null) found.push(part);
  }
  return found;
}

function slice(value: Value, args: Args): Value {
  const items = input("slice", list, value);
  if (items.length === 0) return items;
  const index = (at: number): number => Math.max(0, Math.trunc(at >= 0 ? at : items.length + at));
  const start = args.has("start") ? index(option("slice", float, args, "start", 0)) : 0;
  const end = args.has("end") ? index(option("slice", float, args, "end", 0)) : items.length;
  return start >= end ? [] : items.slice(start, end);
}

function concat(value: Value, args: Args): Value {
  const items = input("concat", list, value);
  const more = args.get("with");
  if (more === undefined) throw failure("The `concat` filter has to have a `with` argument");
  return isArray(more) ? [...items, ...more] : [...items, more];
}
