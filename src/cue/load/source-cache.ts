/** Reads and parses each file once for each language version. */
import { decodeUtf8, SourceFile } from "../../source/index.ts";
import type { SourcePosition } from "../../source/index.ts";
import { makeFault } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { headOf, parseFile } from "../syntax/index.ts";
import { isFileFault } from "./files.ts";
import type { Files } from "./files.ts";
import type { LoadedFile } from "./instance.ts";

export interface ParsedFile extends LoadedFile {
  /** Syntax errors, in order of discovery. */
  readonly faults: readonly Fault[];
  /** End of the package and import clauses: what stands before it decides which packages are needed. */
  readonly headEnd: number;
}

export class SourceCache {
  /** With the files goes what was read of them. */
  #parsed = new WeakMap<Files, Map<string, ParsedFile | Fault>>();

  /** The parsed file, or why it cannot be read. */
  parse(files: Files, path: string, languageVersion: string): ParsedFile | Fault {
    const of = files.texts ?? files;
    let byPath = this.#parsed.get(of);
    if (byPath === undefined) this.#parsed.set(of, (byPath = new Map()));
    const key = `${languageVersion} ${path}`;
    let result = byPath.get(key);
    if (result === undefined) {
      const content = files.readFile(path);
      result = isFileFault(content)
        ? makeFault({ kind: "file", args: { path } }, `open ${path}: ${content.text}`)
        : parseSource(path, content, languageVersion);
      byPath.set(key, result);
    } else files.again?.(path);
    return result;
  }

  /** Forgets some files: they are read again if they are asked for again. */
  forget(files: Files, paths: readonly string[]): void {
    const of = files.texts ?? files;
    const byPath = this.#parsed.get(of);
    if (byPath === undefined) return;
    const gone = new Set(paths);
    for (const key of byPath.keys()) if (gone.has(key.slice(key.indexOf(" ") + 1))) byPath.delete(key);
    if (byPath.size === 0) this.#parsed.delete(of);
  }

  /** Forgets what was read of others than these; answers with the files that are left. */
  keepOnly(files: ReadonlySet<Files>): readonly ParsedFile[] {
    const left: ParsedFile[] = [];
    const kept = new WeakMap<Files, Map<string, ParsedFile | Fault>>();
    for (const of of files) {
      const byPath = this.#parsed.get(of);
      if (byPath === undefined) continue;
      kept.set(of, byPath);
      for (const parsed of byPath.values()) if (!isFault(parsed)) left.push(parsed);
    }
    this.#parsed = kept;
    return left;
  }
}

export function isFault(x: ParsedFile | Uint8Array | Fault): x is Fault {
  return "message" in x;
}

export function parseSource(path: string, content: Uint8Array, languageVersion: string): ParsedFile {
  const source = new SourceFile(path, decodeSource(content));
  const { file, errors } = parseFile(source, { languageVersion });
  const faults = errors.map((e) => makeFault("syntax", e.message, [source.position(e.offset)]));
  let headEnd = 0;
  for (const d of file.decls) {
    if (d.kind === "Package" || d.kind === "ImportDecl") headEnd = Math.max(headEnd, d.end);
  }
  return { path, source, syntax: file, faults, headEnd };
}

/**
 * A byte order mark decides between UTF-8 and UTF-16 and goes away; each byte that is not UTF-8
 * becomes U+FFFD before anything else looks at the text.
 */
export function decodeSource(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be").decode(content);
  const bom = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const text = decodeUtf8(bom ? content.subarray(3) : content);
  return /[\udc80-\udcff]/.test(text) ? text.replace(loneByte, "\ufffd") : text;
}

const loneByte = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** The package name of a file, "" without a package clause. */
export function packageNameOf(file: LoadedFile): string {
  for (const d of headOf(file.syntax)) if (d.kind === "Package") return d.name.name;
  return "";
}

interface ImportUse {
  readonly path: string;
  readonly position: SourcePosition;
}

/** The imports of a file in order; paths that are no string literals are left out. */
export function importsOf(file: LoadedFile): ImportUse[] {
  const out: ImportUse[] = [];
  for (const d of headOf(file.syntax)) {
    if (d.kind !== "ImportDecl") continue;
    for (const spec of d.specs) {
      const path = goUnquote(spec.path.text);
      if (path === undefined) continue;
      const start = spec.name === null ? spec.path.pos : spec.name.pos;
      out.push({ path, position: file.source.position(start) });
    }
  }
  return out;
}

/** Import paths are read with Go's rules for strings: JSON's are near enough for what paths contain. */
function goUnquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
