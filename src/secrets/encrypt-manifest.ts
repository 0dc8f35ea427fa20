// A rendered Secret as a SOPS file of its own (SEC-7): readers cannot take several Secrets from one file.
import type { Outcome, SourceText } from "../source/index.ts";
import { revealManifest } from "./manifest.ts";
import { decryptFile } from "./sops/decrypt.ts";
import type { Decrypted } from "./sops/decrypt.ts";
import { encryptDocuments, sealDocuments } from "./sops/encrypt.ts";
import type { EncryptOptions } from "./sops/encrypt.ts";
import type { Identities } from "./sops/age-key.ts";
import { writePlain } from "./sops/format.ts";
import { newMetadata } from "./sops/metadata.ts";
import { KUBERNETES_SELECTOR } from "./sops/selector.ts";
import { listOf, mapOf, scalar } from "./sops/tree.ts";
import type { MapNode, SopsNode } from "./sops/tree.ts";

export interface ManifestEncryption extends Omit<EncryptOptions, "selector" | "macOnlyEncrypted"> {
  readonly format?: "yaml" | "json";
  /** The file that is there already, and the keys that may open it. */
  readonly previous?: { readonly file: SourceText; readonly identities: Identities };
}

/**
 * Encrypted anew, with a new data key; or over the previous file, if it is whole, can be opened and is for the same
 * recipients: then what did not change keeps its encrypted text, and a file that says the same stays byte for byte.
 */
export async function encryptManifest(manifest: unknown, options: ManifestEncryption): Promise<Outcome<string>> {
  const { format = "yaml", crypto, now, previous, recipients } = options;
  const tree = sopsTree(revealManifest(manifest));
  if (tree.kind !== "map") throw new Error("a manifest is an object");
  const name = (manifest as { metadata?: { name?: string } }).metadata?.name ?? "manifest";
  const title = `Secret ${name}`;
  const old = previous && (await opened(previous, format, options));
  if (previous === undefined || old === undefined)
    return encryptDocuments([tree], title, format, { crypto, recipients, now, selector: KUBERNETES_SELECTOR });
  if (writePlain(old.documents, format) === writePlain([tree], format))
    return { value: previous.file.text, diagnostics: [] };
  const metadata = newMetadata(old.metadata.age, KUBERNETES_SELECTOR, now, false);
  return sealDocuments([tree], title, format, metadata, old.key, crypto, old.sealed);
}

async function opened(
  { file, identities }: NonNullable<ManifestEncryption["previous"]>,
  format: "yaml" | "json",
  { crypto, recipients }: ManifestEncryption,
): Promise<Decrypted | undefined> {
  if (identities.keys.length === 0) return undefined;
  const { value } = await decryptFile(file, format, { crypto, identities });
  if (value === undefined || value.documents.length !== 1) return undefined;
  const { age, selector, macOnlyEncrypted } = value.metadata;
  const { kind, pattern } = KUBERNETES_SELECTOR;
  if (macOnlyEncrypted || selector.kind !== kind || selector.pattern !== pattern) return undefined;
  const before = new Set(age.map(({ recipient }) => recipient));
  const now = new Set(recipients);
  return before.size === now.size && [...now].every((recipient) => before.has(recipient)) ? value : undefined;
}

function sopsTree(value: unknown): SopsNode {
  if (value === null || value === undefined) return { kind: "null", offset: -1 };
  if (typeof value === "string") return scalar("str", value);
  if (typeof value === "boolean") return scalar("bool", value ? "True" : "False");
  if (typeof value === "bigint" || Number.isInteger(value)) return scalar("int", String(value));
  if (typeof value === "number") return scalar("float", String(value));
  if (Array.isArray(value)) return listOf(value.map(sopsTree));
  return mapOf(Object.entries(value).map(([name, inner]) => [name, sopsTree(inner)] as const)) satisfies MapNode;
}
