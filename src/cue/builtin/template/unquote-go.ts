/** The value of a quoted or raw Go string, or undefined. */
export function unquoteGo(text: string): string | undefined {
  if (text.length < 2) return undefined;
  const body = text.slice(1, -1);
  if (text[0] === "`") return body.replaceAll("\r", "");
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let i = 0; i < body.length;) {
    const code = body.codePointAt(i) as number;
    if (body[i] !== "\\") {
      bytes.push(...encoder.encode(String.fromCodePoint(code)));
      i += code > 0xffff ? 2 : 1;
      continue;
    }
    const c = body[i + 1];
    const simple = c === undefined ? undefined : SIMPLE.get(c);
    if (simple !== undefined) {
      bytes.push(simple);
      i += 2;
      continue;
    }
    const m = /^(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(body.slice(i + 1));
    if (m === null) return undefined;
    if (m[1] !== undefined || m[2] !== undefined) {
      const b = Number.parseInt(m[1] ?? (m[2] as string), m[1] === undefined ? 8 : 16);
      if (b > 255) return undefined;
      bytes.push(b);
    } else {
      const r = Number.parseInt((m[3] ?? m[4]) as string, 16);
      if (r > 0x10ffff || (r >= 0xd800 && r < 0xe000)) return undefined;
      bytes.push(...encoder.encode(String.fromCodePoint(r)));
    }
    i += 1 + m[0].length;
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const SIMPLE = new Map([
  ["a", 7],
  ["b", 8],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
  ["\\", 92],
  ['"', 34],
  ["'", 39],
]);
