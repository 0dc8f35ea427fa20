// As much of DER as certificates need: who reads it has bytes of somebody else, and everything is checked.

export interface DerItem {
  readonly tag: number;
  /** Tag, length and content. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

/** The items one after the other; undefined if they are no DER. */
export function derItems(bytes: Uint8Array): DerItem[] | undefined {
  const out: DerItem[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]!;
    const first = bytes[at + 1];
    // Tags of more than a byte, and lengths that come later, are not DER of certificates.
    if (first === undefined || (tag & 0x1f) === 0x1f || first === 0x80) return undefined;
    const more = first < 0x80 ? 0 : first & 0x7f;
    if (more > 4) return undefined;
    let length = more === 0 ? first : 0;
    for (let i = 0; i < more; i++) {
      const byte = bytes[at + 2 + i];
      if (byte === undefined) return undefined;
      length = length * 256 + byte;
    }
    const start = at + 2 + more;
    if (start + length > bytes.length) return undefined;
    out.push({ tag, whole: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return out;
}

/** An item of a tag with its content. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = joined(contents);
  const { length } = content;
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | bytes.length, ...bytes];
  return joined([Uint8Array.from(head), content]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** `1.3.6.1.…` of an object identifier's content. */
export function oidText(content: Uint8Array): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    if (numbers.length === 0)
      numbers.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else numbers.push(value);
    value = 0;
  }
  return numbers.join(".");
}
