// Content-hash names of immutable Secrets and ConfigMaps (SEC-11): a change of content is a change of name.
import { toHex, utf8 } from "./bytes.ts";
import type { Crypto } from "./crypto.ts";

/** The first ten hex digits of SHA-256 over the sorted `key=value` lines. */
export function contentHash(data: ReadonlyMap<string, string>, crypto: Pick<Crypto, "sha256">): string {
  const lines = [...data].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, value]) => `${key}=${value}`);
  return toHex(crypto.sha256(utf8(lines.join("\n"))).subarray(0, 5));
}

export function immutableName(base: string, data: ReadonlyMap<string, string>, crypto: Pick<Crypto, "sha256">): string {
  return `${base}-${contentHash(data, crypto)}`;
}

/** What stands for a reference in the hash: the value itself is not known here. */
export function referenceText(source: string, path: string, remoteKey: string): string {
  return `ref:${source}:${path}:${remoteKey}`;
}
