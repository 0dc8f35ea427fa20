// Draws the pictures of docs/guide/editor.md from real answers of the server: node tool/run.mjs tool/editor-pictures.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestClient, exampleFiles } from "../conformance/language-client.ts";

const out = join(process.cwd(), "docs/guide/picture");
const LINE = 19;
const CHAR = 7.8;

interface Popup {
  /** Line and column from 0 that it hangs below. */
  readonly line: number;
  readonly column: number;
  readonly lines: readonly string[];
}

interface Wave {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A part of a document with a popup, underlines and texts behind lines. */
function picture(
  title: string,
  lines: readonly string[],
  {
    popup,
    waves = [],
    hints = new Map<number, string>(),
    above = new Map<number, string>(),
  }: {
    popup?: Popup;
    waves?: readonly Wave[];
    hints?: ReadonlyMap<number, string>;
    above?: ReadonlyMap<number, string>;
  },
): string {
  const rows: string[] = [];
  let y = 44;
  const at: number[] = [];
  const text = (x: number, row: number, content: string, fill: string, more = ""): string =>
    `<text x="${x}" y="${row}" fill="${fill}" ${more}xml:space="preserve">${escaped(content)}</text>`;
  for (const [i, line] of lines.entries()) {
    const lens = above.get(i);
    if (lens !== undefined) {
      rows.push(text(52, y, lens, "#8b949e", 'font-size="11" '));
      y += LINE - 3;
    }
    at.push(y);
    const plain = line.replaceAll("\t", "    ");
    rows.push(text(14, y, String(i + 1).padStart(2), "#6e7681"), text(52, y, plain, "#e6edf3"));
    const hint = hints.get(i);
    if (hint !== undefined) rows.push(text(52 + (plain.length + 1) * CHAR, y, hint, "#6e7681", 'font-style="italic" '));
    y += LINE;
  }
  const column = (line: number, character: number): number =>
    52 + (lines[line] ?? "").slice(0, character).replaceAll("\t", "    ").length * CHAR;
  for (const { line, start, end } of waves)
    rows.push(
      `<path d="M${column(line, start)} ${(at[line] ?? 0) + 4}h${Math.max(CHAR, column(line, end) - column(line, start))}" stroke="#f85149" stroke-width="2" stroke-dasharray="3 2"/>`,
    );
  let width =
    60 + Math.max(...lines.map((l, i) => l.replaceAll("\t", "    ").length + (hints.get(i)?.length ?? 0) + 1)) * CHAR;
  if (popup !== undefined) {
    const top = (at[popup.line] ?? 0) + 8;
    const left = Math.min(column(popup.line, popup.column), 120);
    const wide = Math.max(...popup.lines.map((l) => l.length)) * CHAR + 24;
    const high = popup.lines.length * LINE + 12;
    rows.push(`<rect x="${left}" y="${top}" width="${wide}" height="${high}" rx="4" fill="#161b22" stroke="#30363d"/>`);
    for (const [i, line] of popup.lines.entries()) rows.push(text(left + 12, top + 20 + i * LINE, line, "#c9d1d9"));
    width = Math.max(width, left + wide + 14);
    y = Math.max(y, top + high + 16);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${y}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13"><rect width="100%" height="100%" rx="8" fill="#0d1117"/><text x="14" y="22" fill="#8b949e" font-size="12">${escaped(title)}</text>${rows.join("")}</svg>\n`;
}

/** Markdown of a hover without its marks. */
const plain = (markdown: string): string[] =>
  markdown
    .split("\n")
    .filter((l) => !l.startsWith("```") && l !== "")
    .map((l) =>
      l
        .replaceAll("**", "")
        .replaceAll("~~", "")
        .replaceAll("`", "")
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
    );

async function diagnostics(): Promise<string> {
  const files = exampleFiles("environments");
  const client = await TestClient.start(files);
  const text = files["/w/environments.cue"]!.replace("replicas: 8", "replicas: 0");
  client.open("/w/environments.cue", text);
  await client.settle();
  const [first] = client.diagnostics.get("/w/environments.cue") ?? [];
  if (first === undefined) throw new Error("nothing is wrong");
  const { start, end } = first.range;
  const from = start.line - 6;
  return picture("environments.cue: an environment that would fail", text.split("\n").slice(from, start.line + 5), {
    waves: [{ line: 6, start: start.character, end: end.character }],
    popup: { line: 6, column: start.character, lines: first.message.split("\n") },
  });
}

async function completion(): Promise<string> {
  const files = exampleFiles("hello");
  const client = await TestClient.start(files);
  const text = files["/w/components.cue"]!.replace('\t\t\tname:  "web"\n', '\t\t\tname:  "web"\n\t\t\t▮\n');
  const cursor = client.open("/w/components.cue", text);
  const { items } = await cursor.ask("completion");
  const { line, character } = cursor.position;
  const shown = items
    .toSorted((a: { sortText: string }, b: { sortText: string }) => (a.sortText < b.sortText ? -1 : 1))
    .slice(0, 8);
  const width = Math.max(...shown.map((i: { label: string }) => i.label.length));
  return picture(
    "components.cue: fields that are allowed and not yet set",
    text
      .replace("▮", "")
      .split("\n")
      .slice(line - 5, line + 1),
    {
      popup: {
        line: 5,
        column: character,
        lines: shown.map(
          (i: { label: string; detail?: string }) => `${i.label.padEnd(width)}  ${(i.detail ?? "").slice(0, 60)}`,
        ),
      },
    },
  );
}

async function hovers(): Promise<string> {
  const files = exampleFiles("environments");
  const client = await TestClient.start(files);
  const text = files["/w/module.cue"]!.replace("\treplicas:", "\trepl▮icas:");
  const cursor = client.open("/w/module.cue", text);
  await client.request("opm/useEnvironment", { name: "prod-us" });
  const shown = plain(await cursor.hover());
  const { line, character } = cursor.position;
  return picture(
    "module.cue, as in prod-us: value, tiers, environments",
    text
      .replace("▮", "")
      .split("\n")
      .slice(line - 2, line + 2),
    {
      popup: { line: 2, column: character, lines: shown },
    },
  );
}

async function hints(): Promise<string> {
  const client = await TestClient.start(exampleFiles("hello"));
  const cursor = client.open("/w/components.cue");
  const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const found: { position: { line: number }; label: string }[] = await cursor.ask("inlayHint", { range: all });
  const lenses: { range: { start: { line: number } }; command: { title: string } }[] = await cursor.ask("codeLens");
  const lines = client.textOf("/w/components.cue").split("\n");
  const from = 8;
  const inside = new Map<number, string>();
  for (const { position, label } of found) inside.set(position.line - from, label);
  const above = new Map<number, string>();
  for (const { range, command } of lenses)
    above.set(
      range.start.line - from,
      [above.get(range.start.line - from), command.title].filter((t) => t !== undefined).join(" | "),
    );
  return picture("components.cue: effective values, and what is rendered", lines.slice(from, 30), {
    hints: inside,
    above,
  });
}

mkdirSync(out, { recursive: true });
for (const [name, draw] of [
  ["editor-diagnostics", diagnostics],
  ["editor-completion", completion],
  ["editor-hover", hovers],
  ["editor-hints", hints],
] as const)
  writeFileSync(join(out, `${name}.svg`), await draw());
console.log(`4 pictures in ${out}`);
