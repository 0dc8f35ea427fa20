/**
 * Reads zip archives from memory, trusting nothing in them: the central directory is the only
 * source of names and sizes, and every offset is checked. ZIP64, encryption and other methods
 * than "stored" and "deflated" are refused; modules need none of them.
 */
import { failure, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import { crc32 } from "./crc32.ts";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly crc: number;
  readonly offset: number;
  /** Made on Unix with a file type other than a regular file or folder: a link, a device. */
  readonly special: boolean;
}

interface ZipArchive {
  readonly bytes: Uint8Array;
  readonly entries: readonly ZipEntry[];
}

/** Inflates raw deflate data. Must give up (throw) once the output is longer than `limit`. */
export type Inflate = (data: Uint8Array, limit: number) => Uint8Array;

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSize = 22;

export function openZip(bytes: Uint8Array): Result<ZipArchive> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end < 0) return failure("zip: not a valid zip file");
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff)
    return failure("zip: ZIP64 archives are not supported");
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    return failure("zip: multi-part archives are not supported");
  if (start + size > end) return failure("zip: not a valid zip file");
  const entries: ZipEntry[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== centralSignature) return failure("zip: not a valid zip file");
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) return failure("zip: not a valid zip file");
    if ((view.getUint16(at + 8, true) & 1) !== 0) return failure("zip: encrypted entries are not supported");
    let name: string;
    try {
      name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    } catch {
      return failure("zip: entry name is not UTF-8");
    }
    const unix = view.getUint16(at + 4, true) >>> 8 === 3;
    const type = (view.getUint32(at + 38, true) >>> 16) & 0xf000;
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      special: unix && type !== 0 && type !== 0x8000 && type !== 0x4000,
    });
    at = next;
  }
  const overlap = overlapping(view, entries, start);
  if (overlap !== undefined) return failure(overlap);
  return success({ bytes, entries });
}

/** Entries that share bytes with each other or with the directory make much from little, and are never made by mistake. */
function overlapping(view: DataView, entries: readonly ZipEntry[], directory: number): string | undefined {
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [i, entry] of sorted.entries()) {
    if (!hasHeader(view, entry)) return `zip: bad header of ${entry.name}`;
    const limit = sorted[i + 1]?.offset ?? directory;
    if (contentStart(view, entry) + entry.compressedSize > limit)
      return `zip: ${entry.name} overlaps with what follows it`;
  }
  return undefined;
}

function hasHeader(view: DataView, { offset }: ZipEntry): boolean {
  return offset + 30 <= view.byteLength && view.getUint32(offset, true) === localSignature;
}

/** Where the content of an entry with a header begins. */
function contentStart(view: DataView, { offset }: ZipEntry): number {
  return offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

/** The record that ends an archive stands at its end, before a comment of at most 65,535 bytes. */
function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let i = view.byteLength - endSize; i >= lowest; i--) {
    if (view.getUint32(i, true) === endSignature && i + endSize + view.getUint16(i + 20, true) === view.byteLength)
      return i;
  }
  return -1;
}

/** The content of an entry: exactly as long as declared, and with the declared checksum. */
export function readZipEntry(zip: ZipArchive, entry: ZipEntry, inflate: Inflate): Result<Uint8Array> {
  const { bytes } = zip;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!hasHeader(view, entry)) return failure(`zip: bad header of ${entry.name}`);
  const start = contentStart(view, entry);
  if (start + entry.compressedSize > bytes.length) return failure(`zip: ${entry.name} is cut off`);
  const data = bytes.subarray(start, start + entry.compressedSize);
  let content: Uint8Array;
  if (entry.method === 0) content = data;
  else if (entry.method === 8) {
    try {
      content = inflate(data, entry.size);
    } catch {
      return failure(
        `uncompressed size of file ${entry.name} is larger than declared size (${entry.size} bytes) or its data is corrupt`,
      );
    }
  } else return failure(`zip: unsupported compression algorithm of ${entry.name}`);
  if (content.length !== entry.size)
    return failure(`uncompressed size of file ${entry.name} is not its declared size (${entry.size} bytes)`);
  if (crc32(content) !== entry.crc) return failure(`zip: checksum error in ${entry.name}`);
  return success(content);
}
