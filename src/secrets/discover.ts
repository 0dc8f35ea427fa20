// Finding `#Secret` values in evaluated data (SEC-6): by their `$opm: "secret"` mark, at any depth, in lists too.
import { Secret } from "./secret.ts";

export type SecretVariant =
  | { readonly kind: "literal"; readonly secret: Secret }
  | {
      readonly kind: "ref";
      readonly source: string;
      readonly path: string;
      readonly remoteKey: string;
      readonly parameters?: ReadonlyMap<string, string>;
    }
  /** Nothing was given for it. */
  | { readonly kind: "open" };

export interface SecretField {
  readonly path: readonly (string | number)[];
  readonly secretName: string;
  readonly dataKey: string;
  readonly description?: string;
  readonly variant: SecretVariant;
}

/** Plain data or Maps, without cycles; a Secret may already stand in the place of a literal's text. */
export function discoverSecrets(root: unknown): SecretField[] {
  const found: SecretField[] = [];
  const stack: { path: (string | number)[]; value: unknown }[] = [{ path: [], value: root }];
  while (stack.length > 0) {
    const { path, value } = stack.pop()!;
    if (typeof value !== "object" || value === null || value instanceof Secret) continue;
    if (path.length > 0 && isSecretStruct(value)) {
      found.push(readField(path, value));
      continue;
    }
    if (Array.isArray(value))
      for (let i = value.length - 1; i >= 0; i--) stack.push({ path: [...path, i], value: value[i] });
    else {
      const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
      for (let i = entries.length - 1; i >= 0; i--)
        stack.push({ path: [...path, entries[i]![0]], value: entries[i]![1] });
    }
  }
  return found;
}

export function isSecretStruct(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && get(value, "$opm") === "secret";
}

function readField(path: readonly (string | number)[], value: object): SecretField {
  const text = (name: string): string | undefined => {
    const field = get(value, name);
    return typeof field === "string" ? field : undefined;
  };
  const description = text("description") ?? text("$description");
  const literal = get(value, "value");
  let variant: SecretVariant = { kind: "open" };
  if (literal instanceof Secret) variant = { kind: "literal", secret: literal };
  else if (typeof literal === "string") variant = { kind: "literal", secret: new Secret(literal, path.join(".")) };
  else {
    const remotePath = text("path") ?? text("secretName") ?? text("externalPath");
    const remoteKey = text("remoteKey");
    if (remotePath !== undefined && remoteKey !== undefined) {
      const source = text("source") ?? (text("externalPath") === undefined ? "k8s" : "k8s-eso");
      const parameters = get(value, "parameters");
      variant = {
        kind: "ref",
        source,
        path: remotePath,
        remoteKey,
        ...(parameters !== undefined && { parameters: textMap(parameters) }),
      };
    }
  }
  return {
    path,
    secretName: text("$secretName") ?? "",
    dataKey: text("$dataKey") ?? "",
    ...(description !== undefined && { description }),
    variant,
  };
}

function get(value: object, name: string): unknown {
  if (value instanceof Map) return (value as Map<string, unknown>).get(name);
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function textMap(value: unknown): ReadonlyMap<string, string> {
  const entries =
    value instanceof Map
      ? [...(value as Map<string, unknown>)]
      : typeof value === "object" && value !== null
        ? Object.entries(value)
        : [];
  return new Map(entries.map(([key, text]) => [String(key), String(text)]));
}
