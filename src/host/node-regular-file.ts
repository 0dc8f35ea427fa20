// One way to read a file that may be anything: a FIFO would wait forever, a device never end, a file be larger than
// memory. Only regular files are read, and only up to a limit.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Larger than any source or data file that people write, and far below what a process may hold. */
const fileLimit = 256 << 20;

/** Has Node's codes for Node's faults; `EFTYPE` and `EFBIG` for ours. */
export class FileRefused extends Error {
  readonly code: "EFTYPE" | "EFBIG";
  constructor(code: "EFTYPE" | "EFBIG", message: string) {
    super(message);
    this.code = code;
  }
}

/** The content of a regular file. Throws what Node throws, or `FileRefused`. */
export function readRegularFile(path: string, limit = fileLimit): Buffer {
  // Opening a FIFO for reading waits for a writer, unless told not to; to regular files it makes no difference.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = fstatSync(fd);
    if (info.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    if (!info.isFile()) throw new FileRefused("EFTYPE", "not a regular file");
    if (info.size > limit) throw new FileRefused("EFBIG", tooLarge(limit));
    // Files of /proc say that they are empty; one may also grow while it is read.
    const chunks: Buffer[] = [];
    let length = 0;
    for (let want = info.size + 1; ; want = 64 << 10) {
      const chunk = Buffer.allocUnsafe(want);
      const got = readSync(fd, chunk, 0, want, null);
      if (got === 0) break;
      length += got;
      if (length > limit) throw new FileRefused("EFBIG", tooLarge(limit));
      chunks.push(chunk.subarray(0, got));
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
  } finally {
    closeSync(fd);
  }
}

/**
 * A file that the user names: it may be a pipe (`-f <(…)`), which is read to its end, but no further than the limit, so
 * that a device without an end does not fill the memory.
 */
export function readNamedFile(path: string, limit = fileLimit): Buffer {
  const fd = openSync(path, constants.O_RDONLY);
  try {
    if (fstatSync(fd).isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 << 10);
      const got = readSync(fd, chunk, 0, chunk.length, null);
      if (got === 0) return Buffer.concat(chunks, length);
      length += got;
      if (length > limit) throw new FileRefused("EFBIG", tooLarge(limit));
      chunks.push(chunk.subarray(0, got));
    }
  } finally {
    closeSync(fd);
  }
}

function tooLarge(limit: number): string {
  return `file is larger than ${limit >> 20} MB`;
}
