import { splitVersion } from "./import-path.ts";
import { checkModulePath, quote } from "./module-path.ts";
import { canonicalSemver, compareSemver, isValidSemver, majorOf } from "./semver.ts";

/**
 * One version of a module. The path includes the major version ("ex.com/m@v1").
 * The main module and a dependency that is only replaced have the version "";
 * the path "local" stands for everything below cue.mod/{gen,usr,pkg}.
 */
export interface ModuleVersion {
  readonly path: string;
  readonly version: string;
}

export const localModule: ModuleVersion = { path: "local", version: "" };

/** The version, or the reason why the two texts do not make one. */
export function makeModuleVersion(path: string, version: string): ModuleVersion | string {
  let full = path;
  if (path === "local") {
    if (version !== "") return "module 'local' cannot have version";
  } else if (version !== "" && version !== "none") {
    if (!isValidSemver(version)) return `version ${quote(version)} (of module ${quote(path)}) is not well formed`;
    if (canonicalSemver(version) !== version)
      return `version ${quote(version)} (of module ${quote(path)}) is not canonical`;
    const major = majorOf(version);
    const split = splitVersion(path);
    if (split.found && split.version !== major)
      return `mismatched major version suffix in ${quote(path)} (version ${version})`;
    if (!split.found) full = `${path}@${major}`;
  } else {
    const split = splitVersion(path);
    if (!split.found) return `path ${quote(path)} has no major version`;
    if (split.path === "local") return "module 'local' cannot have version";
  }
  const bad = checkModulePath(full);
  if (bad !== undefined) return bad;
  return { path: full, version };
}

/** Parses `path@v1.2.3`. */
export function parseModuleVersion(text: string): ModuleVersion | string {
  const split = splitVersion(text);
  if (!split.found) return `invalid module path@version ${quote(text)}`;
  if (canonicalSemver(split.version) !== split.version) return `module version in ${quote(text)} is not canonical`;
  return { path: `${split.path}@${majorOf(split.version)}`, version: split.version };
}

/** The module path without the major version. */
export function modulePathOf(m: ModuleVersion): string {
  return splitVersion(m.path).path;
}

/** `path@v1.2.3`, or the path with its major alone if there is no version. */
export function formatModuleVersion(m: ModuleVersion): string {
  return m.version === "" ? m.path : `${modulePathOf(m)}@${m.version}`;
}

export function compareModuleVersions(a: ModuleVersion, b: ModuleVersion): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return compareSemver(a.version, b.version);
}
