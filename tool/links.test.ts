// DOC-1: from the first page every other is two clicks away, and no link leads nowhere.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => normalize(join(dirname(page), link)))
    .map((file) => (isFolder(file) ? join(file, "README.md") : file));
}

const isFolder = (file: string): boolean =>
  statSync(join(root, file), { throwIfNoEntry: false })?.isDirectory() === true;

const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

test("every page of docs and examples is two clicks from the README", () => {
  const clicks = new Map([["README.md", 0]]);
  const broken: string[] = [];
  for (const [page, count] of clicks)
    for (const link of page.endsWith(".md") ? linksOf(page) : [])
      if (!existsSync(join(root, link))) broken.push(`${page}: ${link}`);
      else if (!clicks.has(link)) clicks.set(link, count + 1);
  expect(broken).toEqual([]);
  expect([...pagesIn("docs"), ...pagesIn("examples")].filter((page) => (clicks.get(page) ?? 9) > 2)).toEqual([]);
});
