import type { Data } from "../codec/index.ts";
import { toText } from "../number/index.ts";
import {
  BoolKind,
  BytesKind,
  FloatKind,
  IntKind,
  ListKind,
  NullKind,
  NumberKind,
  StringKind,
  StructKind,
  Tag,
  TopKind,
} from "../value/index.ts";
import type { BoundValue, BuiltinValidator, Kind, Value } from "../value/index.ts";
import { Schema, bool, str } from "./schema-builder.ts";

/** A type, a bound or a conjunction of such as a schema. What JSON Schema cannot say is left out. */
export function constrain(v: Value): Schema {
  switch (v.tag) {
    case Tag.BasicType:
      return typeSchema(v.kind);
    case Tag.BoundValue:
      return boundSchema(v);
    case Tag.BuiltinValidator:
      return validatorSchema(v);
    case Tag.Builtin:
      return formatSchema(v.qualifiedName);
    case Tag.Conjunction: {
      const out = new Schema();
      // A type of its own says more than the one that a bound implies.
      const types = v.values.filter((x) => x.tag === Tag.BasicType);
      for (const x of types) out.merge(constrain(x));
      for (const x of v.values) {
        if (x.tag === Tag.BasicType) continue;
        const s = constrain(x);
        out.merge(out.has("type") ? withoutType(s) : s);
      }
      return out;
    }
    default:
      return new Schema();
  }
}

/** The schema without its type, where another one is known. */
export function withoutType(s: Schema): Schema {
  const out = new Schema();
  const { data } = s;
  if (data.kind === "struct") for (const f of data.fields) if (f.name !== "type") out.set(f.name, f.value);
  return out;
}

const types: readonly (readonly [Kind, string])[] = [
  [NullKind, "null"],
  [BoolKind, "boolean"],
  [NumberKind, "number"],
  [StringKind | BytesKind, "string"],
  [ListKind, "array"],
  [StructKind, "object"],
];

function typeSchema(kind: Kind): Schema {
  if (kind === TopKind) return new Schema();
  const names: Data[] = [];
  for (const [k, name] of types) {
    if ((kind & k) === 0) continue;
    names.push(str(name === "number" && (kind & FloatKind) === 0 ? "integer" : name));
  }
  const s = new Schema().set("type", names.length === 1 ? (names[0] as Data) : { kind: "list", items: names });
  return kind === BytesKind ? s.set("contentEncoding", str("base64")) : s;
}

const limits: Readonly<Record<string, string>> = {
  "<": "exclusiveMaximum",
  "<=": "maximum",
  ">": "exclusiveMinimum",
  ">=": "minimum",
};

function boundSchema({ op, value }: BoundValue): Schema {
  if (value.tag === Tag.Num) {
    const n: Data = { kind: "number", text: toText(value.x), isInt: value.kind === IntKind };
    const limit = limits[op];
    if (limit !== undefined) return new Schema().set("type", str("number")).set(limit, n);
    if (op === "!=") return new Schema().set("not", new Schema().set("const", n).data);
  } else if (value.tag === Tag.String) {
    if (op === "=~") return new Schema().set("type", str("string")).set("pattern", str(value.s));
    if (op === "!~")
      return new Schema().set("type", str("string")).set("not", new Schema().set("pattern", str(value.s)).data);
    if (op === "!=") return new Schema().set("not", new Schema().set("const", str(value.s)).data);
    return new Schema().set("type", str("string"));
  } else if (value.tag === Tag.Null && op === "!=") {
    return new Schema().set("not", new Schema().set("type", str("null")).data);
  }
  return new Schema();
}

/** Validators with a counterpart: the type they test and the key for their argument. */
const keys = new Map<string, readonly [type: string, key: string]>([
  ["strings.MinRunes", ["string", "minLength"]],
  ["strings.MaxRunes", ["string", "maxLength"]],
  ["list.MinItems", ["array", "minItems"]],
  ["list.MaxItems", ["array", "maxItems"]],
  ["struct.MinFields", ["object", "minProperties"]],
  ["struct.MaxFields", ["object", "maxProperties"]],
  ["math.MultipleOf", ["number", "multipleOf"]],
]);

const formats = new Map([
  ["time.Time", "date-time"],
  ["net.IPv4", "ipv4"],
  ["net.IPv6", "ipv6"],
  ["net.FQDN", "hostname"],
  ["net.URL", "uri-reference"],
  ["net.AbsURL", "uri"],
  ["uuid.Valid", "uuid"],
]);

function validatorSchema(v: BuiltinValidator): Schema {
  const name = v.builtin.qualifiedName;
  const known = keys.get(name);
  const [arg] = v.args;
  if (known !== undefined && arg !== undefined && arg.tag === Tag.Num) {
    const n: Data = { kind: "number", text: toText(arg.x), isInt: arg.kind === IntKind };
    return new Schema().set("type", str(known[0])).set(known[1], n);
  }
  if (name === "list.UniqueItems") return new Schema().set("type", str("array")).set("uniqueItems", bool(true));
  return formatSchema(name);
}

/** `1h30m`: not what JSON Schema calls a duration. */
const duration = "^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

function formatSchema(name: string): Schema {
  const text = new Schema().set("type", str("string"));
  if (name === "time.Duration") return text.set("pattern", str(duration));
  if (name === "net.IP") {
    const version = (format: string): Data => new Schema().set("format", str(format)).data;
    return text.set("anyOf", { kind: "list", items: [version("ipv4"), version("ipv6")] });
  }
  const format = formats.get(name);
  return format === undefined ? new Schema() : text.set("format", str(format));
}
