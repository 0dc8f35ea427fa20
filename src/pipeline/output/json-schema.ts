// A module's `#config` as JSON Schema: for editors, forms and validators that know no CUE. What JSON Schema cannot say
// is left out, so it accepts at least everything that `#config` accepts.
import { accepts, defaultVertex, derefValue } from "../../cue/eval/index.ts";
import { toText } from "../../cue/number/index.ts";
import {
  ArcType,
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
  isIntLabel,
  isStringLabel,
} from "../../cue/value/index.ts";
import type { Kind, Value, Vertex } from "../../cue/value/index.ts";
import { viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { plainValue } from "../plain-value.ts";

export type JsonSchema = Record<string, unknown>;

export function configJsonSchema(cue: CueAccess, config: Vertex, title: string): JsonSchema {
  cue.finalize(config);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title, ...schemaOf(cue, config, 0) };
}

const MAX_DEPTH = 50;

function schemaOf(cue: CueAccess, v: Vertex, depth: number): JsonSchema {
  cue.finalize(v);
  const x = derefValue(v);
  const { doc } = viewOf(v, { engine: cue.engine, labels: cue.labels });
  const preset =
    x.base?.tag === Tag.Disjunction && x.base.numDefaults > 0 ? plainValue(defaultVertex(v), cue.labels) : undefined;
  return {
    ...(doc !== "" && { description: doc }),
    ...(depth > MAX_DEPTH ? {} : valueSchema(cue, x, depth)),
    ...(preset !== undefined && { default: preset }),
  };
}

function valueSchema(cue: CueAccess, value: Value, depth: number): JsonSchema {
  switch (value.tag) {
    case Tag.Vertex: {
      const x = derefValue(value);
      if (x.base?.tag === Tag.StructMarker) return structSchema(cue, x, depth);
      if (x.base?.tag === Tag.ListMarker) return listSchema(cue, x, depth);
      return x.base === null ? {} : valueSchema(cue, x.base as Value, depth);
    }
    case Tag.BasicType:
      return kindSchema(value.kind);
    case Tag.BoundValue:
      return boundSchema(value.op, value.value);
    case Tag.Conjunction:
      return Object.assign({}, ...value.values.map((part) => valueSchema(cue, part, depth))) as JsonSchema;
    case Tag.Disjunction: {
      const scalars = value.values.map(constant);
      if (scalars.every((s) => s !== undefined)) return { enum: scalars.map((s) => s!.value) };
      // `*2 | int`: the default is one of the others.
      const rest = value.values.slice(value.numDefaults);
      const options = (rest.length > 0 ? rest : value.values).map((part) => valueSchema(cue, part, depth + 1));
      return options.length === 1 ? options[0]! : { anyOf: options };
    }
    default: {
      const found = constant(value);
      return found === undefined ? {} : { const: found.value };
    }
  }
}

function structSchema(cue: CueAccess, x: Vertex, depth: number): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const arc of cue.program.runtime.orderedArcs(x)) {
    if (!isStringLabel(arc.label) || arc.arcType > ArcType.Optional) continue;
    const name = cue.labels.text(arc.label);
    const schema = schemaOf(cue, arc, depth + 1);
    properties[name] = schema;
    const open =
      arc.arcType === ArcType.Member && !("default" in schema) && !("const" in schema) && schema["type"] !== "object";
    if (arc.arcType === ArcType.Required || open) required.push(name);
  }
  const pattern = x.patterns?.[0];
  const additional =
    pattern !== undefined
      ? schemaOf(cue, pattern.constraint, depth + 1)
      : accepts(cue.engine, x, cue.labels.string("\u0000"))
        ? true
        : false;
  return {
    type: "object",
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: additional,
  };
}

function listSchema(cue: CueAccess, x: Vertex, depth: number): JsonSchema {
  const items = x.arcs.filter((arc) => isIntLabel(arc.label)).map((arc) => schemaOf(cue, arc, depth + 1));
  const rest = x.patterns?.[0]?.constraint;
  return {
    type: "array",
    ...(items.length > 0 && { prefixItems: items }),
    ...(rest !== undefined && { items: schemaOf(cue, rest, depth + 1) }),
  };
}

const TYPES: readonly (readonly [Kind, string])[] = [
  [NullKind, "null"],
  [BoolKind, "boolean"],
  [StringKind, "string"],
  [BytesKind, "string"],
  [StructKind, "object"],
  [ListKind, "array"],
];

function kindSchema(kind: Kind): JsonSchema {
  const types = TYPES.filter(([k]) => (kind & k) !== 0).map(([, name]) => name);
  if ((kind & NumberKind) === IntKind) types.push("integer");
  else if ((kind & FloatKind) !== 0) types.push("number");
  const unique = [...new Set(types)];
  return unique.length === 0 || unique.length > 5 ? {} : { type: unique.length === 1 ? unique[0] : unique };
}

function boundSchema(op: string, limit: Value): JsonSchema {
  const found = constant(limit);
  if (found === undefined) return {};
  const { value } = found;
  switch (op) {
    case ">=":
      return typeof value === "number" ? { minimum: value } : {};
    case "<=":
      return typeof value === "number" ? { maximum: value } : {};
    case ">":
      return typeof value === "number" ? { exclusiveMinimum: value } : {};
    case "<":
      return typeof value === "number" ? { exclusiveMaximum: value } : {};
    case "=~":
      return typeof value === "string" ? { type: "string", pattern: value } : {};
    case "!=":
      return { not: { const: value } };
    default:
      return {};
  }
}

function constant(value: Value): { value: unknown } | undefined {
  switch (value.tag) {
    case Tag.Null:
      return { value: null };
    case Tag.Bool:
      return { value: value.b };
    case Tag.String:
      return { value: value.s };
    case Tag.Num:
      return { value: Number(toText(value.x)) };
    case Tag.Vertex: {
      const base = derefValue(value).base;
      return base === null || base.tag === Tag.Vertex || base.tag === Tag.StructMarker || base.tag === Tag.ListMarker
        ? undefined
        : constant(base as Value);
    }
    default:
      return undefined;
  }
}
