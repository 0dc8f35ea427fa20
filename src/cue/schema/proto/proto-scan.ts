import { ProtoFault } from "./proto-syntax.ts";

export interface ProtoToken {
  readonly kind: "word" | "number" | "text" | "mark" | "comment" | "end";
  readonly text: string;
  readonly offset: number;
  readonly line: number;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<text>"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')`,
    String.raw`(?<number>\d[\w.]*(?:(?<=[eE])[+-]\d+)?)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<mark>[^\s"'])`,
  ].join("|"),
  "y",
);

/** All tokens of a text, the last of kind `end`. */
export function scanProto(text: string): ProtoToken[] {
  const out: ProtoToken[] = [];
  let line = 1;
  let offset = 0;
  while (offset < text.length) {
    TOKEN.lastIndex = offset;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new ProtoFault("a text that does not end", offset);
    const [kind, found] = Object.entries(groups).find(([, x]) => x !== undefined) as [string, string];
    if (kind !== "space") out.push({ kind: kind as ProtoToken["kind"], text: found, offset, line });
    for (let i = found.indexOf("\n"); i >= 0; i = found.indexOf("\n", i + 1)) line++;
    offset += found.length;
  }
  out.push({ kind: "end", text: "", offset: text.length, line });
  return out;
}
