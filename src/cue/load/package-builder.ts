/** Sorts files into a package: which ones take part, which are left out and why. */
import { SourceFile } from "../../source/index.ts";
import { checkDataMode, makeFault, quote, relativeName } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { decideBuild } from "./build-attribute.ts";
import { decodeDataFile } from "./data-decode.ts";
import { parseFileType } from "./file-type.ts";
import type { FileArgument } from "./file-type.ts";
import { compareBytes, isFileFault } from "./files.ts";
import { emptyInstance } from "./instance.ts";
import type { DataFile, Instance } from "./instance.ts";
import { languageOf } from "./load-context.ts";
import type { LoadContext } from "./load-context.ts";
import { baseOf, dirOf, isAbsolute, joinPath } from "./path.ts";
import { isFault, packageNameOf, parseSource } from "./source-cache.ts";
import type { ParsedFile } from "./source-cache.ts";

export class PackageBuilder {
  /** By package name; "_" is the package that was asked for. */
  readonly packages = new Map<string, Instance>();
  /** Files of other packages are left out without an error. */
  ignoreOther = false;
  allPackages = false;
  /** There was a file, be it one that no rule knows or that is broken. */
  sawFiles = false;
  readonly #c: LoadContext;
  readonly #asked: Instance;
  readonly #faults: Fault[] = [];
  /** File arguments: every folder counts as the package's own, names do not exclude. */
  readonly #explicit: boolean;
  #firstFile = "";

  constructor(context: LoadContext, asked: Instance, explicit: boolean) {
    this.#c = context;
    this.#asked = asked;
    this.#explicit = explicit;
    this.packages.set("_", asked);
  }

  /** Adds a file of a folder; reports whether it could belong to the package. */
  addFromFolder(dir: string, name: string): boolean {
    const type = parseFileType(name, "");
    if (typeof type === "string") this.sawFiles = true;
    return typeof type === "string" ? false : this.add(joinPath(dir, name), type);
  }

  add(path: string, type: FileArgument): boolean {
    const base = baseOf(path);
    const asked = this.#asked;
    const sameDir = this.#explicit || dirOf(path) === asked.dir;
    if (type.encoding !== "cue") {
      if (sameDir) asked.dataFiles.push(dataFile(this.#c, asked, path, type));
      return false;
    }
    if (!this.#explicit && (base.startsWith(".") || base.startsWith("_"))) {
      if (sameDir) asked.ignoredFiles.push({ path, reason: `filename starts with a '${base[0]}'` });
      return false;
    }
    const file = this.#parse(path);
    const faults = isFault(file) ? [file] : file.faults.length > 0 ? file.faults : dataFaults(file, type);
    if (isFault(file) || faults.length > 0) {
      this.sawFiles = true;
      asked.invalidFiles.push(path);
      this.#faults.push(...faults);
      return false;
    }
    return this.#addParsed(file, base, sameDir);
  }

  #parse(path: string): ParsedFile | Fault {
    const version = languageOf(this.#asked) || (this.#c.mainFile?.languageVersion ?? "");
    if (path === "-") return parseSource("-", this.#c.stdin ?? new Uint8Array(), version);
    const { root, sourceFiles } = this.#asked;
    // A file that is named on the command line is read wherever it leads; one that is found stays in its module.
    const outside =
      this.#explicit || root === "" || !path.startsWith(root) ? undefined : sourceFiles.outside?.(path, root);
    if (outside !== undefined)
      return makeFault({ kind: "file", args: { path } }, `open ${path}: a link leads out of the module, to ${outside}`);
    return this.#c.cache.parse(this.#asked.sourceFiles, path, version);
  }

  #addParsed(file: ParsedFile, base: string, sameDir: boolean): boolean {
    const name = packageNameOf(file) || "_";
    let p = this.#asked;
    if (name === p.packageName && (sameDir || name !== "_")) {
      // The very package that is looked for.
    } else if (this.#explicit && sameDir) {
      // Files without a package clause join any file arguments.
    } else if (this.allPackages && name !== "_") {
      const known = this.packages.get(name);
      if (known === undefined && !sameDir) return false;
      p = known ?? this.#another(name);
    } else if (name === "_") {
      if (sameDir) p.ignoredFiles.push({ path: file.path, reason: "no package name" });
      return false;
    }
    if (!this.#c.allCueFiles) {
      // In dependencies no tag is set.
      const foreign = p.module !== "" && p.module !== this.#c.module;
      const decision = decideBuild(file, foreign ? () => false : this.#c.tagger.isSet);
      if (decision.kind !== "build") {
        if (decision.kind === "error") this.#faults.push(...decision.faults);
        const reason = decision.kind === "exclude" ? decision.reason : (decision.faults[0]?.message ?? "");
        p.ignoredFiles.push({ path: file.path, reason });
        return true;
      }
    }
    if (name !== "_" && !this.#joins(p, file, name, base)) return false;
    if (base.endsWith("_test.cue") && !this.#c.tests) {
      p.ignoredFiles.push({ path: file.path, reason: "_test.cue files excluded in non-test mode" });
    } else if (base.endsWith("_tool.cue") && !base.endsWith("_test.cue") && !this.#c.tools) {
      p.ignoredFiles.push({ path: file.path, reason: "_tool.cue files excluded in non-cmd mode" });
    } else p.files.push(file);
    return true;
  }

  /** Whether a file with a package clause fits the package so far. */
  #joins(p: Instance, file: ParsedFile, name: string, base: string): boolean {
    if (p.packageName === "") {
      p.packageName = name;
      this.#firstFile = base;
      return true;
    }
    if (name === p.packageName) return true;
    if (this.ignoreOther) {
      p.ignoredFiles.push({ path: file.path, reason: `package is ${name}, want ${p.packageName}` });
      return false;
    }
    if (this.allPackages) return true;
    const dir = relativeName(this.#c.cwd, p.dir);
    p.invalidFiles.push(file.path);
    this.#faults.push(makeFault("package", multiplePackages(p.packageName, this.#firstFile, name, base, dir)));
    return false;
  }

  #another(name: string): Instance {
    const a = this.#asked;
    const i = emptyInstance(a.sourceFiles);
    i.packageName = name;
    i.displayPath = a.displayPath;
    i.importPath = `${a.importPath}:${name}`;
    i.dir = a.dir;
    i.root = a.root;
    i.module = a.module;
    i.moduleVersion = a.moduleVersion;
    i.moduleFile = a.moduleFile;
    this.packages.set(name, i);
    return i;
  }

  /** Sorts the files and says what is wrong with the package as a whole. */
  finish(p: Instance): readonly Fault[] {
    const order = (a: { path: string }, b: { path: string }): number =>
      depth(a.path) - depth(b.path) || compareBytes(a.path, b.path);
    p.files.sort(order);
    p.ignoredFiles.sort(order);
    p.dataFiles.sort(order);
    if (this.#faults.length > 0) return this.#faults;
    const used = p.files.length + p.ignoredFiles.filter((f) => this.#counts(f.path)).length;
    if (used > 0 || this.#c.dataFiles || (p.packageName === "_" && this.allPackages)) return [];
    return [makeFault({ kind: "package", args: { empty: true, path: p.displayPath } }, noFiles(p, this.#c.cwd))];
  }

  #counts(path: string): boolean {
    return (this.#c.tools && path.endsWith("_tool.cue")) || (this.#c.tests && path.endsWith("_test.cue"));
  }
}

/** `data:` and its like restrict what a CUE file may contain. */
function dataFaults(file: ParsedFile, { form }: FileArgument): readonly Fault[] {
  return form === "data" || form === "dag" || form === "graph" ? checkDataMode(file.syntax, file.source, form) : [];
}

function depth(path: string): number {
  let n = 0;
  for (let i = 0; i < path.length; i++) if (path[i] === "/") n++;
  return n;
}

export function multiplePackages(a: string, aFile: string, b: string, bFile: string, dir: string): string {
  return `found packages ${quote(a)} (${aFile}) and ${quote(b)} (${bFile}) in ${quote(dir)}`;
}

export function isNoFiles({ reason }: Fault): boolean {
  return reason.kind === "package" && reason.args["empty"] === true;
}

function noFiles(p: Instance, cwd: string): string {
  const shown = p.ignoredFiles.filter((f) => !baseOf(f.path).startsWith("_"));
  if (shown.length === 0) return `no CUE files in ${p.displayPath}`;
  // File arguments have no folder of their own to name at this point.
  const where =
    p.displayPath === "" ? "" : isAbsolute(p.displayPath) ? relativeName(cwd, p.displayPath) : p.displayPath;
  let out = `build constraints exclude all CUE files in ${where}:`;
  for (const f of p.ignoredFiles) out += `\n    ${relativeName(cwd, f.path)}: ${f.reason}`;
  return out;
}

function dataFile(c: LoadContext, i: Instance, path: string, type: FileArgument): DataFile {
  let content: Uint8Array | Fault | undefined;
  const read = (): Uint8Array | Fault => {
    if (content !== undefined) return content;
    if (path === "-") return (content = c.stdin ?? new Uint8Array());
    const raw = i.sourceFiles.readFile(path);
    return (content = isFileFault(raw)
      ? makeFault({ kind: "file", args: { path } }, `open ${path}: ${raw.text}`)
      : raw);
  };
  return {
    path,
    type,
    read,
    decode() {
      const bytes = read();
      return isFault(bytes)
        ? { source: new SourceFile(path, ""), documents: [], fault: bytes }
        : decodeDataFile(path, type, bytes);
    },
  };
}
