import type { Reason } from "../../source/index.ts";
/** From command-line arguments to instances. */
import {
  canonicalImportText,
  checkImportPath,
  compareSemver,
  flattenFault,
  formatImportPath,
  isLocalImport,
  isMajorOnly,
  latestSemver,
  majorOf,
  makeFault,
  makeModuleVersion,
  makeRequirements,
  parseImportPath,
  parseModuleFile,
  parseSemver,
  quote,
  canonicalSemver,
} from "../module/index.ts";
import type { Fault, ImportPath, ModuleFile, ModuleVersion } from "../module/index.ts";
import { decideBuild } from "./build-attribute.ts";
import { embedFiles } from "./embed.ts";
import { parseFileArguments, splitArguments } from "./file-type.ts";
import type { FileArgument } from "./file-type.ts";
import { isFileFault } from "./files.ts";
import type { Files } from "./files.ts";
import { InstanceLoader } from "./instance-loader.ts";
import type { Instance } from "./instance.ts";
import { errorInstance } from "./load-context.ts";
import type { LoadContext } from "./load-context.ts";
import { matchArguments } from "./match.ts";
import { OverlayFiles } from "./memory-files.ts";
import { loadMainModule } from "./module-root.ts";
import { ModuleStore } from "./module-store.ts";
import { hasCueFiles } from "./package-files.ts";
import { PackageGraph } from "./package-graph.ts";
import { cleanPath, dirOf, isAbsolute, joinPath, relativePath } from "./path.ts";
import { noRegistry } from "./registry.ts";
import type { ModuleSource, Registry } from "./registry.ts";
import { expandPackages } from "./search.ts";
import { importsOf, isFault, parseSource, SourceCache } from "./source-cache.ts";
import type { ParsedFile } from "./source-cache.ts";
import { Tagger } from "./tag.ts";
import type { TagVariable } from "./tag.ts";

export interface LoadConfig {
  readonly files: Files;
  /** Absolute. */
  readonly cwd: string;
  /** Texts by absolute path that replace or add to the files. */
  readonly overlay?: ReadonlyMap<string, string | Uint8Array>;
  /** The content of the argument "-". */
  readonly stdin?: Uint8Array;
  /** Overrides the search for cue.mod. */
  readonly moduleRoot?: string;
  /** A package name, "*" for all packages of a folder, "_" for files without a package clause. */
  readonly package?: string;
  /** `key=value` or bare names (-t). */
  readonly tags?: readonly string[];
  /** Values for `@tag(…, var=name)` (-T). */
  readonly tagVariables?: ReadonlyMap<string, TagVariable>;
  readonly registry?: Registry;
  readonly tools?: boolean;
  readonly tests?: boolean;
  /** Folders with data files alone are packages too. */
  readonly dataFiles?: boolean;
  /** Ignore @if and @ignore. */
  readonly allCueFiles?: boolean;
  /**
   * Parsed files of earlier loads, to be used again. They are kept by the identity of `Files` and
   * never read anew: for files that do not change meanwhile.
   */
  readonly cache?: SourceCache;
}

export interface LoadResult {
  /** At least one; those that could not be loaded carry their errors. */
  readonly instances: readonly Instance[];
  /** The errors of all instances, each once. */
  readonly errors: readonly Fault[];
}

/** Loads packages and files; modules that are not at hand are fetched. */
export async function loadInstances(args: readonly string[], config: LoadConfig): Promise<LoadResult> {
  const run = new LoadRun(args, config);
  if (run.failed === undefined && run.absolute !== undefined) await run.resolveAbsolute(run.absolute);
  while (run.resolve()) await run.store.fetchWanted();
  return run.finish();
}

/** The same without waiting: modules that are not in a cache are errors. */
export function loadInstancesSync(args: readonly string[], config: LoadConfig): LoadResult {
  const run = new LoadRun(args, config);
  if (run.failed === undefined && run.absolute !== undefined) run.resolveAbsoluteFromCache(run.absolute);
  while (run.resolve()) run.store.refuseWanted();
  return run.finish();
}

interface FoundModule {
  readonly module: ModuleVersion;
  readonly source: ModuleSource;
}

class LoadRun {
  readonly store: ModuleStore;
  /** Argument with a full version, which becomes the main module itself. */
  readonly absolute: string | undefined;
  failed: readonly Fault[] | undefined;
  #context: LoadContext;
  readonly #registry: Registry;
  readonly #packages: string[] = [];
  readonly #files: readonly FileArgument[] = [];
  #mainSource: ModuleSource;

  constructor(args: readonly string[], config: LoadConfig) {
    const files =
      config.overlay === undefined || config.overlay.size === 0
        ? config.files
        : new OverlayFiles(config.files, config.overlay);
    const cwd = cleanPath(config.cwd);
    this.#registry = config.registry ?? noRegistry;
    this.store = new ModuleStore(this.#registry);
    const main = loadMainModule(files, cwd, config.moduleRoot);
    const root = main.ok ? main.value.root : cwd;
    const mainFile = main.ok ? main.value.file : undefined;
    this.#mainSource = { files, root };
    this.#context = {
      files,
      cwd,
      stdin: config.stdin,
      moduleRoot: root,
      mainFile,
      module: mainFile?.qualifiedModule ?? "",
      replacements: main.ok ? main.value.replacements : undefined,
      package: config.package ?? "",
      tools: config.tools === true,
      tests: config.tests === true,
      dataFiles: config.dataFiles === true,
      allCueFiles: config.allCueFiles === true,
      tagger: new Tagger({ tags: config.tags ?? [], variables: config.tagVariables }),
      store: this.store,
      cache: config.cache ?? new SourceCache(),
      graph: undefined,
    };
    if (main.ok && main.value.replacements !== undefined) this.store.replace(main.value.replacements, files, root);
    const parsed = main.ok ? this.#parseArguments(args) : main.fault;
    if (typeof parsed === "string") this.fail(makeFault("arguments", parsed));
    else if ("message" in parsed) this.fail(parsed);
    else {
      this.#packages = parsed.packages;
      this.#files = parsed.files;
      this.absolute = parsed.absolute;
    }
  }

  fail(fault: Fault): void {
    this.failed = flattenFault(fault);
  }

  #parseArguments(
    args: readonly string[],
  ): { packages: string[]; files: FileArgument[]; absolute: string | undefined } | Fault | string {
    const c = this.#context;
    // Absolute folders are written relative to the working folder, so that all that follows is alike.
    const local = (args.length === 0 ? ["."] : args).map((a) => (isAbsolute(a) ? `./${relativePath(c.cwd, a)}` : a));
    const { packages, files } = splitArguments(local);
    const absolute = packages.find((p) => hasFullVersion(parseImportPath(p)));
    if (absolute !== undefined && packages.length > 1)
      return "only a single package with absolute version may be specified";
    const parsed = parseFileArguments(files);
    if (typeof parsed === "string") return parsed;
    for (const f of parsed) {
      if (f.name === "-") continue;
      const path = isAbsolute(f.name) ? f.name : joinPath(c.cwd, f.name);
      const kind = c.files.stat(path);
      if (isFileFault(kind)) return makeFault({ kind: "file", args: { path } }, `stat ${path}: ${kind.text}`);
      if (kind === "folder") return makeFault({ kind: "file", args: { path } }, `read ${path}: is a directory`);
    }
    const named = packages.map((p) => this.#withPackage(p));
    if (c.module === "") {
      for (const p of named) {
        const { version } = parseImportPath(p);
        if (version === "" || !isMajorOnly(version)) continue;
        return `package ${p}: ${version} is not a valid version to use as an argument; use a fully qualified version like ${version}.0.0, ${version}.latest, or @latest`;
      }
    }
    return { packages: named, files: parsed, absolute: absolute === undefined ? undefined : named[0] };
  }

  /** A package name in the configuration counts as written in each argument. */
  #withPackage(arg: string): string {
    const name = this.#context.package;
    if (name === "" || name === "_" || name === "*") return arg;
    const ip = parseImportPath(arg);
    return ip.explicit ? arg : formatImportPath({ ...ip, qualifier: name });
  }

  /** One round of package resolution; true if modules must be fetched before the next. */
  resolve(): boolean {
    if (this.failed !== undefined) return false;
    const c = this.#context;
    const paths = this.absolute === undefined ? this.#rootPackages() : this.#packages.map(canonicalImportText);
    if ("faults" in paths) {
      this.failed = paths.faults;
      return false;
    }
    if (c.mainFile === undefined) return false;
    c.graph = new PackageGraph({
      main: c.mainFile,
      mainSource: this.#mainSource,
      requirements: makeRequirements(c.mainFile),
      store: this.store,
      replacements: c.replacements,
      cache: c.cache,
      includes: (file, inMain) => this.#includes(file, inMain),
    });
    c.graph.load(paths);
    return this.store.hasWanted;
  }

  #includes(file: ParsedFile, inMain: boolean): boolean {
    const c = this.#context;
    if (!c.tools && file.path.endsWith("_tool.cue")) return false;
    if (file.path.endsWith("_test.cue") && !(inMain && c.tests)) return false;
    return decideBuild(file, inMain ? c.tagger.isSet : () => false).kind === "build";
  }

  /** Packages to begin with: those named, and those that file arguments import. */
  #rootPackages(): string[] | { faults: readonly Fault[] } {
    const c = this.#context;
    const expanded = expandPackages(c, this.#packages);
    if (typeof expanded === "string") return { faults: [makeFault("package", expanded)] };
    const paths = new Set(expanded);
    if (c.mainFile === undefined) return [...paths];
    for (const f of this.#files) {
      if (f.encoding !== "cue") continue;
      const path = f.name === "-" || isAbsolute(f.name) ? f.name : joinPath(c.cwd, f.name);
      const version = c.mainFile.languageVersion;
      const file =
        path === "-" ? parseSource("-", c.stdin ?? new Uint8Array(), version) : c.cache.parse(c.files, path, version);
      if (isFault(file))
        return { faults: [makeFault(file.reason, `cannot get syntax for ${quote(path)}: ${file.message}`)] };
      const head = headFaults(file);
      if (head.length > 0) {
        const first = head[0]!;
        const more = head.length === 1 ? "" : ` (and ${head.length - 1} more errors)`;
        return {
          faults: [
            makeFault(first.reason, `cannot get syntax for ${quote(path)}: ${first.message}${more}`, first.positions),
          ],
        };
      }
      for (const i of importsOf(file)) paths.add(canonicalImportText(i.path));
    }
    return [...paths].sort();
  }

  /** Turns `path@version` with a full version or a query into the module that has the package. */
  async resolveAbsolute(arg: string): Promise<void> {
    const ip = parseImportPath(arg);
    const bad = checkImportPath(formatImportPath({ ...ip, version: "" }));
    const reason: Reason = { kind: "import", args: { path: ip.path } };
    if (bad !== undefined) return this.fail(makeFault(reason, bad));
    const found: FoundModule[] = [];
    for (let prefix = ip.path; prefix !== "." && prefix !== "/"; prefix = dirOf(prefix)) {
      const m = await this.#query(prefix, ip.version);
      if (m !== undefined && "message" in m) return this.fail(m);
      if (m === undefined) continue;
      const source = await this.#registry.fetch(m);
      if (!source.ok) {
        if (source.fault.notFound === true) continue;
        return this.fail(
          makeFault(source.fault.reason, `cannot fetch ${prefix}@${m.version}: ${source.fault.message}`),
        );
      }
      const dir = joinPath(source.value.root, ip.path.slice(prefix.length));
      if (hasCueFiles(source.value.files, dir) === true) found.push({ module: m, source: source.value });
    }
    this.#choose(arg, ip, found);
  }

  /** The same for a full version, with what is at hand. */
  resolveAbsoluteFromCache(arg: string): void {
    const ip = parseImportPath(arg);
    if (canonicalSemver(ip.version) !== ip.version)
      return this.fail(makeFault("import", `cannot look up versions of ${arg} without a registry`));
    const found: FoundModule[] = [];
    for (let prefix = ip.path; prefix !== "." && prefix !== "/"; prefix = dirOf(prefix)) {
      const m = makeModuleVersion(prefix, ip.version);
      if (typeof m === "string") continue;
      const source = this.#registry.cachedSource(m);
      if (source?.ok !== true) continue;
      const dir = joinPath(source.value.root, ip.path.slice(prefix.length));
      if (hasCueFiles(source.value.files, dir) === true) found.push({ module: m, source: source.value });
    }
    this.#choose(arg, ip, found);
  }

  #choose(arg: string, ip: ImportPath, found: readonly FoundModule[]): void {
    const only = found[0];
    if (only === undefined)
      this.fail(makeFault({ kind: "import", args: { path: arg } }, `cannot find module providing package ${arg}`));
    else if (found.length > 1)
      this.fail(
        makeFault(
          "import",
          ambiguousModules(
            arg,
            found.map((f) => f.module),
          ),
        ),
      );
    else this.#enterModule(ip, only.module, only.source);
  }

  #enterModule(ip: ImportPath, m: ModuleVersion, source: ModuleSource): void {
    const path = joinPath(source.root, "cue.mod/module.cue");
    const content = source.files.readFile(path);
    if (isFileFault(content))
      return this.fail(makeFault({ kind: "file", args: { path } }, `open ${path}: ${content.text}`));
    const parsed = parseModuleFile(content, path, { strict: true });
    if (!parsed.ok) return this.fail(parsed.fault);
    this.#packages[0] = formatImportPath({ ...ip, version: majorOf(m.version) });
    this.#mainSource = source;
    const mainFile: ModuleFile = parsed.value;
    this.#context = {
      ...this.#context,
      files: source.files,
      moduleRoot: source.root,
      mainFile,
      module: mainFile.qualifiedModule,
      replacements: undefined,
    };
  }

  /** The version that a query means: "latest", "v1", "v1.latest", "v1.2", or a full one; undefined if there is none. */
  async #query(path: string, query: string): Promise<ModuleVersion | Fault | undefined> {
    if (canonicalSemver(query) === query) {
      const m = makeModuleVersion(path, query);
      return typeof m === "string" ? undefined : m;
    }
    const prefix = query.replace(/\.?latest$/, "");
    if (prefix !== "" && parseSemver(prefix) === undefined)
      return makeFault("arguments", `invalid version query ${quote(query)}`);
    const versions = await this.#registry.versions(prefix === "" ? path : `${path}@${majorOf(prefix)}`);
    if (!versions.ok) return makeFault(versions.fault.reason, versions.fault.message);
    const fit = versions.value.filter((v) => prefix === "" || v === prefix || v.startsWith(`${prefix}.`));
    const latest = latestSemver(fit);
    if (latest === "") return undefined;
    const m = makeModuleVersion(path, latest);
    return typeof m === "string" ? undefined : m;
  }

  finish(): LoadResult {
    const c = this.#context;
    if (this.failed !== undefined) return result([errorInstance(c.files, c.moduleRoot, c.mainFile, this.failed)]);
    const loader = new InstanceLoader(c);
    const instances = matchArguments(c, loader, this.#packages);
    if (this.#files.length > 0) instances.push(loader.fileArguments(this.#files));
    c.tagger.inject(instances);
    const seen = new Set<Instance>();
    for (const i of instances) embedAll(i, seen);
    for (const i of instances) if (i.errors.length > 0) i.incomplete = true;
    return result(instances);
  }
}

/** Embeds for an instance and all it imports; a broken instance is left alone. */
function embedAll(top: Instance, seen: Set<Instance>): void {
  const work = [top];
  for (let i = work.pop(); i !== undefined; i = work.pop()) {
    if (seen.has(i)) continue;
    seen.add(i);
    if (i.errors.length === 0) embedFiles(i);
    work.push(...i.imports.values());
  }
}

function result(instances: readonly Instance[]): LoadResult {
  const errors = new Set<Fault>();
  for (const i of instances) for (const e of i.errors) errors.add(e);
  return { instances, errors: [...errors] };
}

/** Syntax errors up to the last import: they hide which packages are needed. */
function headFaults(file: ParsedFile): readonly Fault[] {
  const end = file.source.position(file.headEnd);
  return file.faults.filter((f) => {
    const p = f.positions[0];
    return (
      p !== undefined && (p.line < end.line || (p.line === end.line && p.column <= end.column)) && file.headEnd > 0
    );
  });
}

function hasFullVersion(ip: ImportPath): boolean {
  return ip.version !== "" && !isMajorOnly(ip.version) && !isLocalImport(ip.path);
}

function ambiguousModules(arg: string, found: readonly ModuleVersion[]): string {
  let out = `ambiguous import: found package ${arg} in multiple locations:`;
  for (const m of [...found].sort((a, b) => compareSemver(a.version, b.version)))
    out += `\n\t${m.path} ${m.version} (.)`;
  return out;
}
