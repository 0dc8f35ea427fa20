import { lineOf } from "../tidy/tree.ts";
import type { Finding, Tree } from "../tidy/tree.ts";

const folder = "docs/message/";

/** One section of a page: all that is known of a message. */
export interface Message {
  readonly code: string;
  readonly title: string;
  /** How the source calls it. */
  readonly name: string;
  /** The exit code of a command that ends with nothing else, where it is not that of wrong input. */
  readonly exit?: number;
  /** What it says, with `{name}` for each argument. */
  readonly texts: readonly string[];
  /** What it advises, likewise. */
  readonly hints: readonly string[];
  /** What to do, in Markdown. */
  readonly advice: string;
  readonly place: { readonly path: string; readonly line: number };
}

export interface Page {
  /** `command-line` of `docs/message/command-line.md`. */
  readonly name: string;
  readonly messages: readonly Message[];
}

/** The pages of docs/message, which are the one table of messages, and what is wrong with them. */
export function readPages(tree: Tree): { readonly pages: readonly Page[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const pages: Page[] = [];
  for (const [path, text] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.startsWith(folder) || !path.endsWith(".md") || path === `${folder}README.md`) continue;
    const messages: Message[] = [];
    for (const section of text.matchAll(/^## (.*)\n((?:(?!^## )[^])*)/gm)) {
      const place = { path, line: lineOf(text, section.index) };
      const read = readSection(section[1] as string, section[2] as string);
      if (typeof read === "string")
        findings.push({ rule: "messages", ...place, problem: read, remedy: "see CONTRIBUTING.md" });
      else messages.push({ ...read, place });
    }
    pages.push({ name: path.slice(folder.length, -".md".length), messages });
  }
  return { pages, findings };
}

/** The lines of a fenced block. */
function block(body: string, name: string): string[] {
  const found = new RegExp(`^\`\`\`${name}\\n([^]*?)^\`\`\`$`, "m").exec(body);
  return found?.[1]?.trimEnd().split("\n") ?? [];
}

/** Hints that any message may have. */
export function commonHints(tree: Tree): string[] {
  return block(tree.get(`${folder}README.md`) ?? "", "hint");
}

function readSection(heading: string, body: string): Omit<Message, "place"> | string {
  const head = /^(OPM\d{4}): (.+)$/.exec(heading);
  if (head === null) return `"${heading}" is not "OPM0000: what it is"`;
  const [, code, title] = head as unknown as readonly [string, string, string];
  const facts = /^\n`([a-z][A-Za-z0-9]*)`(?:, exit (\d+))?\n/.exec(body);
  if (facts === null) return `${code} has no line "\`name\`" under its heading`;
  const advice = /\*\*What to do:\*\* ((?:(?!\n\n)[^])+)/.exec(body)?.[1]?.trim();
  if (advice === undefined) return `${code} does not say what to do`;
  return {
    code,
    title,
    name: facts[1] as string,
    ...(facts[2] !== undefined && { exit: Number(facts[2]) }),
    texts: block(body, "text"),
    hints: block(body, "hint"),
    advice,
  };
}
