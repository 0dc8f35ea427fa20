// What people type who come from other tools, in our own words: `opm help mod build`, `opm install my-app`, `opm ls`.
import { commands } from "./command-table.ts";

/** Words of Helm and kubectl users for commands that we have. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["install", ["mod", "apply"]],
  ["upgrade", ["mod", "apply"]],
  ["uninstall", ["mod", "delete"]],
  ["ls", ["list"]],
]);

interface Understood {
  readonly words: readonly string[];
  /** `--quiet` or `-q` was among them. */
  readonly quiet: boolean;
}

export function understoodWords(given: readonly string[]): Understood {
  // The flags of `opm cue` are cue's own.
  const end = given.indexOf("--");
  const isCue = given.find((word) => !word.startsWith("-")) === "cue";
  const isQuiet = (word: string, i: number): boolean =>
    !isCue && (end < 0 || i < end) && (word === "--quiet" || word === "-q");
  const words = given.filter((word, i) => !isQuiet(word, i));
  return { words: translated(words), quiet: words.length < given.length };
}

function translated(words: readonly string[]): readonly string[] {
  const [first = "", second] = words;
  if (first === "help") return words.length === 1 ? ["--help"] : [...translated(words.slice(1)), "--help"];
  const alias = ALIASES.get(first);
  if (alias !== undefined && isCommand(alias)) return [...alias, ...words.slice(1)];
  // Helm's `template PATH`; ours is a group of commands about another kind of template.
  if (first === "template" && second !== undefined && !second.startsWith("-") && !isCommand([first, second]))
    return ["mod", "build", ...words.slice(1)];
  return words;
}

const isCommand = (words: readonly string[]): boolean => commands.some(({ name }) => name === words.join(" "));

/** Commands that a lone word may mean: `build` is `mod build`, `release build` or `bundle build`. */
export function commandsEndingIn(word: string): string[] {
  return commands.filter(({ name }) => name.split(" ")[1] === word).map(({ name }) => `opm ${name}`);
}
