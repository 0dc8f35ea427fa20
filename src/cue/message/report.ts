import type { Reason } from "../../source/index.ts";
import type { CueFailure, LabelTable, Src } from "../value/index.ts";
import { chainText, failureItems, failurePath, failurePositions, primaryPosition } from "./failure.ts";
import type { TextOptions } from "./failure.ts";
import { failureReason } from "./reason.ts";
import { comparePlaces, compareText, placeText, samePlace } from "./position.ts";

/** One entry of what the command line prints about errors. */
interface ErrorReport {
  readonly path: readonly string[];
  readonly message: string;
  readonly reason: Reason;
  readonly positions: readonly Src[];
}

interface Entry {
  readonly failure: CueFailure;
  readonly primary: Src | null;
  readonly path: readonly string[];
}

export function reportFailures(failures: readonly CueFailure[], labels: LabelTable, cwd = ""): ErrorReport[] {
  const options: TextOptions = { labels, cwd };
  return sortedEntries(failures, options).map((e) => ({
    path: e.path,
    message: chainText(e.failure, options),
    reason: failureReason(e.failure, options),
    positions: failurePositions(e.failure),
  }));
}

/** The single errors in the order of printing, each once. */
export function sortedFailures(f: CueFailure, labels: LabelTable): CueFailure[] {
  return sortedEntries([f], { labels }).map((e) => e.failure);
}

function sortedEntries(failures: readonly CueFailure[], options: TextOptions): Entry[] {
  const { labels } = options;
  const entries: Entry[] = [];
  const seen = new Set<CueFailure>();
  for (const f of failures.flatMap(failureItems)) {
    if (seen.has(f)) continue;
    seen.add(f);
    entries.push({ failure: f, primary: primaryPosition(f), path: failurePath(f, labels) ?? [] });
  }
  entries.sort(compareEntries);
  const out: Entry[] = [];
  for (let i = 0; i < entries.length;) {
    let j = i + 1;
    while (j < entries.length && sameGroup(entries[i] as Entry, entries[j] as Entry)) j++;
    out.push(...distinct(entries.slice(i, j), options));
    i = j;
  }
  return out;
}

function compareEntries(a: Entry, b: Entry): number {
  if (!samePlace(a.primary, b.primary)) {
    if (a.primary === null) return -1;
    if (b.primary === null) return 1;
    const c = comparePlaces(a.primary, b.primary);
    if (c !== 0) return c;
  }
  return comparePaths(a.path, b.path);
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const c = compareText(a[i] as string, b[i] as string);
    if (c !== 0) return c;
  }
  return a.length - b.length;
}

const sameGroup = (a: Entry, b: Entry): boolean =>
  samePlace(a.primary, b.primary) && comparePaths(a.path, b.path) === 0;

/** Errors of one place and path: by what is printed, each once. Texts are only made where they decide. */
function distinct(group: readonly Entry[], options: TextOptions): readonly Entry[] {
  if (group.length === 1) return group;
  const texts = group.map((entry) => ({ entry, text: chainText(entry.failure, options) }));
  texts.sort((a, b) => compareText(a.text, b.text));
  return texts.filter((t, i) => i === 0 || t.text !== texts[i - 1]?.text).map((t) => t.entry);
}

/** The errors as `cue` prints them: message, then one position on each line. */
export function printErrors(list: readonly ErrorReport[], options: { readonly cwd: string }): string {
  let out = "";
  for (const { path, message, positions } of list) {
    if (path.length > 0) out += `${path.join(".")}: `;
    out += message;
    if (positions.length > 0) out += ":";
    out += "\n";
    for (const p of positions) out += `    ${placeText(p, options.cwd)}\n`;
  }
  return out;
}
