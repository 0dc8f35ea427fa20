import { commonHints, readPages } from "../message/read-pages.ts";
import type { Message, Page } from "../message/read-pages.ts";
import { writeTables } from "../message/write-tables.ts";
import { codeOnly } from "./code-only.ts";
import { isTest, lineOf } from "./tree.ts";
import type { Finding, Rule, Tree } from "./tree.ts";

const rule = "messages";

/** docs/message is the one table of messages: each code once, each name once on its page, and the source made from it. */
export const messagesHaveOneTable: Rule = (tree) => {
  const { pages, findings } = readPages(tree);
  if (pages.length === 0) return [];
  const out = [...findings];
  const seen = new Set<string>();
  for (const { name: page, messages } of pages)
    for (const { code, name, place } of messages) {
      if (seen.has(code)) out.push({ rule, ...place, problem: `${code} is explained twice`, remedy: "keep one" });
      if (seen.has(`${page} ${name}`))
        out.push({ rule, ...place, problem: `the page has two messages ${name}`, remedy: "give one another name" });
      seen.add(code).add(`${page} ${name}`);
    }
  if (out.length > 0) return out;
  for (const [path, text] of writeTables(pages, commonHints(tree)))
    if (tree.get(path) !== text)
      out.push({ rule, path, problem: "it is not what docs/message says", remedy: "run npm run -s messages" });
  return out;
};

/** Codes stand in docs/message; the source calls them by name. */
export const codesComeFromTheTable: Rule = (tree) =>
  [...sources(tree)].flatMap(([path, text]) =>
    [...text.matchAll(/["'`](OPM\d{4})["'`]/g)].map((m): Finding => ({
      rule,
      path,
      line: lineOf(text, m.index),
      problem: `${m[1]} is written out`,
      remedy: `import the codes of its page from src/source and name it; new ones go to docs/message (npm run -s messages)`,
    })),
  );

/** What is explained can happen: its name, or its words, are in the source. */
export const messagesAreUsed: Rule = (tree) => {
  const { pages } = readPages(tree);
  const files = [...sources(tree)];
  const all = files.map(([, text]) => text).join("\n");
  const words = said(files.filter(([path]) => path.startsWith("src/cue/")).map(([, text]) => text));
  const literals = new Set(files.flatMap(([, text]) => literalsOf(text)));
  const out: Finding[] = commonHints(tree)
    .filter((hint) => !literals.has(hint))
    .map((hint) => ({ rule, path: "docs/message/README.md", problem: `nothing says "${hint}"`, remedy: "remove it" }));
  for (const page of pages)
    for (const message of page.messages) {
      const { code, place, texts, hints } = message;
      const own = page.name !== "cue";
      const silent = [
        ...texts.filter((text) => !(own ? literals.has(text) : words(text.replaceAll(/\{\w+\}/g, "%")))),
        ...hints.filter((hint) => !literals.has(hint)),
      ];
      for (const text of silent)
        out.push({ rule, ...place, problem: `nothing says "${text}"`, remedy: "remove the line, or correct it" });
      if ((own || texts.length === silent.length) && !isNamed(page, message, all))
        out.push({ rule, ...place, problem: `nothing says ${code}`, remedy: "remove its section" });
    }
  return out;
};

/** Reasons of CUE are named as text, other codes as properties of a table. */
function isNamed({ name: page }: Page, { name }: Message, source: string): boolean {
  return page === "cue" ? source.includes(`"${name}"`) : new RegExp(`(?:Code|_CODE)\\.${name}\\b`).test(source);
}

/** Texts in quotes, as they read. */
function literalsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g)].map((m) =>
    (m[1] ?? m[2] ?? "").replaceAll(/\\(["'\\])/g, "$1"),
  );
}

/** Our own messages take their words and hints from docs/message too: `tell` and `advise`, which the compiler checks. */
export const wordsComeFromTheTable: Rule = (tree) => {
  const out: Finding[] = [];
  for (const [path, text] of sources(tree)) {
    if (/^src\/(?:cue|tera|source)\//.test(path)) continue;
    for (const m of text.matchAll(/\bcode:\s*\w*(?:Code|_CODE)\.\w+|\bhint:\s*["'`](?!\))/g))
      out.push({
        rule,
        path,
        line: lineOf(text, m.index),
        problem: `it has words of its own: ${m[0]}`,
        remedy: "write tell(code, text, args) or advise(code, hint, args), and the text into docs/message",
      });
  }
  return out;
};

/** Whether a text is a literal of the source; `${…}` in a template stands for anything. */
function said(texts: readonly string[]): (wording: string) => boolean {
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  for (const text of texts)
    for (const [all] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)) {
      const body = all.slice(1, -1);
      if (all[0] !== "`") literals.add(body.replaceAll(/\\(["'])/g, "$1"));
      else if (/[%a-z]/.test(body.replaceAll(/\$\{[^}]*\}/g, ""))) templates.push(template(body));
    }
  return (wording) => literals.has(wording) || templates.some((t) => t.test(wording));
}

const template = (body: string): RegExp =>
  new RegExp(
    `^${body
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  );

/**
 * Nobody outside of the engine reads the words of an error: the code and the arguments say the same, and stay when words
 * change. Libraries' errors have nothing else; the files that read those are listed.
 */
export const wordsAreNotRead: Rule = (tree) => {
  const { pages } = readPages(tree);
  const words = fixedWords(pages.find(({ name }) => name === "cue")?.messages ?? []);
  const out: Finding[] = [];
  for (const [path, text] of sources(tree)) {
    if (/^src\/(?:cue|tera)\//.test(path)) continue;
    const code = codeOnly(text);
    const remedy = "ask hasReason(…) of src/source, or the code and its args";
    if (!libraries.has(path))
      for (const m of code.matchAll(READS))
        out.push({ rule, path, line: lineOf(text, m.index), problem: `it reads words: ${m[0].trim()}`, remedy });
    const found = words.find((w) => code.includes(w));
    if (found !== undefined)
      out.push({
        rule,
        path,
        line: lineOf(text, code.indexOf(found)),
        problem: `it has CUE's words "${found}"`,
        remedy: `${remedy}; reasonDiagnostic(…) of src/cue makes such an error`,
      });
  }
  return out;
};

const READS =
  /\b(?:message|hint)(?:\?\.|\.)(?:startsWith|endsWith|includes|match|matchAll|replace|replaceAll|search|split|indexOf)\(|(?<!typeof [\w.?]*)\bmessage\s*[!=]==\s*["'`][^"'`]|\.(?:test|exec)\((?:\w+(?:\?\.|\.))*(?:message|hint)\)/g;

/** Files that read the words of a library's error, which has no code. */
const libraries: ReadonlySet<string> = new Set([
  "src/secrets/sops/age-key.ts",
  "src/cli/command/template-data.ts",
  "src/cli/command/mod-vendor.ts",
]);

/** Pieces of CUE's wordings that are long enough to be nothing else. */
function fixedWords(messages: readonly Message[]): string[] {
  const pieces = messages.flatMap(({ texts }) => texts.flatMap((text) => text.split(/\{\w+\}/)));
  const trimmed = pieces.map((piece) => piece.replaceAll(/^[^A-Za-z]+|[^A-Za-z]+$/g, ""));
  return [...new Set(trimmed.filter((piece) => piece.length >= 14 && /[a-z] [a-z]/.test(piece)))];
}

function* sources(tree: Tree): Iterable<readonly [string, string]> {
  for (const [path, text] of tree) {
    if (!path.startsWith("src/") || !path.endsWith(".ts") || isTest(path)) continue;
    if (!text.startsWith("// Generated by ")) yield [path, text];
  }
}
