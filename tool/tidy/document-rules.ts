import { folderOf, lineOf, resolvePath } from "./tree.ts";
import type { Finding, Rule, Tree } from "./tree.ts";

/** Links in Markdown lead to files and headings that are there. */
export const linksResolve: Rule = (tree) => {
  const out: Finding[] = [];
  for (const [path, text] of tree) {
    if (!path.endsWith(".md")) continue;
    for (const match of withoutCode(text).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)) {
      const link = match[1] as string;
      if (/^[a-z][a-z+.-]*:/i.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : resolvePath(folderOf(path), file);
      const problem = brokenBecause(tree, target, anchor);
      if (problem === undefined) continue;
      const remedy = "correct the link, or write what it leads to";
      out.push({ rule: "links", path, line: lineOf(text, match.index), problem: `${link}: ${problem}`, remedy });
    }
  }
  return out;
};

function brokenBecause(tree: Tree, target: string, anchor: string | undefined): string | undefined {
  const text = tree.get(target);
  if (text === undefined) {
    const isFolder = target === "" || [...tree.keys()].some((p) => p.startsWith(`${target}/`));
    return isFolder ? undefined : "there is no such file";
  }
  if (anchor === undefined || !target.endsWith(".md")) return undefined;
  const slugs = [...text.matchAll(/^#+ (.*)$/gm)].map((m) => slug(m[1] as string));
  return slugs.includes(anchor) ? undefined : "there is no such heading";
}

/** The anchor that a heading gets: lower case, no punctuation, blanks become dashes. */
function slug(heading: string): string {
  const plain = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "");
  return plain.replaceAll(" ", "-");
}

/** Code is not prose: its brackets are no links. Blanks keep the offsets. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, " "));
}

/** Every dependency has its reason in docs/adr. */
export const dependenciesHaveReasons: Rule = (tree) => {
  const manifest = JSON.parse(tree.get("package.json") ?? "{}") as Record<string, Record<string, string>>;
  const decisions = [...tree].filter(([path]) => path.startsWith("docs/adr/")).map(([, text]) => text);
  const names = Object.keys({ ...manifest["dependencies"], ...manifest["devDependencies"] });
  return names
    .filter((name) => !decisions.some((text) => text.includes(`\`${name}\``)))
    .map((name) => ({
      rule: "dependencies",
      path: "package.json",
      problem: `${name} has no reason`,
      remedy: `write docs/adr/… that names \`${name}\`: why it, what else there was, what it costs`,
    }));
};
