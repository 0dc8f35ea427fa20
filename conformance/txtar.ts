/** A text archive: a comment, then files, each after a line `-- NAME --`. */
export interface Archive {
  readonly comment: Uint8Array;
  readonly files: readonly ArchiveFile[];
}

export interface ArchiveFile {
  readonly name: string;
  readonly data: Uint8Array;
}

const newline = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes in, bytes out: inputs that are not UTF-8 or have other line ends stay as they are. */
export function parseArchive(bytes: Uint8Array): Archive {
  const marks: { name: string; from: number; to: number }[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(newline, at);
    const next = end < 0 ? bytes.length : end + 1;
    const name = markerName(bytes, at, end < 0 ? bytes.length : end);
    if (name !== undefined) marks.push({ name, from: at, to: next });
    at = next;
  }
  const files = marks.map((m, i) => ({ name: m.name, data: bytes.subarray(m.to, marks[i + 1]?.from ?? bytes.length) }));
  return { comment: bytes.subarray(0, marks[0]?.from ?? bytes.length), files };
}

/** The name in a line `-- NAME --`, or undefined for any other line. */
function markerName(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (bytes[from] !== 0x2d || bytes[from + 1] !== 0x2d || bytes[from + 2] !== 0x20) return undefined;
  const line = decoder.decode(bytes.subarray(from, to)).replace(/\r$/, "");
  if (!line.endsWith(" --") || line.length < 7) return undefined;
  return line.slice(3, -3).trim() || undefined;
}

export function formatArchive({ comment, files }: Archive): Uint8Array {
  const parts = [withNewline(comment)];
  for (const file of files) parts.push(encoder.encode(`-- ${file.name} --\n`), withNewline(file.data));
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A file must end its last line, or the next marker would not be one. */
function withNewline(data: Uint8Array): Uint8Array {
  if (data.length === 0 || data[data.length - 1] === newline) return data;
  const out = new Uint8Array(data.length + 1);
  out.set(data);
  out[data.length] = newline;
  return out;
}

export const textOf = (data: Uint8Array): string => decoder.decode(data);
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** What the tools answered, as against what they were given. */
export function isAnswer(name: string): boolean {
  return name.startsWith("want/") || name.startsWith("out/") || name.startsWith("diff/");
}
