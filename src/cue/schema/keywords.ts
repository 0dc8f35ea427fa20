// Which keywords there are, in which dialects, and in which order they are read.
import {
  additionalItems,
  contains,
  items,
  maxContains,
  maxItems,
  minContains,
  minItems,
  prefixItems,
  uniqueItems,
} from "./keyword-array.ts";
import { allOf, anyOf, not, oneOf } from "./keyword-combine.ts";
import { addDefinitions, constant, enumeration, examples, id, ref, schemaVersion, type } from "./keyword-generic.ts";
import { embedResource, groupVersionKind, intOrString, preserveUnknownFields } from "./keyword-kubernetes.ts";
import {
  additionalProperties,
  dependencies,
  maxProperties,
  minProperties,
  patternProperties,
  properties,
  propertyNames,
  requiredFields,
} from "./keyword-object.ts";
import { bound, exclusive, length, multipleOf, pattern } from "./keyword-scalar.ts";
import { format } from "./formats.ts";
import type { JsonNode } from "./json-node.ts";
import type { SchemaState } from "./schema-state.ts";
import { DRAFTS, EVERYWHERE, KUBERNETES, OPENAPI_LIKE, Version, from, until } from "./versions.ts";

type Apply = (s: SchemaState, node: JsonNode, key: string) => void;

interface Keyword {
  readonly phase: number;
  readonly versions: number;
  readonly apply: Apply;
}

export const PHASES = 5;

const { draft4, draft6, draft7, draft2019, draft2020, openApi, kubernetesApi } = Version;

const nothing: Apply = () => {};
const notYet: Apply = (s, node, key) => {
  if (s.whole.options.strictFeatures) s.fail(node, `keyword ${JSON.stringify(key)} not yet implemented`);
};
const text =
  (name: "title" | "description"): Apply =>
  (s, node) => {
    if (node.text === undefined) s.fail(node, "invalid string");
    s[name] = node.text ?? "";
  };
const keep =
  (name: "if" | "then" | "else"): Apply =>
  (s, node) =>
    void (s.conditions[name] = node);
const deprecated: Apply = (s, node) => {
  if (node.bool === undefined) s.fail(node, "invalid bool");
  else if (node.bool) s.isDeprecated = true;
};
const nullable: Apply = (s, node) => void (s.nullable = node);

const rows: readonly (readonly [name: string, phase: number, apply: Apply, versions: number])[] = [
  ["$schema", 0, schemaVersion, DRAFTS],

  ["$anchor", 1, notYet, from(draft2019)],
  ["$dynamicAnchor", 1, notYet, from(draft2020)],
  ["$dynamicRef", 1, notYet, from(draft2020)],
  ["$id", 1, id, from(draft6)],
  ["$recursiveAnchor", 1, notYet, from(draft2019)],
  ["$recursiveRef", 1, notYet, from(draft2019)],
  ["$vocabulary", 1, notYet, from(draft2019)],
  ["contentSchema", 1, notYet, from(draft2019)],
  ["dependentRequired", 1, dependencies, from(draft2019)],
  ["dependentSchemas", 1, dependencies, from(draft2019)],
  ["discriminator", 1, notYet, openApi],
  ["else", 1, keep("else"), from(draft7)],
  ["example", 1, notYet, OPENAPI_LIKE],
  ["externalDocs", 1, notYet, OPENAPI_LIKE],
  ["format", 1, format, EVERYWHERE],
  ["id", 1, id, until(draft4)],
  ["if", 1, keep("if"), from(draft7)],
  ["maxContains", 1, maxContains, from(draft2019)],
  ["minContains", 1, minContains, from(draft2019)],
  ["minProperties", 1, minProperties, EVERYWHERE],
  ["prefixItems", 1, prefixItems, from(draft2020)],
  ["readOnly", 1, notYet, from(draft7) | openApi],
  ["then", 1, keep("then"), from(draft7)],
  ["unevaluatedItems", 1, notYet, from(draft2019)],
  ["unevaluatedProperties", 1, notYet, from(draft2019)],
  ["writeOnly", 1, notYet, from(draft7) | openApi],
  ["xml", 1, notYet, openApi],
  ["x-kubernetes-embedded-resource", 1, embedResource, KUBERNETES],
  ["x-kubernetes-group-version-kind", 1, groupVersionKind, kubernetesApi],
  ["x-kubernetes-list-map-keys", 1, nothing, KUBERNETES],
  ["x-kubernetes-list-type", 1, nothing, KUBERNETES],
  ["x-kubernetes-map-type", 1, nothing, KUBERNETES],
  ["x-kubernetes-patch-merge-key", 1, nothing, KUBERNETES],
  ["x-kubernetes-patch-strategy", 1, nothing, KUBERNETES],
  ["x-kubernetes-validations", 1, notYet, KUBERNETES],

  ["$comment", 2, nothing, from(draft7)],
  ["$defs", 2, addDefinitions, DRAFTS],
  ["$ref", 2, ref, DRAFTS | openApi | kubernetesApi],
  ["const", 2, constant, from(draft6)],
  ["contains", 2, contains, from(draft6)],
  ["contentEncoding", 2, nothing, from(draft7)],
  ["contentMediaType", 2, nothing, from(draft7)],
  ["default", 2, nothing, EVERYWHERE],
  ["definitions", 2, addDefinitions, DRAFTS],
  ["dependencies", 2, dependencies, DRAFTS],
  ["deprecated", 2, deprecated, from(draft2019) | openApi],
  ["description", 2, text("description"), EVERYWHERE],
  ["enum", 2, enumeration, EVERYWHERE],
  ["examples", 2, examples, from(draft6)],
  ["exclusiveMaximum", 2, exclusive, EVERYWHERE],
  ["exclusiveMinimum", 2, exclusive, EVERYWHERE],
  ["items", 2, items, EVERYWHERE],
  ["maxItems", 2, maxItems, EVERYWHERE],
  ["maxLength", 2, length, EVERYWHERE],
  ["maxProperties", 2, maxProperties, EVERYWHERE],
  ["minItems", 2, minItems, EVERYWHERE],
  ["minLength", 2, length, EVERYWHERE],
  ["multipleOf", 2, multipleOf, EVERYWHERE],
  ["nullable", 2, nullable, OPENAPI_LIKE],
  ["pattern", 2, pattern, EVERYWHERE],
  ["properties", 2, properties, EVERYWHERE],
  ["propertyNames", 2, propertyNames, from(draft6)],
  ["title", 2, text("title"), EVERYWHERE],
  ["type", 2, type, EVERYWHERE],
  ["uniqueItems", 2, uniqueItems, EVERYWHERE],
  ["x-kubernetes-int-or-string", 2, intOrString, KUBERNETES],
  ["x-kubernetes-preserve-unknown-fields", 2, preserveUnknownFields, KUBERNETES],

  ["allOf", 3, allOf, EVERYWHERE],
  ["anyOf", 3, anyOf, EVERYWHERE],
  ["maximum", 3, bound, EVERYWHERE],
  ["minimum", 3, bound, EVERYWHERE],
  ["not", 3, not, EVERYWHERE],
  ["oneOf", 3, oneOf, EVERYWHERE],
  ["patternProperties", 3, patternProperties, DRAFTS],
  ["required", 3, requiredFields, EVERYWHERE],

  ["additionalItems", 4, additionalItems, until(draft2019)],
  ["additionalProperties", 4, additionalProperties, EVERYWHERE],
];

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  rows.map(([name, phase, apply, versions]) => [name, { phase, apply, versions }]),
);
