// An entry of a transparency log (Rekor), as bundles and annotations carry it: what was signed, when, and the proof that
// the log holds it.
import { parseJson } from "../oci-client.ts";
import { base64, unbase64 } from "../base64.ts";
import { joined } from "./der.ts";
import type { Log } from "./trusted-root.ts";

export interface LogEntry {
  readonly logId: Uint8Array;
  readonly index: number;
  /** Seconds since 1970. */
  readonly time: number;
  readonly body: Uint8Array;
  /** The log's promise to hold it; it signs the time too. */
  readonly promise?: Uint8Array;
  readonly proof?: InclusionProof;
}

interface InclusionProof {
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly hashes: readonly Uint8Array[];
  /** A signed note about the tree. */
  readonly checkpoint: string;
}

/** What hashing and signatures need. */
export interface LogCrypto {
  sha256(bytes: Uint8Array): Uint8Array;
  /** `key` is a SubjectPublicKeyInfo in DER. */
  verify(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Whether the log promised to hold the entry, and so that its time is true. */
export function isPromised({ logId, index, time, body, promise }: LogEntry, log: Log, crypto: LogCrypto): boolean {
  if (promise === undefined) return false;
  const hex = [...logId].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // In the order of names, without blanks.
  const signed = JSON.stringify({ body: base64(body), integratedTime: time, logID: hex, logIndex: index });
  return crypto.verify(log.key, utf8(signed), promise);
}

/** Whether the entry is in a tree that the log signed. */
export function isIncluded({ body, proof }: LogEntry, log: Log, crypto: LogCrypto): boolean {
  if (proof === undefined) return false;
  const root = rootOf(proof, crypto.sha256(joined([Uint8Array.from([0]), body])), crypto);
  if (root === undefined || !same(root, proof.root)) return false;
  const end = proof.checkpoint.indexOf("\n\n");
  const text = proof.checkpoint.slice(0, end + 1);
  const [, size, hash] = text.split("\n");
  const stated = hash === undefined ? undefined : unbase64(hash);
  if (end < 0 || size !== String(proof.size) || stated === undefined || !same(stated, root)) return false;
  return proof.checkpoint
    .slice(end + 2)
    .split("\n")
    .some((line) => {
      const [, signature] = /^\u2014 \S+ ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
      const bytes = signature === undefined ? undefined : unbase64(signature);
      // Four bytes say which key it is.
      return bytes !== undefined && bytes.length > 4 && crypto.verify(log.key, utf8(text), bytes.subarray(4));
    });
}

/** The root of a tree with this leaf (RFC 6962); undefined if the proof does not fit its size. */
function rootOf(
  { index, size, hashes }: InclusionProof,
  leaf: Uint8Array,
  { sha256 }: LogCrypto,
): Uint8Array | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const node = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(joined([Uint8Array.from([1]), left, right]));
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of hashes) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = node(other, hash);
      while (at % 2 === 0 && at > 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else hash = node(hash, other);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : undefined;
}

/** What an entry says was signed: the digest of it in hex, the signature, and the certificate in PEM. */
interface LoggedSignature {
  readonly hash: string;
  readonly signatures: readonly { readonly signature: string; readonly certificate: string }[];
}

/** Undefined for kinds of entries that are not known here. */
export function loggedSignature(body: Uint8Array): LoggedSignature | undefined {
  const { kind, apiVersion, spec } = (parseJson(body) ?? {}) as { kind?: unknown; apiVersion?: unknown; spec?: Spec };
  if (apiVersion !== "0.0.1") return undefined;
  const decoded = (text: unknown): string => {
    const bytes = typeof text === "string" ? unbase64(text) : undefined;
    return bytes === undefined ? "" : new TextDecoder().decode(bytes);
  };
  if (kind === "hashedrekord") {
    const { data, signature } = spec ?? {};
    if (data?.hash?.algorithm !== "sha256") return undefined;
    const one = { signature: String(signature?.content), certificate: decoded(signature?.publicKey?.content) };
    return { hash: String(data.hash.value), signatures: [one] };
  }
  if (kind !== "dsse" || spec?.payloadHash?.algorithm !== "sha256" || !Array.isArray(spec.signatures)) return undefined;
  return {
    hash: String(spec.payloadHash.value),
    signatures: spec.signatures.map(({ signature, verifier }) => ({
      signature: String(signature),
      certificate: decoded(verifier),
    })),
  };
}

interface Hash {
  readonly algorithm?: unknown;
  readonly value?: unknown;
}

interface Spec {
  readonly data?: { readonly hash?: Hash };
  readonly signature?: { readonly content?: unknown; readonly publicKey?: { readonly content?: unknown } };
  readonly payloadHash?: Hash;
  readonly signatures?: readonly { readonly signature?: unknown; readonly verifier?: unknown }[];
}

/** An entry of a bundle; undefined if it is none. */
export function entryOfBundle(data: unknown): LogEntry | undefined {
  const entry = (data ?? {}) as BundleEntry;
  const [logId, body] = [bytesOf(entry.logId?.keyId), bytesOf(entry.canonicalizedBody)];
  const [index, time] = [numberOf(entry.logIndex), numberOf(entry.integratedTime)];
  if (logId === undefined || body === undefined || index === undefined || time === undefined) return undefined;
  const promise = bytesOf(entry.inclusionPromise?.signedEntryTimestamp);
  const proof = proofOf(entry.inclusionProof);
  return { logId, body, index, time, ...(promise && { promise }), ...(proof && { proof }) };
}

/** What cosign's older form carries in an annotation. */
export function entryOfAnnotation(text: string): LogEntry | undefined {
  const { SignedEntryTimestamp, Payload } = (parseJson(utf8(text)) ?? {}) as Annotated;
  const [promise, body] = [bytesOf(SignedEntryTimestamp), bytesOf(Payload?.body)];
  const { logID, logIndex, integratedTime } = Payload ?? {};
  const pairs = typeof logID === "string" && /^(?:[0-9a-f]{2})+$/.test(logID) ? logID.match(/../g)! : undefined;
  if (promise === undefined || body === undefined || pairs === undefined) return undefined;
  if (typeof logIndex !== "number" || typeof integratedTime !== "number") return undefined;
  const logId = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  return { logId, index: logIndex, time: integratedTime, body, promise };
}

interface BundleEntry {
  readonly logIndex?: unknown;
  readonly logId?: { readonly keyId?: unknown };
  readonly integratedTime?: unknown;
  readonly canonicalizedBody?: unknown;
  readonly inclusionPromise?: { readonly signedEntryTimestamp?: unknown };
  readonly inclusionProof?: BundleProof;
}

interface BundleProof {
  readonly logIndex?: unknown;
  readonly treeSize?: unknown;
  readonly rootHash?: unknown;
  readonly hashes?: unknown;
  readonly checkpoint?: { readonly envelope?: unknown };
}

interface Annotated {
  readonly SignedEntryTimestamp?: unknown;
  readonly Payload?: {
    readonly body?: unknown;
    readonly integratedTime?: unknown;
    readonly logIndex?: unknown;
    readonly logID?: unknown;
  };
}

function proofOf(proof: BundleProof | undefined): InclusionProof | undefined {
  const [index, size] = [numberOf(proof?.logIndex), numberOf(proof?.treeSize)];
  const root = bytesOf(proof?.rootHash);
  const checkpoint = proof?.checkpoint?.envelope;
  const hashes = (Array.isArray(proof?.hashes) ? proof.hashes : []).map(bytesOf);
  if (index === undefined || size === undefined || root === undefined || typeof checkpoint !== "string")
    return undefined;
  return hashes.includes(undefined) ? undefined : { index, size, root, checkpoint, hashes: hashes as Uint8Array[] };
}

const bytesOf = (value: unknown): Uint8Array | undefined => (typeof value === "string" ? unbase64(value) : undefined);

/** Numbers of 64 bits are texts there; absent is 0. */
function numberOf(value: unknown): number | undefined {
  const number = Number(value ?? 0);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
