import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Deflate, Inflate } from "../registry/index.ts";

/** Stops as soon as the output is longer than declared: a zip bomb never unfolds. */
export const nodeInflate: Inflate = (data, limit) => inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });

export const nodeDeflate: Deflate = (data) => deflateRawSync(data, { level: 9 });
