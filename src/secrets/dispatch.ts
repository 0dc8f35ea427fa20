// What each secret becomes in Kubernetes (SEC-4), as data: the objects to emit and, for every field, the name and key
// that a container refers to. A new source is one entry in HANDLERS.
import type { Diagnostic, Outcome } from "../source/index.ts";
import { toBase64, utf8 } from "./bytes.ts";
import { contentHash, referenceText } from "./content-hash.ts";
import type { Crypto } from "./crypto.ts";
import type { SecretField } from "./discover.ts";
import { reveal, sameSecret, Secret } from "./secret.ts";
import { SECRET_CODE } from "./secret-code.ts";

/** The platform's settings, overridable for each environment. */
export interface SecretPlatform {
  readonly store?: { readonly name: string; readonly kind?: "ClusterSecretStore" | "SecretStore" };
  readonly esoApiVersion?: "external-secrets.io/v1beta1" | "external-secrets.io/v1";
  readonly refreshInterval?: string;
  readonly csiProvider?: string;
  /** Secret names whose objects are immutable and carry their content hash. */
  readonly immutable?: ReadonlySet<string>;
}

export interface KeyRef {
  readonly name: string;
  readonly key: string;
}

/** A manifest; string values of literal Secrets are opaque until they are printed on purpose. */
export interface SecretObject {
  readonly apiVersion: string;
  readonly kind: "Secret" | "ExternalSecret" | "SecretProviderClass";
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

export interface Dispatched {
  readonly objects: readonly SecretObject[];
  /** Where each field's value is found in the cluster, in the order of the fields. */
  readonly refs: readonly { readonly field: SecretField; readonly ref: KeyRef; readonly csi?: string }[];
}

type Handler = "literal" | "none" | "eso" | "csi";
const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ["k8s", "none"],
  ["k8s-eso", "eso"],
  ["k8s-csi", "csi"],
]);

function handlerOf({ variant }: SecretField): Handler | undefined {
  if (variant.kind === "literal") return "literal";
  return variant.kind === "ref" ? HANDLERS.get(variant.source) : undefined;
}

export function dispatchSecrets(
  fields: readonly SecretField[],
  platform: SecretPlatform,
  crypto: Pick<Crypto, "sha256">,
): Outcome<Dispatched> {
  const diagnostics: Diagnostic[] = [];
  const groups = new Map<string, Map<string, SecretField>>();
  const refs: { field: SecretField; handler: string }[] = [];
  for (const field of fields) {
    const handler = handlerOf(field);
    if (handler === undefined) {
      diagnostics.push(field.variant.kind === "ref" ? badSource(field, field.variant.source) : unfulfilled(field));
      continue;
    }
    refs.push({ field, handler });
    if (handler === "none") continue;
    const group = groups.get(field.secretName) ?? new Map<string, SecretField>();
    groups.set(field.secretName, group);
    const other = group.get(field.dataKey);
    if (other === undefined) group.set(field.dataKey, field);
    else if (!sameContent(other, field)) diagnostics.push(clash(other, field));
  }

  const objects: SecretObject[] = [];
  const names = new Map<string, string>();
  for (const [secretName, group] of groups) {
    const immutable = platform.immutable?.has(secretName) ?? false;
    const name = immutable
      ? `${secretName}-${contentHash(new Map([...group].map(([key, field]) => [key, hashText(field)])), crypto)}`
      : secretName;
    names.set(secretName, name);
    const of = (handler: string) => [...group.values()].filter((field) => handlerOf(field) === handler);
    const literals = of("literal");
    if (literals.length > 0) objects.push(secretObject(name, literals, immutable));
    const external = of("eso");
    if (external.length > 0) {
      if (platform.store === undefined) diagnostics.push(noStore(external[0]!));
      else if (literals.length > 0 && immutable) diagnostics.push(mixed(literals[0]!, external[0]!));
      else objects.push(externalSecret(name, external, platform, literals.length > 0));
    }
    const csi = of("csi");
    if (csi.length > 0) {
      if (platform.csiProvider === undefined) diagnostics.push(noStore(csi[0]!));
      else objects.push(providerClass(name, csi, platform.csiProvider));
    }
  }
  if (diagnostics.length > 0) return { diagnostics };
  return {
    value: {
      objects,
      refs: refs.map(({ field, handler }) => {
        const { variant } = field;
        if (handler === "none" && variant.kind === "ref")
          return { field, ref: { name: variant.path, key: variant.remoteKey } };
        const name = names.get(field.secretName)!;
        return { field, ref: { name, key: field.dataKey }, ...(handler === "csi" && { csi: name }) };
      }),
    },
    diagnostics,
  };
}

/** Fields that go to the same key of the same Secret and say different things (SEC-4), each pair once. */
export function findClashes(fields: readonly SecretField[]): Diagnostic[] {
  const seen = new Map<string, SecretField>();
  const found: Diagnostic[] = [];
  const told = new Set<string>();
  for (const field of fields) {
    const handler = handlerOf(field);
    if (handler === undefined || handler === "none") continue;
    const id = JSON.stringify([field.secretName, field.dataKey]);
    const other = seen.get(id);
    if (other === undefined) seen.set(id, field);
    else if (!told.has(id) && !sameContent(other, field)) {
      told.add(id);
      found.push(clash(other, field));
    }
  }
  return found;
}

/** What a field puts into the Secret, for its hash: the value, or what it refers to; undefined if nothing. */
export function secretText(field: SecretField): string | undefined {
  const handler = handlerOf(field);
  return handler === undefined || handler === "none" ? undefined : hashText(field);
}

function secretObject(name: string, fields: readonly SecretField[], immutable: boolean): SecretObject {
  const data = new Map<string, Secret>();
  for (const { dataKey, variant } of fields)
    if (variant.kind === "literal")
      data.set(dataKey, new Secret(toBase64(utf8(reveal(variant.secret))), variant.secret.origin));
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name },
    type: "Opaque",
    ...(immutable && { immutable: true }),
    data,
  };
}

// `shared`: our own Secret has other keys of the same name, so the operator must add its keys and not own the whole.
function externalSecret(
  name: string,
  fields: readonly SecretField[],
  platform: SecretPlatform,
  shared: boolean,
): SecretObject {
  return {
    apiVersion: platform.esoApiVersion ?? "external-secrets.io/v1beta1",
    kind: "ExternalSecret",
    metadata: { name },
    spec: {
      refreshInterval: platform.refreshInterval ?? "1h",
      secretStoreRef: { name: platform.store!.name, kind: platform.store!.kind ?? "ClusterSecretStore" },
      target: { name, ...(shared && { creationPolicy: "Merge" }) },
      data: fields.map(({ dataKey, variant }) =>
        variant.kind === "ref"
          ? { secretKey: dataKey, remoteRef: { key: variant.path, property: variant.remoteKey } }
          : null,
      ),
    },
  };
}

function providerClass(name: string, fields: readonly SecretField[], provider: string): SecretObject {
  const parameters: Record<string, string> = {};
  for (const { variant } of fields)
    if (variant.kind === "ref") for (const [key, value] of variant.parameters ?? []) parameters[key] = value;
  parameters["objects"] ??= fields
    .map(({ dataKey, variant }) =>
      variant.kind === "ref"
        ? `- objectName: ${JSON.stringify(dataKey)}\n  secretPath: ${JSON.stringify(variant.path)}\n  secretKey: ${JSON.stringify(variant.remoteKey)}\n`
        : "",
    )
    .join("");
  return {
    apiVersion: "secrets-store.csi.x-k8s.io/v1",
    kind: "SecretProviderClass",
    metadata: { name },
    spec: {
      provider,
      parameters,
      secretObjects: [
        {
          secretName: name,
          type: "Opaque",
          data: fields.map(({ dataKey }) => ({ objectName: dataKey, key: dataKey })),
        },
      ],
    },
  };
}

function hashText({ variant }: SecretField): string {
  if (variant.kind === "literal") return reveal(variant.secret);
  return variant.kind === "ref" ? referenceText(variant.source, variant.path, variant.remoteKey) : "";
}

function sameContent(a: SecretField, b: SecretField): boolean {
  if (a.variant.kind === "literal" && b.variant.kind === "literal")
    return sameSecret(a.variant.secret, b.variant.secret);
  return a.variant.kind === "ref" && b.variant.kind === "ref" && hashText(a) === hashText(b);
}

const shown = (field: SecretField) => field.path.join(".");

function unfulfilled(field: SecretField): Diagnostic {
  return {
    code: SECRET_CODE.unfulfilled,
    severity: "error",
    message: `the secret ${shown(field)} has no value`,
    path: shown(field),
    ...(field.description !== undefined && { notes: [field.description] }),
    hint: "give {value: …}, a reference {source, path, remoteKey}, or a tag such as @env(NAME)",
  };
}

function badSource(field: SecretField, source: string): Diagnostic {
  return {
    code: SECRET_CODE.badReference,
    severity: "error",
    message: `the secret ${shown(field)} has the unknown source ${JSON.stringify(source)}`,
    path: shown(field),
    notes: [`sources: ${[...HANDLERS.keys()].join(", ")}`],
  };
}

function clash(a: SecretField, b: SecretField): Diagnostic {
  return {
    code: SECRET_CODE.clash,
    severity: "error",
    path: shown(b),
    message: `${shown(a)} and ${shown(b)} both go to key ${b.dataKey} of the Secret ${b.secretName}, with different values`,
    args: { first: shown(a), second: shown(b), secret: b.secretName, key: b.dataKey },
  };
}

function mixed(literal: SecretField, external: SecretField): Diagnostic {
  return {
    code: SECRET_CODE.clash,
    severity: "error",
    path: shown(external),
    message: `${shown(literal)} and ${shown(external)} share the Secret ${external.secretName}, which is immutable: the external part could not be added to it`,
    hint: "give them different $secretName, or the same kind of source",
  };
}

function noStore(field: SecretField): Diagnostic {
  return {
    code: SECRET_CODE.noStore,
    severity: "error",
    message: `the secret ${shown(field)} needs a secret store, and the platform names none`,
    path: shown(field),
    hint: "set secrets.store in the platform's configuration",
  };
}
