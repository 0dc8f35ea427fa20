// The data key of a file, wrapped once for each age recipient.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import type { AgeEntry } from "./metadata.ts";

export const DATA_KEY_LENGTH = 32;

// Loaded when something is encrypted or decrypted: it is large, and most runs need none of it.
const loadAge = () => import("age-encryption");

/** Why a recipient cannot be used, or null. An identity given by mistake is not repeated. */
export async function recipientProblem(recipient: string): Promise<Diagnostic | null> {
  const refuse = (message: string, hint?: string) =>
    failure(tell(SOPS_CODE.badRecipient, "{problem}", { problem: message }), { hint });
  if (/^AGE-(SECRET-KEY|PLUGIN)-/i.test(recipient))
    return refuse(
      "a private key was given where a recipient is expected",
      "pass the public key (age1…), and consider the private key exposed: it was on a command line or in a file",
    );
  if (recipient.startsWith("ssh-"))
    return refuse("SSH keys are not supported as recipients", "make an age key with `age-keygen`");
  if (!recipient.startsWith("age1")) return refuse("a recipient must be an age public key (age1…)");
  const { Encrypter } = await loadAge();
  try {
    new Encrypter().addRecipient(recipient);
    return null;
  } catch {
    const plugin = /^age1([a-z0-9]+)1[a-z0-9]+$/.exec(recipient)?.[1];
    if (plugin !== undefined && plugin !== "pq")
      return refuse(`recipients of the age plugin "${plugin}" are not supported`);
    return refuse(
      `not a valid age public key: ${recipient.length > 24 ? `${recipient.slice(0, 20)}…` : recipient}`,
      "a character may be missing or changed: it fails the checksum",
    );
  }
}

export async function wrapKey(key: Uint8Array, recipients: readonly string[]): Promise<AgeEntry[] | Diagnostic[]> {
  if (recipients.length === 0)
    return [
      failure(tell(SOPS_CODE.badRecipient, "no recipient to encrypt for"), {
        hint: advise(SOPS_CODE.badRecipient, "pass --encrypt-to age1…"),
      }),
    ];
  const problems = (await Promise.all(recipients.map(recipientProblem))).filter((p) => p !== null);
  if (problems.length > 0) return problems;
  const { armor, Encrypter } = await loadAge();
  const entries: AgeEntry[] = [];
  for (const recipient of new Set(recipients)) {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const enc = armor.encode(await encrypter.encrypt(key));
    entries.push({ recipient, enc: enc.endsWith("\n") ? enc : `${enc}\n` });
  }
  return entries;
}

/** Private keys, and where they were looked for; the text of a key never leaves through a message. */
export interface Identities {
  readonly keys: readonly string[];
  readonly looked: readonly string[];
}

export async function isIdentity(text: string): Promise<boolean> {
  const { Decrypter } = await loadAge();
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    return false;
  }
}

export async function recipientOf(identity: string): Promise<string | null> {
  const { identityToRecipient } = await loadAge();
  try {
    return await identityToRecipient(identity);
  } catch {
    return null;
  }
}

export async function unwrapKey(
  entries: readonly AgeEntry[],
  identities: Identities,
  file: SourceText,
): Promise<Uint8Array | Diagnostic> {
  if (identities.keys.length === 0)
    return failure(tell(SOPS_CODE.noKey, "no age key to decrypt the file with"), {
      file,
      notes: [...identities.looked.map((place) => `looked in ${place}`), ...recipientNotes(entries)],
      hint: advise(SOPS_CODE.noKey, "set SOPS_AGE_KEY_FILE to the file with your age key"),
    });
  const { armor, Decrypter } = await loadAge();
  let damaged = 0;
  for (const entry of entries) {
    let wrapped: Uint8Array;
    try {
      wrapped = armor.decode(entry.enc);
    } catch {
      damaged++;
      continue;
    }
    const decrypter = new Decrypter();
    for (const key of identities.keys) decrypter.addIdentity(key);
    try {
      const key = await decrypter.decrypt(wrapped);
      if (key.length === DATA_KEY_LENGTH) return key;
      damaged++;
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no identity matched"))) damaged++;
    }
  }
  if (damaged > 0)
    return failure(tell(SOPS_CODE.damagedKey, "the file's encrypted data key is damaged (cut or changed)"), {
      file,
      notes: recipientNotes(entries),
    });
  return failure(
    identities.keys.length === 1
      ? tell(SOPS_CODE.wrongKey, "your age key does not fit the file")
      : tell(SOPS_CODE.wrongKey, "none of your {count} age keys fits the file", { count: identities.keys.length }),
    {
      file,
      notes: [...identities.looked.map((place) => `keys from ${place}`), ...recipientNotes(entries)],
    },
  );
}

function recipientNotes(entries: readonly AgeEntry[]): string[] {
  return entries.map(
    (entry) =>
      `the file is encrypted for ${/^[a-z0-9]{1,80}$/.test(entry.recipient) ? entry.recipient : "an age recipient"}`,
  );
}
