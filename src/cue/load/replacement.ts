/** `replaceWith` of local-module.cue: modules taken from a folder or from another module. */
import {
  canonicalSemver,
  formatImportPath,
  isMajorOnly,
  majorOf,
  makeModuleVersion,
  modulePathOf,
  parseImportPath,
  quote,
  splitVersion,
  checkModuleBasePath,
} from "../module/index.ts";
import type { ModuleFile, ModuleVersion } from "../module/index.ts";

type Replacement = { readonly dir: string } | { readonly module: ModuleVersion };

export interface Replacements {
  /** By module path with major version. */
  readonly byPath: ReadonlyMap<string, Replacement>;
  /** From the path of a replacing module to that of the replaced one, both without major. */
  readonly original: ReadonlyMap<string, string>;
}

/** The replacements of a module file; undefined if it has none, a text if one is wrong. */
export function makeReplacements(file: ModuleFile): Replacements | undefined | string {
  const byPath = new Map<string, Replacement>();
  const original = new Map<string, string>();
  for (const [path, entry] of file.entries) {
    if (entry.replaceWith === "") continue;
    const m = makeModuleVersion(path, entry.version);
    if (typeof m === "string")
      return `cannot make version from module ${quote(path)}, version ${quote(entry.version)}: ${m}`;
    const r = resolve(entry.replaceWith, file);
    if (typeof r === "string") return `invalid replace value for ${path}: ${r}`;
    byPath.set(m.path, r);
    if ("module" in r) original.set(modulePathOf(r.module), modulePathOf(m));
  }
  return byPath.size === 0 ? undefined : { byPath, original };
}

function resolve(text: string, file: ModuleFile): Replacement | string {
  if (/^[./]/.test(text) || /^(?:[A-Za-z]:|\\\\)/.test(text)) return { dir: text };
  const split = splitVersion(text);
  if (!split.found) {
    const bad = checkModuleBasePath(text);
    if (bad !== undefined) return `invalid replacement module path ${quote(text)}: ${bad}`;
  } else if (!isMajorOnly(split.version) && canonicalSemver(split.version) !== split.version) {
    return `invalid version ${quote(split.version)} in replacement ${quote(text)}`;
  }
  const major = majorOf(split.version) || (file.defaultMajors.get(split.path) ?? "");
  if (major === "") return `replacement ${quote(text)} has no major version and no default major version is set for it`;
  const target = `${split.path}@${major}`;
  // The target's own entry went through version selection; prefer it to the directive.
  const listed = file.entries.get(target)?.version ?? "";
  const version = listed !== "" ? listed : canonicalSemver(split.version) === split.version ? split.version : "";
  if (version === "") return `replacement target ${quote(target)} must be listed as a dependency with a version`;
  const m = makeModuleVersion(target, version);
  return typeof m === "string" ? m : { module: m };
}

/** An import path below a replacing module, written as one below the replaced module. */
export function originalImportPath(r: Replacements, text: string): string {
  const parts = parseImportPath(text);
  for (let p = parts.path; ;) {
    const base = r.original.get(p);
    if (base !== undefined) return formatImportPath({ ...parts, path: base + parts.path.slice(p.length) });
    const slash = p.lastIndexOf("/");
    if (slash < 0) return text;
    p = p.slice(0, slash);
  }
}
