// Which field stands on which line of YAML as opm writes it: block style, two spaces a level, list items at their
// parent's column. It reads that form alone, so that a click on a line finds its field without a parser.

type FieldPath = readonly (string | number)[];

interface Level {
  readonly indent: number;
  /** A name in a map, or the number of the item of a list. */
  step: string | number;
}

/** The path of the field on each line; lines of a text block have the path of its field. */
export function yamlPaths(text: string): FieldPath[] {
  const levels: Level[] = [];
  const out: FieldPath[] = [];
  let block = -1;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    let indent = indentOf(line);
    if (block >= 0 && (line.trim() === "" || indent > block)) {
      out.push(out.at(-1) ?? []);
      continue;
    }
    block = -1;
    let rest = line.slice(indent);
    while (rest === "-" || rest.startsWith("- ")) {
      // The item begins; what was deeper than its dash ended.
      while (levels.length > 0 && levels.at(-1)!.indent > indent) levels.pop();
      const last = levels.at(-1);
      if (last !== undefined && last.indent === indent && typeof last.step === "number") last.step++;
      else levels.push({ indent, step: 0 });
      const skip = /^-\s*/.exec(rest)![0].length;
      // Inside of an item everything is deeper than the dash.
      indent += skip;
      rest = rest.slice(skip);
    }
    const key = keyOf(rest);
    if (key !== undefined) {
      while (levels.length > 0 && levels.at(-1)!.indent >= indent) levels.pop();
      levels.push({ indent, step: key.name });
      rest = key.rest;
    }
    out.push(levels.map(({ step }) => step));
    if (/^[|>][-+0-9]*$/.test(rest)) block = key === undefined ? indent - 1 : indent;
  }
  return out;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function keyOf(text: string): { name: string; rest: string } | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(?: (.*))?$/.exec(text);
  if (quoted !== null) {
    const raw = quoted[1]!;
    const name = raw.startsWith('"') ? (JSON.parse(raw) as string) : raw.slice(1, -1).replaceAll("''", "'");
    return { name, rest: quoted[2] ?? "" };
  }
  if (/^["'[{]/.test(text)) return undefined;
  // A plain name holds no colon before a space, and ends at the first one.
  const plain = /^(.*?):(?: (.*))?$/s.exec(text);
  return plain === null ? undefined : { name: plain[1]!, rest: plain[2] ?? "" };
}
