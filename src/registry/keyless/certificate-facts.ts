// What a certificate says of who asked for it, and that a log has seen it: extensions that Node does not read.
import { der, derItems, joined, oidText } from "./der.ts";
import type { DerItem } from "./der.ts";

interface CertificateFacts {
  /** Addresses and URIs of the subject. */
  readonly subjects: readonly string[];
  /** Who vouched for the subject: the address of an OpenID provider. */
  readonly issuer?: string;
  readonly timestamps: readonly SignedTimestamp[];
  /** The certificate as the log saw it: without the timestamps. */
  readonly seen: Uint8Array;
}

/** That a log of certificates has seen one. */
interface SignedTimestamp {
  readonly logId: Uint8Array;
  /** Milliseconds since 1970, as eight bytes. */
  readonly time: Uint8Array;
  readonly extensions: Uint8Array;
  readonly signature: Uint8Array;
}

const SUBJECT_NAMES = "2.5.29.17";
const TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.2";
const ISSUER = "1.3.6.1.4.1.57264.1.8";
/** The same, as older certificates have it: the text alone. */
const OLDER_ISSUER = "1.3.6.1.4.1.57264.1.1";

const SEQUENCE = 0x30;
const EXTENSIONS = 0xa3;
const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Undefined if the bytes are no certificate. */
export function certificateFacts(bytes: Uint8Array): CertificateFacts | undefined {
  const body = derItems(derItems(bytes)?.[0]?.content ?? new Uint8Array())?.[0];
  const parts = body?.tag === SEQUENCE ? derItems(body.content) : undefined;
  if (parts === undefined) return undefined;
  const holder = parts.find(({ tag }) => tag === EXTENSIONS);
  const list = holder === undefined ? [] : derItems(derItems(holder.content)?.[0]?.content ?? new Uint8Array());
  const extensions = list?.map(readExtension);
  if (extensions === undefined || extensions.includes(undefined)) return undefined;
  const all = extensions as Extension[];
  // Twice the same would let one be read by us and the other by somebody else.
  if (new Set(all.map(({ id }) => id)).size !== all.length) return undefined;
  const find = (id: string): Uint8Array | undefined => all.find((extension) => extension.id === id)?.value;
  const kept = all.filter(({ id }) => id !== TIMESTAMPS).map(({ whole }) => whole);
  const timestamps = readTimestamps(find(TIMESTAMPS));
  if (timestamps === undefined) return undefined;
  const issuer = issuerText(find(ISSUER), find(OLDER_ISSUER));
  return {
    subjects: readNames(find(SUBJECT_NAMES)),
    ...(issuer !== undefined && { issuer }),
    timestamps,
    seen: der(
      SEQUENCE,
      ...parts.map((part) => (part === holder ? der(EXTENSIONS, der(SEQUENCE, ...kept)) : part.whole)),
    ),
  };
}

interface Extension {
  readonly id: string;
  readonly value: Uint8Array;
  readonly whole: Uint8Array;
}

function readExtension({ content, whole }: DerItem): Extension | undefined {
  const parts = derItems(content);
  const [id, value] = [parts?.[0], parts?.at(-1)];
  if (id?.tag !== 0x06 || value?.tag !== 0x04) return undefined;
  return { id: oidText(id.content), value: value.content, whole };
}

function issuerText(issuer: Uint8Array | undefined, older: Uint8Array | undefined): string | undefined {
  if (issuer === undefined) return older && utf8(older);
  const [text] = derItems(issuer) ?? [];
  return text?.tag === 0x0c ? utf8(text.content) : undefined;
}

/** Mail addresses, host names and URIs. */
function readNames(value: Uint8Array | undefined): string[] {
  const names = value === undefined ? [] : (derItems(derItems(value)?.[0]?.content ?? new Uint8Array()) ?? []);
  return names.flatMap(({ tag, content }) => ([0x81, 0x82, 0x86].includes(tag) ? (utf8(content) ?? []) : []));
}

/** Undefined if there is something else than timestamps. */
function readTimestamps(value: Uint8Array | undefined): SignedTimestamp[] | undefined {
  if (value === undefined) return [];
  const bytes = derItems(value)?.[0]?.content;
  if (bytes === undefined || bytes.length < 2 || number(bytes, 0, 2) !== bytes.length - 2) return undefined;
  const out: SignedTimestamp[] = [];
  for (let at = 2; at < bytes.length;) {
    const length = number(bytes, at, 2);
    const one = bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (one.length !== length || length < 47) return undefined;
    const more = number(one, 41, 2);
    const rest = 43 + more;
    const size = rest + 4 <= one.length ? number(one, rest + 2, 2) : -1;
    // Version 1; SHA-256 and ECDSA or RSA: others are passed over.
    if (size < 0 || rest + 4 + size !== one.length) return undefined;
    if (one[0] !== 0 || one[rest] !== 4) continue;
    out.push({
      logId: one.subarray(1, 33),
      time: one.subarray(33, 41),
      extensions: one.subarray(43, rest),
      signature: one.subarray(rest + 4),
    });
  }
  return out;
}

/** What a log signed when it saw a certificate; `issuerKey` is the digest of the key that signed the certificate. */
export function timestampBytes(
  { time, extensions }: SignedTimestamp,
  seen: Uint8Array,
  issuerKey: Uint8Array,
): Uint8Array {
  return joined([
    Uint8Array.from([0, 0]),
    time,
    Uint8Array.from([0, 1]),
    issuerKey,
    sized(seen, 3),
    sized(extensions, 2),
  ]);
}

function sized(bytes: Uint8Array, width: number): Uint8Array {
  const head = new Uint8Array(width);
  for (let i = 0, rest = bytes.length; i < width; i++, rest = Math.floor(rest / 256)) head[width - 1 - i] = rest % 256;
  return joined([head, bytes]);
}

function number(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
