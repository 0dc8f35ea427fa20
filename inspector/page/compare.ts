// What differs between two pictures of a release: objects, and fields of objects.
import type { ObjectPicture, ReleasePicture } from "../../src/picture/index.ts";
import { yamlPaths } from "../../src/picture/yaml-paths.ts";

export interface FieldChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export interface ObjectChange {
  readonly object: string;
  readonly kind: "added" | "removed" | "changed";
  readonly fields: readonly FieldChange[];
}

export function compareReleases(before: ReleasePicture | undefined, after: ReleasePicture | undefined): ObjectChange[] {
  const old = new Map((before?.objects ?? []).map((object) => [object.id, object]));
  const out: ObjectChange[] = [];
  for (const object of after?.objects ?? []) {
    const was = old.get(object.id);
    old.delete(object.id);
    if (was === undefined) out.push({ object: object.id, kind: "added", fields: [] });
    else if (was.yaml !== object.yaml)
      out.push({ object: object.id, kind: "changed", fields: compareFields(was, object) });
  }
  for (const id of old.keys()) out.push({ object: id, kind: "removed", fields: [] });
  return out;
}

export function compareFields(before: ObjectPicture, after: ObjectPicture): FieldChange[] {
  const [a, b] = [fieldTexts(before.yaml), fieldTexts(after.yaml)];
  const out: FieldChange[] = [];
  for (const [path, text] of b) {
    const was = a.get(path);
    if (was !== text) out.push({ path, ...(was !== undefined && { before: was }), after: text });
  }
  for (const [path, text] of a) if (!b.has(path)) out.push({ path, before: text });
  return out;
}

/** The text of each leaf by its path; items of a list are called by their names, so that one more does not move them all. */
export function fieldTexts(yaml: string): Map<string, string> {
  const lines = yaml.replace(/\n$/, "").split("\n");
  const paths = yamlPaths(yaml);
  const names = itemNames(lines, paths);
  const out = new Map<string, string>();
  paths.forEach((path, i) => {
    const key = pathText(path, names);
    const text = valueText(lines[i]!, path);
    const known = out.get(key);
    if (known !== undefined) out.set(key, `${known}\n${text}`);
    else if (text !== "") out.set(key, text);
  });
  return out;
}

/** Names of list items by their paths, where all items of the list have one and no two the same. */
function itemNames(lines: readonly string[], paths: readonly (readonly (string | number)[])[]): Map<string, string> {
  const lists = new Map<string, Map<number, string>>();
  const lengths = new Map<string, number>();
  paths.forEach((path, i) => {
    path.forEach((step, at) => {
      if (typeof step !== "number") return;
      const list = pathText(path.slice(0, at));
      lengths.set(list, Math.max(lengths.get(list) ?? 0, step + 1));
      if (at !== path.length - 2 || path[at + 1] !== "name") return;
      const found = lists.get(list) ?? new Map<number, string>();
      lists.set(list, found.set(step, valueText(lines[i]!, path)));
    });
  });
  const out = new Map<string, string>();
  for (const [list, names] of lists)
    if (names.size === lengths.get(list) && new Set(names.values()).size === names.size)
      for (const [at, name] of names) out.set(`${list}[${at}]`, name);
  return out;
}

/** What stands behind the name of a field, or behind the dash of an item. */
function valueText(line: string, path: readonly (string | number)[]): string {
  const last = path.at(-1);
  const text = line.trimStart().replace(/^(?:- )+/, "");
  if (typeof last !== "string") return text;
  const colon = text.indexOf(": ", Math.min(last.length, text.length - 1));
  return colon >= 0 ? text.slice(colon + 2) : text.endsWith(":") ? "" : text;
}

/** `spec.ports[0].name`; with names of items `spec.ports[http].name`. */
export function pathText(path: readonly (string | number)[], names?: ReadonlyMap<string, string>): string {
  let out = "";
  let plain = "";
  for (const step of path) {
    if (typeof step === "number") {
      plain += `[${step}]`;
      out += `[${names?.get(plain) ?? step}]`;
      continue;
    }
    const name = `${out === "" ? "" : "."}${/^[\w$-]+$/.test(step) ? step : JSON.stringify(step)}`;
    plain += name;
    out += name;
  }
  return out;
}
