// Where the cursor is in a YAML, JSON or TOML file that need not be complete: the path of its struct, and what is typed.
import type { DataFormat } from "../../analysis/data-file.ts";

interface DataCursor {
  /** The struct that the cursor is in. */
  readonly path: readonly (string | number)[];
  /** The key whose value is being typed; undefined where a key is. */
  readonly key?: string;
  /** Where the word that is being typed begins. */
  readonly start: number;
  readonly quoted: boolean;
  readonly indent: string;
  /** Keys that the struct has already. */
  readonly siblings: readonly string[];
}

export function dataCursor(text: string, offset: number, format: DataFormat): DataCursor | undefined {
  return format === "yaml"
    ? yamlCursor(text, offset)
    : format === "json"
      ? jsonCursor(text, offset)
      : tomlCursor(text, offset);
}

const KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:'"[\]{},-][^:#]*?)\s*:(?:\s|$)/;

function yamlCursor(text: string, offset: number): DataCursor | undefined {
  const before = text.slice(0, offset).split("\n");
  const line = before.pop()!;
  if (/(?:^|\s)#/.test(line)) return undefined;
  const item = /^(\s*)((?:- +)*)/.exec(line)!;
  const indent = item[1]!.length;
  const own = indent + item[2]!.length;
  const lines = text.split("\n");
  const path = yamlPath(before, own, item[2] !== "" ? indent : undefined);
  const keyed = KEY.exec(`${line}${line.endsWith(":") ? " " : ""}`);
  const lineStart = offset - line.length;
  if (keyed !== null && line.length >= keyed[0].trimEnd().length) {
    const valueStart = lineStart + Math.min(line.length, keyed[0].length);
    const word = /["']?[^"'\s]*$/.exec(text.slice(valueStart, offset))!;
    return {
      path,
      key: unquote(keyed[2]!),
      start: valueStart + word.index,
      quoted: /^["']/.test(word[0]),
      indent: " ".repeat(own),
      siblings: [],
    };
  }
  const typed = line.slice(own);
  if (/\s/.test(typed.trim())) return undefined;
  return {
    path,
    start: lineStart + own,
    quoted: /^["']/.test(typed),
    indent: " ".repeat(own),
    siblings: yamlSiblings(lines, before.length, own),
  };
}

/** The keys above a line that hold it, by indentation. */
function yamlPath(before: readonly string[], own: number, dash: number | undefined): (string | number)[] {
  const path: (string | number)[] = [];
  let limit = own;
  let index = dash === undefined ? -1 : 0;
  let dashAt = dash;
  for (let i = before.length - 1; i >= 0 && limit > 0; i--) {
    const line = before[i]!;
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const m = /^(\s*)((?:- +)*)/.exec(line)!;
    const at = m[1]!.length;
    const content = at + m[2]!.length;
    if (dashAt !== undefined) {
      if (at === dashAt && m[2] !== "") {
        index++;
        continue;
      }
      if (at > dashAt) continue;
      path.unshift(index);
      limit = dashAt + 1;
      dashAt = undefined;
    }
    if (content < limit || (at < limit && content <= limit && m[2] === "")) {
      const key = KEY.exec(`${line} `);
      if (key !== null && content < limit) {
        path.unshift(unquote(key[2]!));
        limit = content;
      }
      if (m[2] !== "") {
        index = 0;
        dashAt = at;
        limit = Math.min(limit, content);
      }
    } else if (m[2] !== "" && at < limit && content === limit) {
      index = 0;
      dashAt = at;
    }
  }
  if (dashAt !== undefined) path.unshift(index);
  return path;
}

function yamlSiblings(lines: readonly string[], at: number, own: number): string[] {
  const out: string[] = [];
  const look = (step: number): void => {
    for (let i = at + step; i >= 0 && i < lines.length; i += step) {
      const line = lines[i]!;
      if (line.trim() === "") continue;
      const m = /^(\s*)((?:- +)*)/.exec(line)!;
      const content = m[1]!.length + m[2]!.length;
      if (content < own || (step > 0 && m[2] !== "" && content <= own)) return;
      const key = content === own ? KEY.exec(`${line} `) : null;
      if (key !== null) out.push(unquote(key[2]!));
      if (m[2] !== "" && content === own) return;
    }
  };
  look(-1);
  look(1);
  return out;
}

function jsonCursor(text: string, offset: number): DataCursor | undefined {
  const stack: { list: boolean; key: string | undefined; index: number; keys: string[] }[] = [];
  let string = -1;
  let afterColon = false;
  let last = "";
  for (let i = 0; i < offset; i++) {
    const c = text[i]!;
    if (string >= 0) {
      if (c === "\\") i++;
      else if (c === '"') {
        last = text.slice(string, i + 1);
        string = -1;
      }
      continue;
    }
    if (c === '"') string = i;
    else if (c === "{" || c === "[") {
      stack.push({ list: c === "[", key: undefined, index: 0, keys: [] });
      afterColon = false;
    } else if (c === "}" || c === "]") {
      stack.pop();
      afterColon = true;
    } else if (c === ":") {
      const top = stack.at(-1);
      if (top !== undefined) {
        top.key = unquote(last);
        top.keys.push(top.key);
      }
      afterColon = true;
    } else if (c === ",") {
      const top = stack.at(-1);
      if (top !== undefined) {
        top.index++;
        top.key = undefined;
      }
      afterColon = false;
    }
  }
  const top = stack.at(-1);
  if (top === undefined) return undefined;
  const path = stack.slice(0, -1).map(({ list, key, index }) => (list ? index : (key ?? "")));
  const start = string >= 0 ? string : offset - /[\w.-]*$/.exec(text.slice(0, offset))![0].length;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))![0];
  const common = { path, start, quoted: string >= 0, indent };
  if (top.list) return { ...common, path: [...path, top.index], siblings: [] };
  if (afterColon && top.key !== undefined) return { ...common, key: top.key, siblings: [] };
  const after = [...text.slice(offset).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map((m) => m[1]!);
  return { ...common, siblings: [...top.keys, ...after] };
}

function tomlCursor(text: string, offset: number): DataCursor | undefined {
  const before = text.slice(0, offset).split("\n");
  const line = before.pop()!;
  if (line.trimStart().startsWith("#") || line.trimStart().startsWith("[")) return undefined;
  let table: string[] = [];
  const siblings: string[] = [];
  for (const l of before) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(l);
    if (header !== null) {
      table = header[1]!.split(".").map((part) => unquote(part.trim()));
      siblings.length = 0;
    } else {
      const key = /^\s*("[^"]*"|[\w-]+)\s*=/.exec(l);
      if (key !== null) siblings.push(unquote(key[1]!));
    }
  }
  const indent = /^\s*/.exec(line)![0];
  const assigned = /^\s*((?:"[^"]*"|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*=\s*/.exec(line);
  if (assigned !== null) {
    const parts = assigned[1]!.split(".").map((part) => unquote(part.trim()));
    const word = /"?[^"\s]*$/.exec(line.slice(assigned[0].length))!;
    const start = offset - line.length + assigned[0].length + word.index;
    return {
      path: [...table, ...parts.slice(0, -1)],
      key: parts.at(-1)!,
      start,
      quoted: word[0].startsWith('"'),
      indent,
      siblings,
    };
  }
  const typed = line.trimStart();
  const parts = typed.split(".");
  return {
    path: [...table, ...parts.slice(0, -1).map((part) => unquote(part.trim()))],
    start: offset - parts.at(-1)!.length,
    quoted: false,
    indent,
    siblings: parts.length > 1 ? [] : siblings,
  };
}

function unquote(text: string): string {
  if (text.startsWith('"'))
    try {
      return JSON.parse(text) as string;
    } catch {
      return text.slice(1, -1);
    }
  return text.startsWith("'") ? text.slice(1, -1) : text.trim();
}
