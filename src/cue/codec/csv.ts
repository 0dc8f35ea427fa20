/** Comma separated values as Go's encoding/csv reads and writes them. */

export function encodeCsvRow(row: readonly string[]): string {
  return row.map((f) => (needsQuotes(f) ? `"${f.replaceAll('"', '""')}"` : f)).join(",") + "\n";
}

function needsQuotes(f: string): boolean {
  if (f === "") return false;
  return f === "\\." || /[",\r\n]/.test(f) || /^\s/u.test(f);
}

/** All records; they must have as many fields as the first. A string is the mistake. */
export function decodeCsv(src: string): string[][] | string {
  const text = src.replaceAll("\r\n", "\n");
  const out: string[][] = [];
  let pos = 0;
  let line = 0;
  while (pos < text.length) {
    line++;
    const start = line;
    if (text[pos] === "\n") {
      pos++;
      continue;
    }
    const record: string[] = [];
    let lineStart = pos;
    for (;;) {
      if (text[pos] === '"') {
        let field = "";
        pos++;
        for (;;) {
          const end = text.indexOf('"', pos);
          if (end < 0) {
            // The text ends inside quotes.
            let eol = text.length;
            if (text.endsWith("\n")) eol--;
            const before = text.slice(pos);
            const lastLine = line + count(before.replace(/\n$/, ""));
            const last = text.lastIndexOf("\n", eol - 1);
            const column =
              byteLength(text.slice(Math.max(last + 1, lineStart > last ? lineStart : last + 1), text.length)) + 1;
            return parseError(start, lastLine, column, 'extraneous or missing " in quoted-field');
          }
          const part = text.slice(pos, end);
          const breaks = count(part);
          if (breaks > 0) {
            line += breaks;
            lineStart = pos + part.lastIndexOf("\n") + 1;
          }
          field += part;
          pos = end + 1;
          const next = text[pos];
          if (next === '"') {
            field += '"';
            pos++;
          } else if (next === undefined || next === "," || next === "\n") break;
          else {
            return parseError(
              start,
              line,
              byteLength(text.slice(lineStart, pos)),
              'extraneous or missing " in quoted-field',
            );
          }
        }
        record.push(field);
      } else {
        let end = pos;
        while (end < text.length && text[end] !== "," && text[end] !== "\n") end++;
        const field = text.slice(pos, end);
        const quote = field.indexOf('"');
        if (quote >= 0)
          return parseError(
            start,
            line,
            byteLength(text.slice(lineStart, pos + quote)) + 1,
            'bare " in non-quoted-field',
          );
        record.push(field);
        pos = end;
      }
      if (text[pos] !== ",") break;
      pos++;
    }
    pos++;
    if (out.length > 0 && record.length !== out[0]!.length) return `record on line ${start}: wrong number of fields`;
    out.push(record);
  }
  return out;
}

function count(s: string): number {
  let n = 0;
  for (let i = s.indexOf("\n"); i >= 0; i = s.indexOf("\n", i + 1)) n++;
  return n;
}

function byteLength(s: string): number {
  return new TextEncoder().encode(s).length;
}

function parseError(start: number, line: number, column: number, reason: string): string {
  if (start !== line) return `record on line ${start}; parse error on line ${line}, column ${column}: ${reason}`;
  return `parse error on line ${line}, column ${column}: ${reason}`;
}
