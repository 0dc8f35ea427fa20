import { compareBytes } from "../../codec/index.ts";
import { jsEscape, templateHtmlEscape } from "../html/template-escape.ts";
import { escapeUrl } from "../inet/url.ts";
import { Failed } from "../define.ts";
import { decodeUtf8, encodeUtf8 } from "../text/utf8.ts";
import { isList, isMap, isTrue, MISSING, typeName } from "./data.ts";
import type { MaybeValue } from "./data.ts";
import { sprint, sprintln, valueText } from "./print.ts";
import { sprintf } from "./sprintf.ts";

interface TemplateFunction {
  /** Arguments it needs; more are welcome if `variadic`. */
  readonly fixed: number;
  readonly variadic: boolean;
  readonly call: (args: readonly MaybeValue[]) => MaybeValue | Failed;
}

const fixed = (n: number, call: TemplateFunction["call"]): TemplateFunction => ({ fixed: n, variadic: false, call });
const variadic = (n: number, call: TemplateFunction["call"]): TemplateFunction => ({ fixed: n, variadic: true, call });

/** `and` and `or` evaluate lazily and are not here. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map([
  ["and", variadic(1, () => MISSING)],
  ["or", variadic(1, () => MISSING)],
  ["not", fixed(1, ([v]) => !isTrue(v as MaybeValue))],
  ["len", fixed(1, ([v]) => length(v as MaybeValue))],
  ["index", variadic(1, index)],
  ["slice", variadic(1, slice)],
  ["print", variadic(0, sprint)],
  ["println", variadic(0, sprintln)],
  ["printf", variadic(1, printf)],
  ["html", variadic(0, (a) => templateHtmlEscape(joined(a)))],
  ["js", variadic(0, (a) => jsEscape(joined(a)))],
  ["urlquery", variadic(0, (a) => escapeUrl(joined(a), "query"))],
  ["call", variadic(1, call)],
  ["eq", variadic(1, (a) => equalsAny(a))],
  ["ne", fixed(2, (a) => negated(equalsAny(a)))],
  ["lt", fixed(2, ([x, y]) => less(x as MaybeValue, y as MaybeValue))],
  ["le", fixed(2, (a) => lessOrEqual(a))],
  ["gt", fixed(2, (a) => negated(lessOrEqual(a)))],
  ["ge", fixed(2, ([x, y]) => negated(less(x as MaybeValue, y as MaybeValue)))],
]);

const isNil = (v: MaybeValue): boolean => v === null || v === MISSING;

function joined(args: readonly MaybeValue[]): string {
  if (args.length === 1 && typeof args[0] === "string") return args[0];
  return sprint(args.map((v) => (isNil(v) ? "<no value>" : v)));
}

function printf(args: readonly MaybeValue[]): MaybeValue | Failed {
  const format = args[0] as MaybeValue;
  if (typeof format !== "string") return new Failed(`wrong type for value; expected string; got ${typeName(format)}`);
  return sprintf(format, args.slice(1));
}

function call(args: readonly MaybeValue[]): Failed {
  const f = args[0] as MaybeValue;
  return new Failed(isNil(f) ? "call of nil" : `non-function ${valueText(f)} of type ${typeName(f)}`);
}

function length(v: MaybeValue): MaybeValue | Failed {
  if (isNil(v)) return new Failed("len of nil pointer");
  if (typeof v === "string") return BigInt(encodeUtf8(v).length);
  if (v instanceof Uint8Array || isList(v)) return BigInt(v.length);
  return isMap(v) ? BigInt(v.size) : new Failed(`len of type ${typeName(v)}`);
}

function indexArgument(v: MaybeValue, limit: number): number | Failed {
  if (isNil(v)) return new Failed("cannot index slice/array with nil");
  if (typeof v !== "bigint") return new Failed(`cannot index slice/array with type ${typeName(v)}`);
  return v < 0n || v > BigInt(limit) ? new Failed(`index out of range: ${v}`) : Number(v);
}

function index(args: readonly MaybeValue[]): MaybeValue | Failed {
  let item = args[0] as MaybeValue;
  if (isNil(item)) return new Failed("index of untyped nil");
  for (const key of args.slice(1)) {
    if (isNil(item)) return new Failed("index of nil pointer");
    if (isMap(item)) {
      if (isNil(key)) return new Failed("value is nil; should be of type string");
      if (typeof key !== "string") return new Failed(`value has type ${typeName(key)}; should be string`);
      item = item.get(key) ?? MISSING;
      continue;
    }
    const bytes = typeof item === "string" ? encodeUtf8(item) : item;
    if (!(bytes instanceof Uint8Array) && !isList(bytes))
      return new Failed(`can't index item of type ${typeName(item)}`);
    const i = indexArgument(key, bytes.length);
    if (i instanceof Failed) return i;
    if (i === bytes.length)
      return new Failed(`reflect: ${typeof item === "string" ? "string" : "slice"} index out of range`);
    item = bytes instanceof Uint8Array ? BigInt(bytes[i] as number) : (bytes[i] as MaybeValue);
  }
  return item;
}

function slice(args: readonly MaybeValue[]): MaybeValue | Failed {
  const item = args[0] as MaybeValue;
  const at = args.slice(1);
  if (isNil(item)) return new Failed("slice of untyped nil");
  if (at.length > 3) return new Failed(`too many slice indexes: ${at.length}`);
  const bytes = typeof item === "string" ? encodeUtf8(item) : item;
  if (typeof item === "string" && at.length === 3) return new Failed("cannot 3-index slice a string");
  if (!(bytes instanceof Uint8Array) && !isList(bytes)) return new Failed(`can't slice item of type ${typeName(item)}`);
  const bounds = [0, bytes.length];
  for (let i = 0; i < at.length; i++) {
    const n = indexArgument(at[i] as MaybeValue, bytes.length);
    if (n instanceof Failed) return n;
    bounds[i] = n;
  }
  const [from, to, cap] = bounds as [number, number, number?];
  if (from > to) return new Failed(`invalid slice index: ${from} > ${to}`);
  if (cap !== undefined && to > cap) return new Failed(`invalid slice index: ${to} > ${cap}`);
  if (typeof item === "string") return decodeUtf8((bytes as Uint8Array).slice(from, to));
  return bytes.slice(from, to);
}

type Basic = "bool" | "int" | "float" | "string" | undefined;

function basicKind(v: MaybeValue): Basic {
  switch (typeof v) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "float";
    case "string":
      return "string";
    default:
      return undefined;
  }
}

const incompatible = (a: MaybeValue, b: MaybeValue): Failed =>
  new Failed(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);

function equalsAny(args: readonly MaybeValue[]): boolean | Failed {
  const [first, ...rest] = args as [MaybeValue, ...MaybeValue[]];
  if (rest.length === 0) return new Failed("missing argument for comparison");
  for (const other of rest) {
    const [k1, k2] = [basicKind(first), basicKind(other)];
    if (k1 !== k2) {
      if (!isNil(first) && !isNil(other)) return incompatible(first, other);
      continue;
    }
    if (k1 === undefined) {
      if (!isNil(first) && !isNil(other)) {
        return new Failed(
          `non-comparable types ${valueText(first)}: ${typeName(first)}, ${typeName(other)}: ${valueText(other)}`,
        );
      }
      if (isNil(first) === isNil(other)) return true;
    } else if (first === other) return true;
  }
  return false;
}

function less(a: MaybeValue, b: MaybeValue): boolean | Failed {
  const [k1, k2] = [basicKind(a), basicKind(b)];
  if (k1 === undefined || k2 === undefined) return new Failed("invalid type for comparison");
  if (k1 !== k2) return incompatible(a, b);
  if (k1 === "bool") return new Failed("invalid type for comparison");
  return k1 === "string" ? compareBytes(a as string, b as string) < 0 : (a as bigint) < (b as bigint);
}

function lessOrEqual(args: readonly MaybeValue[]): boolean | Failed {
  const first = less(args[0] as MaybeValue, args[1] as MaybeValue);
  return first === false ? equalsAny(args) : first;
}

function negated(r: boolean | Failed): boolean | Failed {
  return r instanceof Failed ? r : !r;
}
