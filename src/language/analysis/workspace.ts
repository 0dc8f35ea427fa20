// Everything that is known of the user's files, shared by all requests: open documents, packages, releases.
import { isFileFault } from "../../cue/load/index.ts";
import { parseFile } from "../../cue/syntax/index.ts";
import { loadConfig } from "../../pipeline/index.ts";
import type { Config } from "../../pipeline/index.ts";
import { SourceFile } from "../../source/index.ts";
import { EditorLines, TextDocument } from "../text/text-document.ts";
import { uriOfPath } from "../text/uri.ts";
import { BufferFiles } from "./buffer-files.ts";
import { EditorPackages, textOf } from "./editor-sources.ts";
import { RecentFiles } from "./recent-files.ts";
import type { LanguageHost } from "./host.ts";
import { analysePackage } from "./package-analysis.ts";
import type { PackageAnalysis, PackageSetup } from "./package-analysis.ts";

/** Texts that were typed over are forgotten after this many changes. */
const SWEEP_EVERY = 8;
/** Milliseconds. */
const DEFAULT_BUDGET = 5000;
/** A workspace folder may be somebody's home. */
const MOST_FOLDERS = 500;

interface Entry {
  readonly promise: Promise<PackageAnalysis>;
  done?: PackageAnalysis;
}

export class Workspace {
  readonly host: LanguageHost;
  /** Open documents by path. */
  readonly documents = new Map<string, TextDocument>();
  readonly #recent: RecentFiles;
  readonly files: BufferFiles;
  readonly packages: EditorPackages;
  readonly folders = new Set<string>();
  /** Goes up with every change: what was computed for another one is out of date. */
  generation = 0;
  readonly #analyses = new Map<string, Entry>();
  readonly #listeners: ((path: string) => void)[] = [];
  /** Is called with each package that was analysed, before anybody sees it. */
  onAnalysed: (analysis: PackageAnalysis) => void = () => {};
  readonly #lines = new Map<string, EditorLines>();
  #config: Promise<Config | undefined> | undefined;
  #sinceSweep = 0;

  /** Says that what is being evaluated is not wanted any more. */
  readonly signal: { readonly aborted: boolean } | undefined;

  constructor(host: LanguageHost, signal?: { readonly aborted: boolean }) {
    this.host = host;
    this.signal = signal;
    this.#recent = new RecentFiles(host.files, () => host.clock());
    this.files = new BufferFiles(this.#recent, this.documents);
    this.packages = new EditorPackages(host.catalog.files, host.packages);
    this.budget = DEFAULT_BUDGET;
  }

  /** Milliseconds that one evaluation may take. What is evaluated already keeps its own. */
  set budget(milliseconds: number) {
    this.packages.limit({ milliseconds, ...(this.signal && { signal: this.signal }) });
  }

  /** Forgets all that was evaluated. */
  forget(): void {
    this.generation++;
    this.#analyses.clear();
    this.#config = undefined;
  }

  /** Is called with each path that changed. */
  onChange(listener: (path: string) => void): void {
    this.#listeners.push(listener);
  }

  open(uri: string, path: string, languageId: string, version: number, text: string): TextDocument {
    const document = new TextDocument(uri, path, languageId, version, text);
    this.documents.set(path, document);
    this.changed(path);
    return document;
  }

  close(path: string): void {
    this.documents.delete(path);
    this.changed(path);
  }

  /** Something at this path is different: on the disk or in a buffer. */
  changed(path: string): void {
    this.generation++;
    this.#lines.delete(path);
    // Something that is not open: the disk is another one.
    if (!this.documents.has(path)) this.#recent.forget();
    if (path.endsWith("/config.cue")) this.#config = undefined;
    // One that is still being made may have read what changed.
    for (const [key, { done }] of this.#analyses)
      if (done === undefined || done.depends(path)) this.#analyses.delete(key);
    for (const listener of this.#listeners) listener(path);
    if (++this.#sinceSweep >= SWEEP_EVERY) {
      this.#sinceSweep = 0;
      this.packages.sweep();
    }
  }

  /** The URI that the client knows a file by. */
  uriOf(path: string): string {
    const open = this.documents.get(path);
    if (open !== undefined) return open.uri;
    return uriOfPath(path.startsWith("/") || /^[A-Za-z]:/.test(path) ? path : (this.host.catalogFile?.(path) ?? path));
  }

  textAt(path: string): string | undefined {
    const open = this.documents.get(path);
    if (open !== undefined) return open.text;
    const bytes = this.files.readFile(path);
    return isFileFault(bytes) ? undefined : textOf(bytes);
  }

  /** The text of a file that is not the user's: of the catalog, or of a module that was fetched. */
  sourceText(name: string): string | undefined {
    for (const { done } of this.#analyses.values()) {
      const seen = new Set<object>();
      const work = done?.instance === undefined ? [] : [done.instance];
      for (let i = work.pop(); i !== undefined; i = work.pop()) {
        if (seen.has(i)) continue;
        seen.add(i);
        const found = i.files.find(({ source }) => source.name === name);
        if (found !== undefined) return found.source.text;
        work.push(...i.imports.values());
      }
    }
    return undefined;
  }

  /** The lines of a file, for places outside of open documents. */
  linesOf(path: string, text?: string): EditorLines {
    const open = this.documents.get(path);
    if (open !== undefined && (text === undefined || open.text === text)) return open.lines;
    let lines = this.#lines.get(path);
    const now = text ?? this.textAt(path) ?? "";
    if (lines === undefined || lines.text !== now) this.#lines.set(path, (lines = new EditorLines(now)));
    return lines;
  }

  /** Settings and registry; what is wrong with the configuration is told by those who use it. */
  config(): Promise<Config | undefined> {
    const { workers: _, ...host } = this.host;
    return (this.#config ??= loadConfig({ ...host, files: this.files, packages: this.packages }, { flags: {} }).then(
      ({ value }) => value,
    ));
  }

  /** The package that a CUE file belongs to. */
  async packageOf(path: string): Promise<PackageAnalysis> {
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    const name = this.#packageName(path);
    const alone = name === "" || /_(?:test|tool)\.cue$/.test(path);
    const analysis = await this.#analyse(folder, alone ? [path] : [`.:${name}`]);
    const isIn = alone || analysis.files.length === 0 || analysis.files.some((file) => file.path === path);
    return isIn ? analysis : this.#analyse(folder, [path]);
  }

  /** The package in a folder, whatever its name. */
  packageIn(folder: string): Promise<PackageAnalysis> {
    return this.#analyse(folder, ["."]);
  }

  /** Folders below those of the workspace that hold CUE files. */
  cueFolders(): readonly string[] {
    const out: string[] = [];
    const work = [...this.folders];
    for (let folder = work.pop(); folder !== undefined && out.length < MOST_FOLDERS; folder = work.pop()) {
      const entries = this.files.readFolder(folder);
      if (isFileFault(entries)) continue;
      if (entries.some(({ name, kind }) => kind !== "folder" && name.endsWith(".cue"))) out.push(folder);
      for (const { name, kind } of entries)
        if (kind === "folder" && !/^(?:[._]|node_modules$|cue\.mod$|vendor$)/.test(name))
          work.push(`${folder}/${name}`);
    }
    return out;
  }

  #analyse(folder: string, args: readonly string[]): Promise<PackageAnalysis> {
    const key = `${folder}\n${args.join("\n")}`;
    const known = this.#analyses.get(key);
    if (known !== undefined) return known.promise;
    const promise = this.config().then(async (config) => {
      const done = await analysePackage(this.#setup(config), { folder, args });
      this.onAnalysed(done);
      return (entry.done = done);
    });
    const entry: Entry = { promise };
    this.#analyses.set(key, entry);
    return promise;
  }

  #setup(config: Config | undefined): PackageSetup {
    const registry = config?.cue.get().context.program.registry ?? this.host.catalog;
    return { files: this.files, packages: this.packages, registry };
  }

  #packageName(path: string): string {
    const text = this.textAt(path) ?? "";
    const { file } = parseFile(new SourceFile(path, text), { mode: "package" });
    for (const decl of file.decls) if (decl.kind === "Package") return decl.name.name;
    return /^\s*package\s+([A-Za-z_$][\w$]*)/m.exec(text)?.[1] ?? "";
  }
}
