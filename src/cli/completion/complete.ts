import { commands, findCommand, globalOptions, groups, plainWords } from "../command-table.ts";
import type { CommandSpec, Completable, OptionSpec } from "../command-spec.ts";

/** Something to offer: a word and what it means, or `:file` and `:directory` to let the shell look. */
export interface Candidate {
  readonly word: string;
  readonly says: string;
}

/** Begins the word of a candidate that stands for others, which `command/complete-names.ts` looks up. */
export const ASKED = ":opm-";

/** What may stand at the last word, given the words before it. */
export function complete(words: readonly string[]): Candidate[] {
  // PowerShell cannot pass an empty argument; its script sends a pair of quotes.
  const last = words.at(-1) ?? "";
  const current = last === '""' || last === "=" ? "" : last;
  // bash takes "--output=json" for three words.
  const before = words.slice(0, -1).filter((word) => word !== "=");
  const found = findCommand(plainWords(before));
  const all = found ? ofCommand(found.spec, found.length, before, current) : ofNames(before, current);
  return all.filter((c) => c.word.startsWith(":") || c.word.startsWith(current));
}

function ofNames(before: readonly string[], current: string): Candidate[] {
  if (current.startsWith("-")) return ofOptions(globalOptions);
  const prefix = plainWords(before).map((w) => `${w} `);
  if (prefix.length > 1 || (prefix.length === 1 && !groups.some((g) => `${g.name} ` === prefix[0]))) return [];
  const start = prefix.join("");
  const out: Candidate[] = start === "" ? groups.map((g) => ({ word: g.name, says: g.summary })) : [];
  for (const c of commands) {
    const rest = c.name.startsWith(start) ? c.name.slice(start.length) : " ";
    if (!rest.includes(" ")) out.push({ word: rest, says: c.summary });
  }
  return out;
}

function ofCommand(spec: CommandSpec, length: number, before: readonly string[], current: string): Candidate[] {
  const options = [...(spec.options ?? []), ...globalOptions];
  const previous = options.find((o) => o.flags.includes("<") && flagsOf(o).includes(before.at(-1) ?? ""));
  if (previous) return ofValue(previous.complete ?? previous.choices);
  const [flag = "", ...value] = current.split("=");
  const joined = value.length > 0 && options.find((o) => o.flags.includes("<") && flagsOf(o).includes(flag));
  if (joined)
    return ofValue(joined.complete ?? joined.choices)
      .filter(({ word }) => !word.startsWith(":") || word.startsWith(ASKED))
      .map(({ word, says }) =>
        word.startsWith(ASKED) ? { word, says: `${flag}=` } : { word: `${flag}=${word}`, says },
      );
  if (current.startsWith("-")) return ofOptions(options);
  const position = positionals(before, options) - length;
  const list = spec.arguments ?? [];
  const argument = list[position] ?? (list.at(-1)?.variadic ? list.at(-1) : undefined);
  return ofValue(argument?.complete);
}

/** How many words are neither options nor their values. */
function positionals(before: readonly string[], options: readonly OptionSpec[]): number {
  const valued = new Set(options.filter((o) => o.flags.includes("<")).flatMap(flagsOf));
  return before.filter((w, i) => !w.startsWith("-") && !valued.has(before[i - 1] ?? "")).length;
}

function ofOptions(options: readonly OptionSpec[]): Candidate[] {
  const help = { word: "--help", says: "show help" };
  return [...options.map((o) => ({ word: flagsOf(o).at(-1) as string, says: o.summary })), help];
}

function ofValue(complete: Completable | undefined): Candidate[] {
  if (complete === undefined) return [];
  if (typeof complete === "string") return [{ word: `:${complete}`, says: "" }];
  if ("asks" in complete) return [{ word: `${ASKED}${complete.asks}`, says: "" }];
  return (complete as readonly string[]).map((word) => ({ word, says: "" }));
}

function flagsOf(option: OptionSpec): string[] {
  return option.flags.split(/[ ,]+/).filter((f) => f.startsWith("-"));
}
