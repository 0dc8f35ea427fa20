import { codeOnly } from "./code-only.ts";
import { loadedByName, roomOf } from "./layers.ts";
import { folderOf, isTest, lineOf, resolvePath } from "./tree.ts";
import type { Finding, Rule, Tree } from "./tree.ts";

/** Doors of the published package: what they export is for others. */
const published = ["src/cue/index.ts", "src/cue/api/index.ts", "src/tera/index.ts"];

const isEntry = (path: string): boolean => published.includes(path) || loadedByName.includes(path);

const clause = /^[ \t]*(import|export)\s+(?:type\s+)?([^;=()"'`]*?)\s*from\s*["']([^"'\n]+)["']/gm;
const lazy = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;
const declared =
  /^export\s+(?:async\s+)?(?:abstract\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm;

interface Use {
  /** The names, or "*" for all of them. */
  readonly names: readonly string[];
  readonly target: string;
  /** For a name that is passed on: what it is called from there on. */
  readonly passedOn?: ReadonlyMap<string, string>;
}

/** An export that nobody imports is no part of a room, or not worth having. */
export const exportsAreUsed: Rule = (tree) => {
  const uses = new Map<string, Set<string>>();
  const passing: { readonly from: string; readonly use: Use }[] = [];
  const add = (target: string, name: string): void => {
    let names = uses.get(target);
    if (names === undefined) uses.set(target, (names = new Set()));
    names.add(name);
  };
  for (const [path, text] of tree) {
    if (!/\.(?:ts|tsx|mts)$/.test(path)) continue;
    for (const use of usesOf(path, codeOnly(text))) {
      if (use.passedOn !== undefined) passing.push({ from: path, use });
      else for (const name of use.names) add(use.target, name);
    }
  }
  // A name that a door passes on is used if somebody uses it there; doors may stand behind each other.
  for (let grew = true; grew;) {
    grew = false;
    for (const { from, use } of passing)
      for (const name of use.names) {
        const outside = use.passedOn!.get(name) ?? name;
        const wanted = isEntry(from) || isUsed(uses, from, outside);
        if (!wanted || uses.get(use.target)?.has(name) === true) continue;
        if (name === "*") {
          for (const inner of isEntry(from) ? ["*"] : (uses.get(from) ?? []))
            if (uses.get(use.target)?.has(inner) !== true) {
              add(use.target, inner);
              grew = true;
            }
        } else {
          add(use.target, name);
          grew = true;
        }
      }
  }
  return unused(tree, uses);
};

const isUsed = (uses: ReadonlyMap<string, ReadonlySet<string>>, path: string, name: string): boolean => {
  const names = uses.get(path);
  return names !== undefined && (names.has(name) || names.has("*") || name === "*");
};

function unused(tree: Tree, uses: ReadonlyMap<string, ReadonlySet<string>>): Finding[] {
  const out: Finding[] = [];
  for (const [path, text] of tree) {
    if (roomOf(path) === undefined || !path.endsWith(".ts") || isTest(path) || isEntry(path)) continue;
    const source = codeOnly(text);
    const own = [...source.matchAll(declared)].map((m) => ({ name: m[1]!, at: m.index }));
    const passed = [...source.matchAll(clause)]
      .filter((m) => m[1] === "export")
      .flatMap((m) => namesOf(m[2]!).map(({ inner, outer }) => ({ name: outer ?? inner, at: m.index })));
    for (const { name, at } of [...own, ...passed]) {
      if (name === "*" || isUsed(uses, path, name)) continue;
      const remedy = "drop the export, or the whole of it where nothing in the file uses it";
      out.push({ rule: "exports", path, line: lineOf(source, at), problem: `nothing imports ${name}`, remedy });
    }
  }
  return out;
}

function usesOf(path: string, source: string): Use[] {
  const out: Use[] = [];
  for (const [, verb, names, specifier] of source.matchAll(clause)) {
    if (!specifier!.startsWith(".")) continue;
    const target = resolvePath(folderOf(path), specifier!);
    if (target === undefined) continue;
    const parts = namesOf(names!);
    const inner = parts.map((part) => part.inner);
    if (verb === "export")
      out.push({
        names: inner,
        target,
        passedOn: new Map(parts.map((part) => [part.inner, part.outer ?? part.inner])),
      });
    else out.push({ names: inner, target });
  }
  for (const [, specifier] of source.matchAll(lazy)) {
    const target = specifier!.startsWith(".") ? resolvePath(folderOf(path), specifier!) : undefined;
    if (target !== undefined) out.push({ names: ["*"], target });
  }
  return out;
}

/** `{a, type b as c}`, `* as x`, `x`. */
function namesOf(text: string): { readonly inner: string; readonly outer?: string }[] {
  const braces = /\{([^}]*)\}/.exec(text)?.[1];
  if (braces === undefined) return text.trim().startsWith("*") ? [{ inner: "*" }] : [{ inner: "default" }];
  return braces
    .split(",")
    .map((part) => part.trim().replace(/^type\s+/, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const [inner, outer] = part.split(/\s+as\s+/);
      return { inner: inner!, ...(outer !== undefined && { outer }) };
    });
}
