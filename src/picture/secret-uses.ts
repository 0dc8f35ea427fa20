// Where a secret goes, by the names under which objects hold it or refer to it; its value is never looked at.
import type { Manifest } from "../pipeline/index.ts";

interface SecretUse {
  readonly object: string;
  readonly field: string;
  readonly what: string;
}

export function secretUses(
  manifests: readonly { readonly id: string; readonly manifest: Manifest }[],
  secretName: string,
  dataKey: string,
): SecretUse[] {
  const uses: SecretUse[] = [];
  for (const { id, manifest } of manifests) {
    const { identity, object } = manifest;
    if (isNamed(identity.name, secretName) && (identity.kind === "Secret" || identity.kind === "ExternalSecret"))
      uses.push({ object: id, field: identity.kind === "Secret" ? `data.${dataKey}` : "spec.data", what: "holds it" });
    walk(object, "", (field, node) => {
      const { name, key, secretName: volume } = node;
      if (isNamed(name, secretName) && key === dataKey) uses.push({ object: id, field, what: "reads the key" });
      else if (isNamed(volume, secretName)) uses.push({ object: id, field, what: "mounts the Secret" });
    });
  }
  return uses;
}

/** An immutable variant has the hash of its content behind the name. */
function isNamed(name: unknown, secretName: string): boolean {
  return (
    name === secretName ||
    (typeof name === "string" && name.startsWith(`${secretName}-`) && /-[0-9a-f]{10}$/.test(name))
  );
}

function walk(
  value: unknown,
  path: string,
  visit: (path: string, node: Readonly<Record<string, unknown>>) => void,
): void {
  if (Array.isArray(value)) value.forEach((item, i) => walk(item, `${path}[${i}]`, visit));
  else if (typeof value === "object" && value !== null) {
    const node = value as Readonly<Record<string, unknown>>;
    visit(path, node);
    for (const [name, inner] of Object.entries(node)) walk(inner, path === "" ? name : `${path}.${name}`, visit);
  }
}
