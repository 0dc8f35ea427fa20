// What cue.mod/module.cue must list: the modules of every package that is imported, by the module itself and by those.
import { isFileFault } from "../../cue/load/index.ts";
import type { Files, Registry } from "../../cue/load/index.ts";
import {
  compareSemver,
  isBuiltinPath,
  latestSemver,
  makeModuleVersion,
  parseImportPath,
  parseModuleFile,
  splitVersion,
} from "../../cue/module/index.ts";
import type { ModuleFile, ModuleVersion } from "../../cue/module/index.ts";
import { format, parseFile } from "../../cue/syntax/index.ts";
import { SourceFile, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { folderImports, moduleFolders } from "./module-imports.ts";

interface TidyResult {
  /** The new text of cue.mod/module.cue. */
  readonly text: string;
  readonly changed: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export async function tidyModule(files: Files, root: string, registry: Registry): Promise<Outcome<TidyResult>> {
  const path = `${root}/cue.mod/module.cue`;
  const content = files.readFile(path);
  if (isFileFault(content))
    return failed(
      tell(PIPELINE_CODE.noModule, "cannot read {path}: {content}", { path, content: content.text }),
      advise(PIPELINE_CODE.noModule, "opm mod init NAME makes a module"),
    );
  const parsed = parseModuleFile(content, path);
  if (!parsed.ok) return failed(tell(PIPELINE_CODE.noModule, "{problem}", { problem: parsed.fault.message }));
  const tidy = new Tidy(registry, parsed.value, (path) => vendoredImports(files, root, path, parsed.value));
  for (const folder of moduleFolders(files, root))
    for (const wanted of folderImports(files, folder, parsed.value.languageVersion))
      await tidy.add(wanted, parsed.value);
  if (tidy.diagnostics.length > 0) return { diagnostics: tidy.diagnostics };
  const before = new Map(parsed.value.deps.map((d) => [d.path, d.version]));
  const after = tidy.versions();
  const source = SourceFile.fromBytes(path, content);
  const same = before.size === after.size && [...after].every(([dep, version]) => before.get(dep) === version);
  return {
    value: {
      text: same ? source.text : writeDeps(source, after),
      changed: !same,
      added: [...after.keys()].filter((dep) => !before.has(dep)),
      removed: [...before.keys()].filter((dep) => !after.has(dep)),
    },
    diagnostics: [],
  };
}

/** Packages of generated types and of overrides need no module. */
function vendoredImports(files: Files, root: string, path: string, main: ModuleFile): readonly string[] | undefined {
  const folders = ["gen", "pkg", "usr"].map((kind) => `${root}/cue.mod/${kind}/${path}`);
  const there = folders.filter((folder) => files.stat(folder) === "folder");
  if (there.length === 0) return undefined;
  return there.flatMap((folder) => [...folderImports(files, folder, main.languageVersion)]);
}

class Tidy {
  readonly diagnostics: Diagnostic[] = [];
  readonly #registry: Registry;
  readonly #main: ModuleFile;
  readonly #chosen = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** What a package in the module's own `cue.mod` imports; undefined if there is none. */
  readonly #vendored: (path: string) => readonly string[] | undefined;

  constructor(registry: Registry, main: ModuleFile, vendored: (path: string) => readonly string[] | undefined) {
    this.#registry = registry;
    this.#main = main;
    this.#vendored = vendored;
  }

  versions(): ReadonlyMap<string, string> {
    return new Map([...this.#chosen].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Follows one import of a module to the packages behind it. */
  async add(importPath: string, from: ModuleFile): Promise<void> {
    const work: { path: string; from: ModuleFile }[] = [{ path: importPath, from }];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { path, version } = parseImportPath(next.path);
      const key = `${path}@${version} ${next.from.qualifiedModule}`;
      if (isBuiltinPath(path) || this.#seen.has(key)) continue;
      this.#seen.add(key);
      const vendored = next.from === this.#main ? this.#vendored(path) : undefined;
      if (vendored !== undefined) {
        for (const inner of vendored) work.push({ path: inner, from: this.#main });
        continue;
      }
      const own = splitVersion(next.from.qualifiedModule);
      const isOwn = path === own.path || path.startsWith(`${own.path}/`);
      const found = isOwn && next.from === this.#main ? undefined : await this.#find(path, version, next.from, isOwn);
      if (found === undefined) continue;
      const source = await this.#registry.fetch(found);
      const file = await this.#registry.moduleFile(found);
      if (!source.ok || !file.ok) {
        this.#missing(next.path, source.ok ? (file.ok ? "" : file.fault.message) : source.fault.message);
        continue;
      }
      const folder = source.value.root + path.slice(splitVersion(found.path).path.length);
      for (const inner of folderImports(source.value.files, folder, file.value.languageVersion))
        work.push({ path: inner, from: file.value });
    }
  }

  async #find(path: string, written: string, from: ModuleFile, isOwn: boolean): Promise<ModuleVersion | undefined> {
    if (isOwn) {
      const version = this.#chosen.get(from.qualifiedModule);
      return version === undefined ? undefined : { path: from.qualifiedModule, version };
    }
    for (let prefix = path; prefix.includes("."); prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf("/")))) {
      const major = written || from.defaultMajors.get(prefix) || this.#main.defaultMajors.get(prefix) || "v0";
      const qualified = `${prefix}@${major}`;
      const declared = [from, this.#main].flatMap((f) =>
        f.deps.filter((d) => d.path === qualified).map((d) => d.version),
      );
      let version = latestSemver([...declared, ...(this.#chosen.has(qualified) ? [this.#chosen.get(qualified)!] : [])]);
      if (version === "") {
        const known = await this.#registry.versions(qualified);
        version = known.ok ? latestSemver(known.value) : "";
      }
      const m = version === "" ? "" : makeModuleVersion(qualified, version);
      if (typeof m === "string") continue;
      const old = this.#chosen.get(qualified);
      if (old === undefined || compareSemver(old, version) < 0) this.#chosen.set(qualified, version);
      return m;
    }
    this.#missing(path, "no module provides it");
    return undefined;
  }

  #missing(path: string, why: string): void {
    this.diagnostics.push({
      ...tell(PIPELINE_CODE.importNotFound, "cannot find the package {path}: {problem}", { path, problem: why }),
      severity: "error",
      hint: advise(
        PIPELINE_CODE.importNotFound,
        "correct the import, or set --registry or OPM_REGISTRY to where it is",
      ),
    });
  }
}

/** The file with these dependencies and otherwise as it was. */
function writeDeps(source: SourceFile, deps: ReadonlyMap<string, string>): string {
  const { file } = parseFile(source);
  const kept = file.decls.filter((d) => !(d.kind === "Field" && d.label.kind === "Ident" && d.label.name === "deps"));
  const head = format({ ...file, decls: kept }).trimEnd();
  if (deps.size === 0) return `${head}\n`;
  const lines = [...deps].map(([path, version]) => `\t${JSON.stringify(path)}: v: ${JSON.stringify(version)}\n`);
  return format(parseFile(new SourceFile(source.name, `${head}\ndeps: {\n${lines.join("")}}\n`)).file);
}

function failed(told: Told, hint?: string): Outcome<TidyResult> {
  return {
    diagnostics: [{ ...told, severity: "error", ...(hint !== undefined && { hint }) }],
  };
}
