// Tar archives that are the same for the same files: sorted, without times and owners.

export interface TarFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const BLOCK = 512;

export function makeTar(files: readonly TarFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const file of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = new TextEncoder().encode(file.name);
    // A longer name stands in an extended header before the file's own.
    if (name.length > 100) {
      const record = paxRecord("path", file.name);
      parts.push(header("pax", record.length, "x"), padded(record));
    }
    parts.push(header(file.name, file.content.length, "0"), padded(file.content));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The regular files of an archive; undefined if it is none, or holds a name that leads out of it. */
export function readTar(bytes: Uint8Array): TarFile[] | undefined {
  const out: TarFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) return out;
    const size = Number.parseInt(text(head, 124, 12), 8);
    if (!Number.isInteger(size) || size < 0 || at + BLOCK + size > bytes.length) return undefined;
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const type = String.fromCharCode(head[156]!);
    const prefix = text(head, 345, 155);
    if (type === "x") longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(new TextDecoder().decode(content))?.[1];
    else if (type === "0" || type === "\0") {
      const name = (longName ?? (prefix === "" ? text(head, 0, 100) : `${prefix}/${text(head, 0, 100)}`)).replace(
        /^\.\//,
        "",
      );
      if (name.startsWith("/") || name.split("/").includes("..")) return undefined;
      out.push({ name, content });
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function header(name: string, size: number, type: "0" | "x"): Uint8Array {
  const out = new Uint8Array(BLOCK);
  const put = (at: number, value: string): void => out.set(new TextEncoder().encode(value), at);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
  out.set(new TextEncoder().encode(name).subarray(0, 100), 0);
  put(100, octal(0o644, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(size, 12));
  put(136, octal(0, 12));
  put(148, "        ");
  put(156, type);
  put(257, "ustar\0");
  put(263, "00");
  const sum = out.reduce((a, b) => a + b, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return out;
}

/** Its length counts itself. */
function paxRecord(key: string, value: string): Uint8Array {
  const body = new TextEncoder().encode(` ${key}=${value}\n`);
  let length = body.length + 1;
  while (String(length).length + body.length !== length) length = String(length).length + body.length;
  return new TextEncoder().encode(`${length} ${key}=${value}\n`);
}

function padded(content: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
  out.set(content);
  return out;
}

function text(head: Uint8Array, at: number, length: number): string {
  const field = head.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end)).trim();
}
