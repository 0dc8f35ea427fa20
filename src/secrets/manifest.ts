// Secrets in rendered manifests: masked for printing, or opened on purpose (SEC-7). Manifests are plain data; every
// function returns a copy.
import { MASK, reveal, Secret } from "./secret.ts";

const SECRET_FIELDS = new Set(["data", "stringData"]);

/** A copy with `***` for every secret, and how many there were. Masks have one length, whatever they hide. */
export function maskManifest(manifest: unknown): { value: unknown; count: number } {
  let count = 0;
  const value = copy(manifest, (text) => {
    if (text === "") return text;
    count++;
    return MASK;
  });
  return { value, count };
}

/** A copy with the text of every secret: for `--reveal` and for the cluster. */
export function revealManifest(manifest: unknown): unknown {
  return copy(manifest, (text) => text);
}

export function isSecretManifest(manifest: unknown): boolean {
  if (typeof manifest !== "object" || manifest === null) return false;
  const { kind, apiVersion } = manifest as { kind?: unknown; apiVersion?: unknown };
  return kind === "Secret" && apiVersion === "v1";
}

// `hidden` gets the text of each Secret, and of each string in the data of a Secret manifest, in lists of them too.
function copy(value: unknown, hidden: (text: string) => string): unknown {
  if (value instanceof Secret) return hidden(reveal(value));
  if (Array.isArray(value)) return value.map((item) => copy(item, hidden));
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const secret = isSecretManifest(value);
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of entries)
    out[name] = secret && SECRET_FIELDS.has(name) ? copyData(inner, hidden) : copy(inner, hidden);
  // Client-side apply keeps a copy of the whole object in an annotation.
  if (secret) hideLastApplied(out, hidden);
  return out;
}

function copyData(value: unknown, hidden: (text: string) => string): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return copy(value, hidden);
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of entries)
    out[name] = typeof inner === "string" ? hidden(inner) : inner === null ? null : copy(inner, hidden);
  return out;
}

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

function hideLastApplied(manifest: Record<string, unknown>, hidden: (text: string) => string): void {
  const annotations = (manifest["metadata"] as { annotations?: Record<string, unknown> } | undefined)?.annotations;
  const text = annotations?.[LAST_APPLIED];
  if (typeof text === "string") annotations![LAST_APPLIED] = hidden(text);
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
}
