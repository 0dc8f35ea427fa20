// Secret fields that share a key of one Secret, and what each puts there.
import { tell } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { referenceText } from "./content-hash.ts";
import type { SecretField } from "./discover.ts";
import { reveal, sameSecret } from "./secret.ts";
import { SECRET_CODE } from "./secret-code.ts";

/** Fields that go to the same key of the same Secret and say different things (SEC-4), each pair once. */
export function findClashes(fields: readonly SecretField[]): Diagnostic[] {
  const seen = new Map<string, SecretField>();
  const found: Diagnostic[] = [];
  const told = new Set<string>();
  for (const field of fields) {
    if (!isWritten(field)) continue;
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
  return isWritten(field) ? content(field) : undefined;
}

/** Whether the release, External Secrets or the CSI driver writes the key: one of a Secret that exists is only read. */
function isWritten({ variant }: SecretField): boolean {
  return variant.kind === "literal" || (variant.kind === "ref" && /^k8s-(?:eso|csi)$/.test(variant.source));
}

function content({ variant }: SecretField): string {
  if (variant.kind === "literal") return reveal(variant.secret);
  return variant.kind === "ref" ? referenceText(variant.source, variant.path, variant.remoteKey) : "";
}

function sameContent(a: SecretField, b: SecretField): boolean {
  if (a.variant.kind === "literal" && b.variant.kind === "literal")
    return sameSecret(a.variant.secret, b.variant.secret);
  return a.variant.kind === "ref" && b.variant.kind === "ref" && content(a) === content(b);
}

const shown = (field: SecretField): string => field.path.join(".");

function clash(a: SecretField, b: SecretField): Diagnostic {
  return {
    ...tell(
      SECRET_CODE.clash,
      "{first} and {second} both go to key {key} of the Secret {secret}, with different values",
      { first: shown(a), second: shown(b), secret: b.secretName, key: b.dataKey },
    ),
    severity: "error",
    path: shown(b),
  };
}
