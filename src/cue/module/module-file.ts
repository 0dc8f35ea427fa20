/** cue.mod/module.cue and cue.mod/local-module.cue: reading, checking against the schema of their language version. */
import { SourceFile } from "../../source/index.ts";
import { newestLanguage, parseFile } from "../syntax/index.ts";
import { splitVersion } from "./import-path.ts";
import { pathElement, readData, showData } from "./module-data.ts";
import type { Data, DataStruct } from "./module-data.ts";
import { checkModuleBasePath, quote } from "./module-path.ts";
import { checkSchema, schemaFor } from "./module-schema.ts";
import { compareModuleVersions, makeModuleVersion, modulePathOf } from "./module-version.ts";
import type { ModuleVersion } from "./module-version.ts";
import { moduleFailure, makeFault, success, wrapFault } from "./result.ts";
import type { Fault, Result } from "./result.ts";
import { canonicalSemver, compareSemver, isValidSemver, majorOf } from "./semver.ts";

export interface ModuleFile {
  /** As written; may lack the major version. */
  readonly module: string;
  /** With the major version; "" only if there is no module path. */
  readonly qualifiedModule: string;
  readonly languageVersion: string;
  readonly source: "self" | "git" | undefined;
  readonly description: string | undefined;
  /** Dependencies as written. */
  readonly entries: ReadonlyMap<string, DependencyEntry>;
  /** The same as versions, sorted. */
  readonly deps: readonly ModuleVersion[];
  /** Module path (no major) to the major version that imports without one mean. */
  readonly defaultMajors: ReadonlyMap<string, string>;
}

interface DependencyEntry {
  readonly version: string;
  readonly default: boolean;
  readonly replaceWith: string;
}

interface ModuleFileOptions {
  /** As in published modules: every dependency names its major version. */
  readonly strict?: boolean;
}

export function parseModuleFile(
  content: Uint8Array | string,
  filename: string,
  options: ModuleFileOptions = {},
): Result<ModuleFile> {
  const raw = readModuleFile(content, filename, "");
  if (!raw.ok) return raw;
  return complete(raw.value, filename, options.strict === true);
}

/**
 * local-module.cue: the main module's own view of its dependencies. It takes its identity from
 * `base`, and versions and defaults that it leaves out, too.
 */
export function parseLocalModuleFile(
  content: Uint8Array | string,
  filename: string,
  base: ModuleFile,
): Result<ModuleFile> {
  const raw = readModuleFile(content, filename, base.languageVersion);
  if (!raw.ok) return raw;
  const own = qualify(raw.value.module);
  if (own !== "" && own !== base.qualifiedModule) {
    return moduleFailure(
      `module path ${quote(own)} in ${filename} does not match module path ${quote(base.qualifiedModule)} in module.cue`,
    );
  }
  const entries = new Map<string, DependencyEntry>();
  for (const [path, entry] of raw.value.entries) {
    const known = base.entries.get(path);
    const version = entry.version === "" ? (known?.version ?? "") : entry.version;
    if (version === "" && entry.replaceWith === "") {
      return moduleFailure(`dependency ${quote(path)} in ${filename} has no version and is not present in module.cue`);
    }
    entries.set(path, { ...entry, version, default: entry.default || known?.default === true });
  }
  const { module, languageVersion, source, description } = base;
  return complete({ module, languageVersion, source, description, entries }, filename, false);
}

type RawModuleFile = Omit<ModuleFile, "qualifiedModule" | "deps" | "defaultMajors">;

function qualify(module: string): string {
  return module === "" || module.includes("@") ? module : `${module}@v0`;
}

function readModuleFile(
  content: Uint8Array | string,
  filename: string,
  defaultLanguage: string,
): Result<RawModuleFile> {
  const source =
    typeof content === "string" ? new SourceFile(filename, content) : SourceFile.fromBytes(filename, content);
  const { file, errors } = parseFile(source);
  if (errors.length > 0) {
    return fail(
      ...errors.map((e) =>
        makeFault("module", `invalid module file syntax: ${e.message}`, [source.position(e.offset)]),
      ),
    );
  }
  const { data, faults } = readData(file, source);
  if (data === undefined) return fail(...faults.map((f) => wrapFault(f, "invalid module file syntax")));
  const version = languageOf(data, source);
  if (typeof version !== "string") return fail(version);
  const language = version === "" ? defaultLanguage : version;
  if (language === "") return moduleFailure("no language version declared in module.cue; run 'cue mod fix'");
  if (!isValidSemver(language))
    return moduleFailure(`language version ${quote(language)} in module.cue is not valid semantic version`);
  if (compareSemver(language, newestLanguage) > 0) {
    return moduleFailure(
      `language version ${quote(language)} declared in module.cue is too new for current language version ${quote(newestLanguage)}`,
    );
  }
  const schema = schemaFor(language);
  if (schema === undefined) {
    return moduleFailure(
      `cannot find schema suitable for reading module file with language version ${quote(language)}`,
    );
  }
  const root = data as DataStruct;
  const bad = checkSchema(root, schema, source);
  if (bad !== undefined) return fail(bad);
  return success(decode(root, language));
}

function fail(...faults: readonly Fault[]): { readonly ok: false; readonly fault: Fault } {
  const first = faults[0]!;
  return { ok: false, fault: faults.length === 1 ? first : { ...first, also: faults.slice(1) } };
}

/** The declared language version, "" if there is none. */
function languageOf(data: Data, source: SourceFile): string | Fault {
  const wrong = (d: Data, want: string, path: string[]): Fault => {
    const what = `cannot determine language version: cannot use value ${showData(d)} (type ${d.kind}) as ${want}`;
    // A list at the top has no place of its own.
    const places = d.kind === "list" && path.length === 0 ? [] : [source.position(d.offset)];
    return makeFault("module", what, places, path);
  };
  if (data.kind !== "struct") return wrong(data, "struct", []);
  const language = data.fields.get("language")?.value;
  if (language === undefined) return "";
  if (language.kind !== "struct") return wrong(language, "struct", ["language"]);
  const version = language.fields.get("version")?.value;
  if (version === undefined) return "";
  return version.kind === "string" ? version.text : wrong(version, "string", ["language", "version"]);
}

/** Only called on data that fits the schema. */
function decode(root: DataStruct, languageVersion: string): RawModuleFile {
  const entries = new Map<string, DependencyEntry>();
  for (const [path, dep] of structOf(root, "deps")?.fields ?? []) {
    const d = dep.value as DataStruct;
    entries.set(path, {
      version: textOf(d, "v") ?? "",
      default: textOf(d, "default") === "true",
      replaceWith: textOf(d, "replaceWith") ?? "",
    });
  }
  const kind = textOf(structOf(root, "source"), "kind");
  return {
    module: textOf(root, "module") ?? "",
    languageVersion,
    source: kind === "self" || kind === "git" ? kind : undefined,
    description: textOf(root, "description"),
    entries,
  };
}

function structOf(d: DataStruct, name: string): DataStruct | undefined {
  const v = d.fields.get(name)?.value;
  return v?.kind === "struct" ? v : undefined;
}

function textOf(d: DataStruct | undefined, name: string): string | undefined {
  const v = d?.fields.get(name)?.value;
  return v === undefined || v.kind === "struct" || v.kind === "list" || v.kind === "null" ? undefined : v.text;
}

/** The checks that are no schema: paths, versions, defaults. */
function complete(raw: RawModuleFile, filename: string, strict: boolean): Result<ModuleFile> {
  const bad = (message: string): Result<ModuleFile> => moduleFailure(`invalid module file ${filename}: ${message}`);
  const main = splitVersion(raw.module);
  let major = main.version;
  if (main.found) {
    if (majorOf(major) !== major) return bad(`module path ${raw.module} should contain the major version only`);
  } else if (main.path !== "") {
    const reason = checkModuleBasePath(main.path);
    if (reason !== undefined) return bad(`module path ${quote(main.path)} is not valid: ${reason}`);
    major = "v0";
  } else return bad("empty module path");
  if (canonicalSemver(raw.languageVersion) !== raw.languageVersion)
    return bad(`language version ${raw.languageVersion} is not canonical`);
  const defaultMajors = new Map([[main.path, major]]);
  const deps: ModuleVersion[] = [];
  for (const [path, entry] of [...raw.entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const m = makeModuleVersion(path, entry.version);
    if (typeof m === "string")
      return bad(`cannot make version from module ${quote(path)}, version ${quote(entry.version)}: ${m}`);
    if (strict && m.path !== path) return bad(`no major version in ${quote(path)}`);
    deps.push(m);
    if (!entry.default) continue;
    const base = modulePathOf(m);
    if (defaultMajors.has(base)) return bad(`multiple default major versions found for ${base}`);
    defaultMajors.set(base, majorOf(m.version));
  }
  const self = makeModuleVersion(`${main.path}@${major}`, "");
  if (typeof self === "string") return bad(self);
  deps.sort(compareModuleVersions);
  return success({ ...raw, qualifiedModule: self.path, deps, defaultMajors });
}

/** The text of a module file, as `cue mod` writes it. */
export function formatModuleFile(
  file: Pick<ModuleFile, "module" | "languageVersion" | "source" | "description" | "entries">,
): string {
  let out = `module: ${quote(file.module)}\nlanguage: {\n\tversion: ${quote(file.languageVersion)}\n}\n`;
  if (file.source !== undefined) out += `source: {\n\tkind: ${quote(file.source)}\n}\n`;
  if (file.description !== undefined) out += `description: ${quote(file.description)}\n`;
  if (file.entries.size > 0) {
    out += "deps: {\n";
    for (const [path, e] of [...file.entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      out += `\t${pathElement(path)}: {\n`;
      if (e.version !== "") out += `\t\tv: ${quote(e.version)}\n`;
      if (e.default) out += "\t\tdefault: true\n";
      if (e.replaceWith !== "") out += `\t\treplaceWith: ${quote(e.replaceWith)}\n`;
      out += "\t}\n";
    }
    out += "}\n";
  }
  return out;
}
