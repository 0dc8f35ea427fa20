import { gunzipSync, gzipSync } from "node:zlib";

const MOST_BYTES = 512 << 20;

/** The same bytes for the same content: without a time, and with no name of an operating system. */
export function nodeGzip(bytes: Uint8Array): Uint8Array {
  const out = gzipSync(bytes, { level: 9 });
  out[9] = 255;
  return new Uint8Array(out);
}

/** Undefined if it is no gzip, or is larger than anything that was meant. */
export function nodeGunzip(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: MOST_BYTES }));
  } catch {
    return undefined;
  }
}
