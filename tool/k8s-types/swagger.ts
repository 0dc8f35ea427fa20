// The part of the Kubernetes swagger that the generator reads.

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly "x-kubernetes-group-version-kind"?: readonly GroupVersionKind[];
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface TypeName {
  /** Folder of the group and version below the module's root, `apps/v1`. */
  readonly home: string;
  readonly name: string;
}

const refPrefix = "#/definitions/";

export function refTarget(schema: Schema): string | undefined {
  return schema.$ref?.startsWith(refPrefix) ? schema.$ref.slice(refPrefix.length) : undefined;
}

/** `io.k8s.api.apps.v1.Deployment` is `#Deployment` of `apps/v1`. */
export function typeName(definition: string): TypeName {
  const parts = definition.split(".");
  const name = parts.pop() ?? "";
  const version = parts.pop() ?? "";
  const group = parts.pop() ?? "";
  // Quantity, IntOrString, RawExtension and Info have no version: they live beside ObjectMeta.
  if (!/^v[0-9]/.test(version)) return { home: "meta/v1", name };
  return { home: `${group}/${version}`, name };
}

/** Every definition that a schema names, in order of appearance. */
export function references(schema: Schema, found: Set<string> = new Set()): Set<string> {
  const target = refTarget(schema);
  if (target !== undefined) found.add(target);
  if (schema.items !== undefined) references(schema.items, found);
  if (schema.additionalProperties !== undefined) references(schema.additionalProperties, found);
  for (const property of Object.values(schema.properties ?? {})) references(property, found);
  return found;
}
