import { refTarget, type Schema } from "./swagger.ts";

export interface TypeContext {
  /** The CUE name of another definition as seen from the file being written. */
  readonly refer: (definition: string) => string;
  /** Allowed values of a property of the type being written. */
  readonly enumOf: (property: string) => readonly string[] | undefined;
}

/** Types that JSON Schema cannot say: their swagger entry is a bare string or nothing. */
const special: Readonly<Record<string, string>> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": `number | =~"^[+-]?[0-9.]+([eEinumkKMGTP]*[-+]?[0-9]*)$"`,
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "int | string",
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "{...}",
  "io.k8s.apimachinery.pkg.runtime.RawExtension": "{...}",
};

const identifier = /^[A-Za-z$][A-Za-z0-9_$]*$/;

function label(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

function scalar(schema: Schema): string {
  switch (schema.type) {
    case "string":
      return schema.format === "int-or-string" ? "int | string" : "string";
    case "integer":
      return schema.format === "int32" ? "int32" : "int";
    case "number":
      return "number";
    case "boolean":
      return "bool";
    default:
      return "_";
  }
}

function typeOf(schema: Schema, context: TypeContext, allowed: readonly string[] | undefined): string {
  const target = refTarget(schema);
  if (target !== undefined) return context.refer(target);
  if (schema.type === "array" && schema.items !== undefined) return `[...${typeOf(schema.items, context, allowed)}]`;
  if (schema.type === "object") {
    return schema.additionalProperties === undefined
      ? "{...}"
      : `{[string]: ${typeOf(schema.additionalProperties, context, undefined)}}`;
  }
  if (allowed !== undefined && schema.type === "string")
    return allowed.map((value) => JSON.stringify(value)).join(" | ");
  return scalar(schema);
}

/** `#Name: …` for one definition of the swagger. */
export function cueType(definition: string, name: string, schema: Schema, context: TypeContext): string {
  const fixed = special[definition];
  if (fixed !== undefined) return `#${name}: ${fixed}\n`;
  if (schema.properties === undefined) return `#${name}: ${schema.type === "object" ? "{...}" : scalar(schema)}\n`;
  const required = new Set(schema.required);
  const kinds = schema["x-kubernetes-group-version-kind"] ?? [];
  const lines: string[] = [];
  for (const [property, value] of Object.entries(schema.properties)) {
    const [gvk] = kinds;
    if (kinds.length === 1 && gvk !== undefined && property === "apiVersion") {
      lines.push(`apiVersion: ${JSON.stringify(gvk.group === "" ? gvk.version : `${gvk.group}/${gvk.version}`)}`);
    } else if (kinds.length === 1 && gvk !== undefined && property === "kind") {
      lines.push(`kind: ${JSON.stringify(gvk.kind)}`);
    } else {
      const mark = required.has(property) ? "!" : "?";
      lines.push(`${label(property)}${mark}: ${typeOf(value, context, context.enumOf(property))}`);
    }
  }
  return lines.length === 0 ? `#${name}: {}\n` : `#${name}: {\n\t${lines.join("\n\t")}\n}\n`;
}
