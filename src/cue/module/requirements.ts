/**
 * Which version of each module a build uses: minimal version selection over the main
 * module's listed dependencies and what those list themselves. A tidy module lists all
 * it needs, so one level below the roots is enough (and is what cue reads, too).
 */
import type { ModuleFile } from "./module-file.ts";
import { modulePathOf } from "./module-version.ts";
import type { ModuleVersion } from "./module-version.ts";
import { compareSemver, majorOf } from "./semver.ts";

export interface Requirements {
  /** With its major version. */
  readonly mainPath: string;
  readonly roots: readonly ModuleVersion[];
  /** Highest listed version by module path. */
  readonly listed: ReadonlyMap<string, string>;
  readonly defaultMajors: ReadonlyMap<string, DefaultMajor>;
}

interface DefaultMajor {
  readonly version: string;
  readonly explicit: boolean;
  readonly ambiguous: boolean;
}

export function makeRequirements(main: ModuleFile): Requirements {
  const listed = new Map<string, string>();
  const defaultMajors = new Map<string, DefaultMajor>();
  for (const [path, version] of main.defaultMajors) {
    defaultMajors.set(path, { version, explicit: true, ambiguous: false });
  }
  for (const m of main.deps) {
    const known = listed.get(m.path);
    if (known === undefined || compareSemver(known, m.version) < 0) listed.set(m.path, m.version);
    const base = modulePathOf(m);
    const d = defaultMajors.get(base);
    if (d === undefined) {
      // A dependency that is only replaced has no version; its path still names the major.
      const major = majorOf(m.version);
      defaultMajors.set(base, { version: major, explicit: false, ambiguous: false });
    } else if (!d.explicit) defaultMajors.set(base, { ...d, ambiguous: true });
  }
  return { mainPath: main.qualifiedModule, roots: main.deps, listed, defaultMajors };
}

/** The version listed by the main module; "" for the main module itself; undefined if not listed. */
export function listedVersion(r: Requirements, path: string): string | undefined {
  return path === r.mainPath ? "" : r.listed.get(path);
}

/** The major that an import without one means; undefined if there is none or more than one. */
export function defaultMajor(r: Requirements, base: string): string | undefined {
  const d = r.defaultMajors.get(base);
  return d === undefined || d.ambiguous || d.version === "" ? undefined : d.version;
}

/** The same question asked inside a dependency: its own defaults count. */
export function dependencyDefaultMajor(file: ModuleFile, base: string): string | undefined {
  const explicit = file.defaultMajors.get(base);
  if (explicit !== undefined) return explicit;
  let found: string | undefined;
  for (const m of file.deps) {
    if (modulePathOf(m) !== base) continue;
    const major = majorOf(m.version);
    if (found !== undefined && found !== major) return undefined;
    found = major;
  }
  return found;
}

/** Selected version by module path. `files` are the module files of the roots. */
export function selectVersions(r: Requirements, files: Iterable<ModuleFile>): Map<string, string> {
  const selected = new Map<string, string>(r.listed);
  for (const file of files) {
    for (const m of file.deps) {
      const known = selected.get(m.path);
      if (known === undefined || compareSemver(known, m.version) < 0) selected.set(m.path, m.version);
    }
  }
  selected.set(r.mainPath, "");
  return selected;
}

/**
 * Full minimal version selection, for commands that write module files: follows
 * requirements to any depth. `fileOf` returns undefined for modules that cannot be read.
 */
export function buildList(main: ModuleFile, fileOf: (m: ModuleVersion) => ModuleFile | undefined): ModuleVersion[] {
  const selected = new Map<string, string>();
  const seen = new Set<string>();
  const work: ModuleVersion[] = [...main.deps];
  for (let m = work.pop(); m !== undefined; m = work.pop()) {
    if (m.path === main.qualifiedModule) continue;
    const known = selected.get(m.path);
    if (known === undefined || compareSemver(known, m.version) < 0) selected.set(m.path, m.version);
    const key = `${m.path} ${m.version}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const file = fileOf(m);
    if (file !== undefined) work.push(...file.deps);
  }
  const out: ModuleVersion[] = [];
  for (const path of [...selected.keys()].sort()) out.push({ path, version: selected.get(path)! });
  return out;
}
