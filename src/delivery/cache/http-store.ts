// The HTTP cache of Bazel: what bazel-remote, BuildBuddy, and nginx before a bucket speak.
import type { HttpTransport } from "../../registry/index.ts";
import type { CacheStore } from "./cache-store.ts";

const MOST_BYTES = 256 << 20;

interface HttpStoreOptions {
  readonly transport: HttpTransport;
  /** `https://cache.example.com/opm`, without a final slash. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hash: (bytes: Uint8Array) => string;
}

export function httpStore({ transport, base, headers = {}, hash }: HttpStoreOptions): CacheStore {
  const get = async (path: string): Promise<Uint8Array | undefined> => {
    try {
      const answer = await transport({ method: "GET", url: `${base}/${path}`, headers, maxBytes: MOST_BYTES });
      return answer.status === 200 ? answer.body : undefined;
    } catch {
      return undefined;
    }
  };
  const put = async (path: string, body: Uint8Array): Promise<void> => {
    try {
      await transport({
        method: "PUT",
        url: `${base}/${path}`,
        headers: { ...headers, "content-type": "application/octet-stream" },
        body,
        maxBytes: 1 << 20,
      });
    } catch {
      // The next one renders it again.
    }
  };
  return {
    async entry(key) {
      const bytes = await get(`ac/${key}`);
      return bytes && unwrap(bytes);
    },
    putEntry: (key, bytes) => put(`ac/${key}`, wrap(bytes)),
    async content(digest) {
      const bytes = await get(`cas/${digest}`);
      return bytes !== undefined && hash(bytes) === digest ? bytes : undefined;
    },
    putContent: (digest, bytes) => put(`cas/${digest}`, bytes),
  };
}

/** Servers may check that an entry is an ActionResult: one whose standard output (field 5) is ours. */
function wrap(bytes: Uint8Array): Uint8Array {
  const head = [0x2a];
  let n = bytes.length;
  for (; n >= 0x80; n = Math.floor(n / 128)) head.push((n % 128) | 0x80);
  head.push(n);
  const out = new Uint8Array(head.length + bytes.length);
  out.set(head);
  out.set(bytes, head.length);
  return out;
}

function unwrap(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x2a) return undefined;
  let length = 0;
  let factor = 1;
  let at = 1;
  for (; at < bytes.length && at < 8; at++) {
    const byte = bytes[at]!;
    length += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) break;
  }
  const body = bytes.subarray(at + 1, at + 1 + length);
  return body.length === length ? body : undefined;
}
