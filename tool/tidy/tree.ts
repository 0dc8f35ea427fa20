import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The repository's text files by path, so that a rule is a pure function and its tests need no disk. */
export type Tree = ReadonlyMap<string, string>;

/** One violation: which rule, where, and what to do about it. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly line?: number;
  readonly problem: string;
  readonly remedy: string;
}

export type Rule = (tree: Tree) => Finding[];

const skipped = new Set(["node_modules", "dist", ".git", ".cache", "coverage"]);
const textual =
  /(^|\/)(opm|run|LICENSE|\.npmrc|\.gitignore)$|\.(tsx?|mjs|cjs|js|json|md|cue|tera|txtar|jsonl|yaml|yml|toml|html|css|svg)$/;

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) walk(path);
      else if (entry.isFile() && textual.test(path)) tree.set(path, readFileSync(join(root, path), "utf8"));
      // Pictures are there for links; nothing in them is read.
      else if (entry.isFile() && path.endsWith(".png")) tree.set(path, "");
    }
  };
  walk("");
  return tree;
}

export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

/** Resolves `./x` and `../x` against a folder, with `/` on every system. */
export function resolvePath(folder: string, relative: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
