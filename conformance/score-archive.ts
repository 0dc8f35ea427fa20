import { isAnswer, textOf } from "./txtar.ts";
import type { Archive } from "./txtar.ts";
import type { Tally } from "./tally.ts";

interface Row {
  readonly path: string;
  readonly arc?: string;
  readonly kind?: string;
  readonly status: string;
  readonly own?: boolean;
  readonly closed?: boolean;
  readonly len?: number;
  readonly json?: unknown;
  readonly cue?: string;
  readonly msg?: string;
  readonly pos?: readonly string[];
}

interface CliRow {
  readonly args: readonly string[];
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compares an answered archive with the one that holds the right answers. */
export function scoreArchive(name: string, want: Archive, got: Archive | undefined, tally: Tally): void {
  const right = answersOf(want);
  const ours = answersOf(got);
  scoreRows(name, right, ours, doubtfulPaths(want), tally);
  scoreCommandLines(name, right, ours, tally);
  for (const [section, text] of right) {
    const category = sectionCategory(section);
    if (category) tally.note(category, ours.get(section) === text, () => `${name}\t${section}`);
  }
}

function scoreRows(
  name: string,
  right: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  doubtful: readonly string[],
  tally: Tally,
): void {
  const text = right.get("want/values.jsonl");
  if (text === undefined) return;
  const want = rowsOf<Row>(text);
  const got = rowsOf<Row>(ours.get("want/values.jsonl"));
  const whole = want.some((r) => r.status === "load")
    ? scoreLoad(name, want, got, tally)
    : scoreNodes(name, want, got, (path) => doubtful.some((d) => isWithin(path, d)), tally);
  tally.note("archive", whole, () => name);
}

/** An instance that does not load: what failed and where, in any order. */
function scoreLoad(name: string, want: readonly Row[], got: readonly Row[], tally: Tally): boolean {
  const sorted = (rows: readonly Row[], key: (r: Row) => string): string[] => rows.map(key).sort();
  const place = (r: Row): string => `${r.status} ${r.pos?.[0] ?? ""}`;
  const message = (r: Row): string => r.msg ?? "";
  tally.note("message", same(sorted(want, message), sorted(got, message)), () => name);
  return tally.note("load", same(sorted(want, place), sorted(got, place)), () => name);
}

function scoreNodes(
  name: string,
  want: readonly Row[],
  got: readonly Row[],
  ignored: (path: string) => boolean,
  tally: Tally,
): boolean {
  const left = new Map(got.map((r) => [r.path, r]));
  let whole = true;
  for (const r of want) {
    const o = left.get(r.path);
    left.delete(r.path);
    if (ignored(r.path)) continue;
    const at = (): string => `${name}\t${r.path}\twant ${JSON.stringify(r)}\tgot ${JSON.stringify(o)}`;
    const isRight = o !== undefined && same([r.arc, r.status, r.len, r.json], [o.arc, o.status, o.len, o.json]);
    whole = tally.note("value", isRight, at) && whole;
    tally.note("kind", same(kindOf(r), kindOf(o)), at);
    if (r.cue !== undefined) tally.note("cue", r.cue === o?.cue, at);
    if (r.msg !== undefined) tally.note("message", r.msg === o?.msg, at);
    if (r.pos !== undefined) tally.note("position", same([...r.pos].sort(), [...(o?.pos ?? [])].sort()), at);
  }
  for (const [path, r] of left) {
    if (ignored(path)) continue;
    whole = tally.note("value", false, () => `${name}\t${path}\twant nothing\tgot ${JSON.stringify(r)}`) && whole;
  }
  return whole;
}

function scoreCommandLines(
  name: string,
  right: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  tally: Tally,
): void {
  const got = rowsOf<CliRow>(ours.get("want/cli.jsonl"));
  for (const [i, r] of rowsOf<CliRow>(right.get("want/cli.jsonl")).entries()) {
    const at = (): string => `${name}\tcue ${r.args.join(" ")}`;
    for (const field of ["exit", "stdout", "stderr"] as const)
      tally.note(`cli ${field}`, r[field] === got[i]?.[field], at);
  }
}

function sectionCategory(section: string): string | undefined {
  if (section.startsWith("want/fmt/")) return "fmt";
  const match = /^want\/(export|eval|def|vet)\.(json|yaml|cue|err)$/.exec(section);
  return match ? `${match[1]} ${match[2]}` : undefined;
}

function answersOf(archive: Archive | undefined): Map<string, string> {
  const files = archive?.files.filter((f) => isAnswer(f.name)) ?? [];
  return new Map(files.map((f) => [f.name, textOf(f.data)]));
}

/** Nodes that CUE's own authors call wrong; the specification decides there. */
function doubtfulPaths(archive: Archive): string[] {
  return [...textOf(archive.comment).matchAll(/^#doubtful: (.*)$/gm)].map((m) => m[1] as string);
}

function isWithin(path: string, parent: string): boolean {
  return parent === "" || path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

function rowsOf<T>(text = ""): T[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as T]));
}

const kindOf = (r: Row | undefined): unknown[] => [r?.kind, r?.closed ?? false, r?.own ?? false];
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
