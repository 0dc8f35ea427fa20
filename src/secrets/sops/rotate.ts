// Changing who can read a file.
import { tell, advise } from "../../source/index.ts";
import type { Outcome, SourceText } from "../../source/index.ts";
import { DATA_KEY_LENGTH, wrapKey } from "./age-key.ts";
import { decryptFile } from "./decrypt.ts";
import type { DecryptOptions } from "./decrypt.ts";
import { isProblem, plaintextFailure, sealDocuments } from "./encrypt.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import { readEncrypted, readPlain, writeEncrypted } from "./format.ts";
import type { SopsFormat } from "./format.ts";
import { newMetadata, writeMetadata } from "./metadata.ts";

export interface RotateOptions extends DecryptOptions {
  readonly now: Date;
  /** The new recipients; those of the file when absent. */
  readonly recipients?: readonly string[];
}

/** A new data key: every value is encrypted anew, so whoever had the old key cannot read later versions. */
export async function rotateFile(
  file: SourceText,
  format: SopsFormat,
  options: RotateOptions,
): Promise<Outcome<string>> {
  const old = await decryptFile(file, format, options);
  if (old.value === undefined) return old as Outcome<never>;
  const { documents, metadata } = old.value;
  const recipients = options.recipients ?? metadata.age.map((entry) => entry.recipient);
  const key = options.crypto.random(DATA_KEY_LENGTH);
  const age = await wrapKey(key, recipients);
  if (isProblem(age)) return { diagnostics: age };
  const next = { ...newMetadata(age, metadata.selector, options.now, metadata.macOnlyEncrypted) };
  const result = sealDocuments(documents, file.name, format, next, key, options.crypto);
  return { ...result, diagnostics: [...old.diagnostics, ...result.diagnostics] };
}

/** The same data key wrapped for other recipients; values and MAC stay byte for byte. */
export async function updateKeys(
  file: SourceText,
  format: SopsFormat,
  options: RotateOptions & { recipients: readonly string[] },
): Promise<Outcome<string>> {
  const old = await decryptFile(file, format, options);
  if (old.value === undefined) return old as Outcome<never>;
  const age = await wrapKey(old.value.key, options.recipients);
  if (isProblem(age)) return { diagnostics: age };
  const documents = readEncrypted(file.text, format);
  if ("message" in documents) throw new Error("read a moment ago");
  const block = writeMetadata({ ...old.value.metadata, age });
  for (const document of documents) for (const entry of document.entries) if (entry.key === "sops") entry.value = block;
  const removed = old.value.metadata.age.filter((entry) => !options.recipients.includes(entry.recipient));
  const warnings = removed.map((entry) =>
    failure(
      tell(SOPS_CODE.weakMac, "{recipient} could read the data key and still can with an old copy", {
        recipient: entry.recipient,
      }),
      {
        severity: "warning",
        hint: advise(SOPS_CODE.weakMac, "rotate the data key, then change the secrets themselves"),
      },
    ),
  );
  return { value: writeEncrypted(documents, format)!, diagnostics: [...old.diagnostics, ...warnings] };
}

/** Encrypts an edited plaintext over its old file: unchanged values keep their encrypted text, so diffs stay small. */
export async function reencryptFile(
  plain: SourceText,
  old: SourceText,
  format: SopsFormat,
  options: RotateOptions,
): Promise<Outcome<string>> {
  const before = await decryptFile(old, format, options);
  if (before.value === undefined) return before as Outcome<never>;
  const documents = readPlain(plain.text, format);
  if ("message" in documents) return { diagnostics: [plaintextFailure(plain, documents.message, documents.offset)] };
  const { metadata, key, sealed } = before.value;
  const next = newMetadata(metadata.age, metadata.selector, options.now, metadata.macOnlyEncrypted);
  return sealDocuments(documents, plain.name, format, next, key, options.crypto, sealed);
}
