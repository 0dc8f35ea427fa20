/** Writes zip archives: the same files give the same bytes, so a module has one digest. */
import { crc32 } from "./crc32.ts";

export interface ZipFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Compresses to raw deflate data. */
export type Deflate = (data: Uint8Array) => Uint8Array;

/** In the order given, without times or permissions. Without a compressor files are stored. */
export function writeZip(files: readonly ZipFile[], deflate?: Deflate): Uint8Array {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  let centralSize = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const packed = deflate?.(file.content);
    const deflated = packed !== undefined && packed.length < file.content.length;
    const data = deflated ? packed : file.content;
    const fields = {
      name,
      crc: crc32(file.content),
      packed: data.length,
      size: file.content.length,
      method: deflated ? 8 : 0,
    };
    const local = header(fields, undefined);
    chunks.push(local, data);
    const record = header(fields, offset);
    central.push(record);
    centralSize += record.length;
    offset += local.length + data.length;
  }
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, files.length, true);
  view.setUint16(10, files.length, true);
  view.setUint32(12, centralSize, true);
  view.setUint32(16, offset, true);
  return concat([...chunks, ...central, end]);
}

interface HeaderFields {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
}

/** The record before the data (no offset) or that of the central directory. */
function header(f: HeaderFields, offset: number | undefined): Uint8Array {
  const local = offset === undefined;
  const fixed = local ? 30 : 46;
  const out = new Uint8Array(fixed + f.name.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, local ? 0x04034b50 : 0x02014b50, true);
  // The central record has one more field in front: the version that made it.
  const at = local ? 4 : 6;
  if (!local) view.setUint16(4, 20, true);
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x0800, true); // names are UTF-8
  view.setUint16(at + 4, f.method, true);
  view.setUint32(at + 6, 0x00210000, true); // 1980-01-01, the earliest date there is
  view.setUint32(at + 10, f.crc, true);
  view.setUint32(at + 14, f.packed, true);
  view.setUint32(at + 18, f.size, true);
  view.setUint16(at + 22, f.name.length, true);
  if (!local) view.setUint32(42, offset, true);
  out.set(f.name, fixed);
  return out;
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const c of chunks) length += c.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const c of chunks) {
    out.set(c, at);
    at += c.length;
  }
  return out;
}
