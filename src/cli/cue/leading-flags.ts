import { leadingFlags } from "./flags.ts";

/** A command line of `opm cue` whose flags stand behind its verb. */
interface CueLine {
  readonly words: readonly string[];
  /** The folder of `-C`, which is the first thing of all or of what follows `cue`. */
  readonly chdir?: string;
}

/** As the original, `opm cue` takes flags of every command before the verb too. Other lines are returned as they are. */
export function cueLine(words: readonly string[]): CueLine {
  const first = chdirOf(words, 0);
  const start = first?.next ?? 0;
  if (words[start] !== "cue") return { words };
  const second = first === undefined ? chdirOf(words, start + 1) : undefined;
  const chdir = first ?? second;
  let at = second?.next ?? start + 1;
  const flags: string[] = [];
  for (let word = words[at]; word !== undefined && isLeading(word); word = words[++at]) flags.push(word);
  const verb = words.slice(at, at + 1);
  return {
    words: ["cue", ...verb, ...flags, ...words.slice(at + 1)],
    ...(chdir === undefined ? {} : { chdir: chdir.folder }),
  };
}

/** The original knows these forms alone, and not `-Cdir`. */
function chdirOf(words: readonly string[], at: number): { readonly folder: string; readonly next: number } | undefined {
  const word = words[at] ?? "";
  const attached = /^(?:-C|--chdir)=([^]*)$/.exec(word);
  if (attached !== null) return { folder: attached[1] as string, next: at + 1 };
  const folder = words[at + 1];
  return (word === "-C" || word === "--chdir") && folder !== undefined ? { folder, next: at + 2 } : undefined;
}

const letters: ReadonlySet<string> = new Set(leadingFlags.map((f) => f.short ?? ""));

function isLeading(word: string): boolean {
  if (word.startsWith("--")) return leadingFlags.some((f) => word === `--${f.name}` || word.startsWith(`--${f.name}=`));
  return (
    word.startsWith("-") &&
    word.length > 1 &&
    word
      .slice(1)
      .split("")
      .every((c) => letters.has(c))
  );
}
