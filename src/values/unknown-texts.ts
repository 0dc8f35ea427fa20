// Before it is known which values are secret, a message may show what was computed from one. What stands in the source as
// it is shown was not computed; everything else is hidden.
import { decodeString, parseFile } from "../cue/syntax/index.ts";
import type { Node } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { SourceText } from "../source/index.ts";

const MASK = "***";
/** Shorter pieces of an author's text are in everything. */
const SHORTEST = 3;

/** The texts of a file's literals, and of the parts of those that are put together. */
export function literalTexts(file: SourceText): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { kind, text } = node as Partial<Node> & { text?: unknown };
    if (kind === "BasicLit" && typeof text === "string") {
      const decoded = decodeString(text);
      found.add(decoded.ok ? decoded.value : text.replace(/^(?:[)]|#*"+\n?\s*)/, "").replace(/(?:\\#*[(]|"+#*)$/, ""));
    }
    for (const [name, inner] of Object.entries(node)) if (name !== "parent") visit(inner);
  };
  visit(parseFile(new SourceFile(file.name, file.text)).file.decls);
  return [...found];
}

/** Where a text of a message may come from. */
interface Written {
  /** Literals of the user's files: a part of one is computed, perhaps from a secret. */
  readonly literals: ReadonlySet<string>;
  /** The user's files: names in them are shown. */
  readonly files: readonly string[];
  /** Texts of the catalog, which hold no secret. */
  readonly common: readonly string[];
}

/** Whether somebody wrote it: a whole literal, a name, or anything of the catalog. */
export function isWritten(text: string, { literals, files, common }: Written): boolean {
  if (literals.has(text) || common.some((source) => source.includes(text))) return true;
  if (!/^[\p{L}\p{N}_$#-]+$/u.test(text)) return false;
  const name = new RegExp(`(?<![\\p{L}\\p{N}_$#-])${text.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$#-])`, "u");
  return files.some((file) => name.test(unquotedParts(file)));
}

/** A message of CUE without texts in quotes that nobody wrote: names and whole literals stay. */
export function withoutComputed(said: string, written: Written): string {
  return said.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const inner = quoted.slice(1, -1);
    return [unquoted(quoted) ?? inner, inner].some((text) => isWritten(text, written)) ? quoted : `"${MASK}"`;
  });
}

/** A file without what stands in quotes. */
const unquotedParts = (file: string): string => file.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, " ");

/** What an author's `error(…)` says, without what it shows of values: the rule stays, in the author's words. */
export function authorsWords(said: string, literals: Iterable<string>): string {
  const keep = new Uint8Array(said.length);
  for (const literal of literals) {
    if (literal.trim().length < SHORTEST) continue;
    for (let at = said.indexOf(literal); at >= 0; at = said.indexOf(literal, at + 1))
      keep.fill(1, at, at + literal.length);
  }
  let out = "";
  for (let i = 0; i < said.length; i++)
    if (keep[i] === 1) out += said[i];
    else if (i === 0 || keep[i - 1] === 1) out += MASK;
  return out;
}

function unquoted(text: string): string | undefined {
  const decoded = decodeString(text);
  return decoded.ok ? decoded.value : undefined;
}
