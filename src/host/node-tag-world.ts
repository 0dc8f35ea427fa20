// Which files are the operator's own on this machine, and which paths they may name.
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Standing, TagWorld } from "../secrets/index.ts";
import { variableList } from "../secrets/index.ts";
import { cueCacheFolder } from "./node-folders.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `named`: the files that the command line names. */
export function nodeTagWorld(env: Environment, cwd: string, named: ReadonlySet<string>): TagWorld {
  const cache = real(join(cueCacheFolder(env), "mod"));
  const allowed = (env["OPM_ALLOW_FILES"] ?? "").split(/[:,]/).filter((path) => isAbsolute(path));
  return {
    variables: variableList(env["OPM_ALLOW_ENV"]),
    standing(file): Standing {
      if (file.startsWith("-") || named.has(file)) return "named";
      // What has no place on the disk came out of an archive.
      if (!isAbsolute(file)) return existsSync(resolve(cwd, file)) ? "owned" : "foreign";
      const path = real(file);
      return isInside(cache, path) || isInside(join(cueCacheFolder(env), "mod"), file) || isVendored(file)
        ? "foreign"
        : "owned";
    },
    outside(path, from) {
      const argument = from.startsWith("-");
      const folder = argument ? cwd : dirname(resolve(cwd, from));
      const target = real(resolve(folder, path));
      const root = rootOf(folder);
      if ([root, ...allowed].some((top) => isInside(real(top), target))) {
        const info = statSync(target, { throwIfNoEntry: false });
        return info === undefined || info.isFile() || info.isDirectory() ? undefined : `${path} is not a regular file`;
      }
      return `${path} is outside of ${relative(cwd, root) || "the folder"}`;
    },
  };
}

/** Old layouts keep dependencies in the module itself. */
function isVendored(file: string): boolean {
  return /[/\\]cue\.mod[/\\](?:pkg|gen|usr|vendor)[/\\]/.test(file);
}

/** The repository around a folder; where there is none, the module; where there is none, the folder. */
function rootOf(folder: string): string {
  return above(folder, ".git") ?? above(folder, "cue.mod") ?? folder;
}

function above(folder: string, mark: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, mark))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Without links; what is not there yet keeps its name. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
