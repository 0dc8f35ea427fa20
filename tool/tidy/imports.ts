import { codeOnly } from "./code-only.ts";
import { folderOf, lineOf, resolvePath } from "./tree.ts";
import type { Tree } from "./tree.ts";

export interface Import {
  readonly from: string;
  readonly line: number;
  /** As written: "./x.ts", "node:fs", "commander". */
  readonly specifier: string;
  /** The file in the tree, for a relative import. */
  readonly target?: string;
  /** `import type`: gone when the program runs. */
  readonly typeOnly: boolean;
  /** `import()`: read when it is needed, so it closes no cycle at start. */
  readonly lazy: boolean;
}

const statement = /^[ \t]*(?:import|export)\b(\s+type\b)?(?:[^"'`;=()]*?\bfrom)?\s*["']([^"'\n]+)["']/gm;
const call = /\b(?:import|require)\(\s*["']([^"'\n]+)["']\s*\)/g;

export function importsOf(path: string, text: string): Import[] {
  const source = codeOnly(text);
  const out: Import[] = [];
  const add = (specifier: string, offset: number, typeOnly: boolean, lazy: boolean): void => {
    const target = specifier.startsWith(".") ? resolvePath(folderOf(path), specifier) : undefined;
    out.push({
      from: path,
      line: lineOf(source, offset),
      specifier,
      typeOnly,
      lazy,
      ...(target !== undefined && { target }),
    });
  };
  for (const match of source.matchAll(statement)) {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    add(match[2] as string, start, match[1] !== undefined, false);
  }
  for (const match of source.matchAll(call)) add(match[1] as string, match.index, false, true);
  return out;
}

export function allImports(tree: Tree, folders: readonly string[]): Import[] {
  const out: Import[] = [];
  for (const [path, text] of tree) {
    const isCode = path.endsWith(".ts") && folders.some((f) => path.startsWith(`${f}/`));
    if (isCode) out.push(...importsOf(path, text));
  }
  return out;
}
