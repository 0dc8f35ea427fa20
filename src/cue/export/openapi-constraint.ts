import type { Data } from "../codec/index.ts";
import { toText } from "../number/index.ts";
import {
  BoolKind,
  BytesKind,
  FloatKind,
  IntKind,
  ListKind,
  NumberKind,
  StringKind,
  StructKind,
  Tag,
} from "../value/index.ts";
import type { BoundValue, Builtin, Kind, Num, Value } from "../value/index.ts";
import type { OpenApiPart } from "./openapi-part.ts";
import { NoSchema } from "./no-schema.ts";
import { bool, str } from "./schema-builder.ts";

/** The type of OpenAPI for values of one kind; "" for several. */
export function typeName(kind: Kind): string {
  switch (kind) {
    case BoolKind:
      return "boolean";
    case IntKind:
      return "integer";
    case FloatKind:
    case NumberKind:
      return "number";
    case StringKind:
    case BytesKind:
      return "string";
    case ListKind:
      return "array";
    case StructKind:
      return "object";
    default:
      return "";
  }
}

/** Ranges that have a name. */
const ranges = new Map([
  ["integer -2147483648 2147483647", "int32"],
  ["integer -9223372036854775808 9223372036854775807", "int64"],
  ["number -340282346638528859811704183484516925440 340282346638528859811704183484516925440", "float"],
  ["number -1.797693134862315708145274237317043567981E+308 1.797693134862315708145274237317043567981E+308", "double"],
]);

/** Writes a type, bounds and validators; a builtin that OpenAPI has no word for is returned. */
export function constrainPart(part: OpenApiPart, v: Value): { name: string; type: string } | undefined {
  const values = v.tag === Tag.Conjunction ? v.values : [v];
  const low = values.find((x) => x.tag === Tag.BoundValue && x.op === ">=" && x.value.tag === Tag.Num);
  const high = values.find((x) => x.tag === Tag.BoundValue && x.op === "<=" && x.value.tag === Tag.Num);
  const range =
    low === undefined || high === undefined
      ? undefined
      : ranges.get(`${part.type} ${numberText(low as BoundValue)} ${numberText(high as BoundValue)}`);
  if (range !== undefined) part.single("format", str(range));
  for (const x of values) {
    switch (x.tag) {
      case Tag.BasicType:
        if (x.kind === BytesKind) part.single("format", str("binary"));
        break;
      case Tag.BoundValue:
        if (range === undefined || (x !== low && x !== high)) boundPart(part, x);
        break;
      case Tag.BuiltinValidator: {
        const unknown = validatorPart(part, x.builtin, x.args);
        if (unknown !== undefined) return unknown;
        break;
      }
      case Tag.Builtin:
        return validatorPart(part, x, []);
    }
  }
  return undefined;
}

const numberText = (b: BoundValue): string => toText((b.value as Num).x);
const numberData = (n: Num): Data => ({ kind: "number", text: toText(n.x), isInt: n.kind === IntKind });
const object = (name: string, value: Data): Data => ({ kind: "struct", fields: [{ name, value }] });

function boundPart(part: OpenApiPart, { op, value }: BoundValue): void {
  if (value.tag === Tag.Null && op === "!=") return part.set("not", object("nullable", bool(true)));
  if (value.tag === Tag.Num) {
    const n = numberData(value);
    if (op === "!=")
      return part.set("not", object("allOf", { kind: "list", items: [object("minimum", n), object("maximum", n)] }));
    const key = op === ">" || op === ">=" ? "minimum" : "maximum";
    part.set(key, n);
    if (op === ">" || op === "<") part.set(key === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum", bool(true));
    return;
  }
  if (value.tag === Tag.String && op === "=~") return part.set("pattern", str(value.s));
  if (value.tag === Tag.String && op === "!~") return part.set("not", object("pattern", str(value.s)));
  throw new NoSchema(`openapi: unsupported op ${op} for ${part.type || "this"} type`, null);
}

const counts = new Map([
  ["strings.MinRunes", "minLength"],
  ["strings.MaxRunes", "maxLength"],
  ["list.MinItems", "minItems"],
  ["list.MaxItems", "maxItems"],
  ["struct.MinFields", "minProperties"],
  ["struct.MaxFields", "maxProperties"],
  ["math.MultipleOf", "multipleOf"],
]);

function validatorPart(
  part: OpenApiPart,
  b: Builtin,
  args: readonly Value[],
): { name: string; type: string } | undefined {
  const [arg] = args;
  const key = counts.get(b.qualifiedName);
  const type = typeName(b.params[0]?.kind ?? 0);
  if (key !== undefined && arg?.tag === Tag.Num) part.set(key, numberData(arg));
  else if (b.qualifiedName === "time.Time") part.single("format", str("date-time"));
  else if (b.qualifiedName === "list.UniqueItems") part.set("uniqueItems", bool(true));
  else if (b.qualifiedName === "time.Format") {
    if (arg?.tag === Tag.String && arg.s === "2006-01-02") part.single("format", str("date"));
  } else if (args.length === 0) return { name: b.name, type };
  else throw new NoSchema(`openapi: unsupported function ${b.qualifiedName}`, null);
  part.type ||= type;
  return undefined;
}
