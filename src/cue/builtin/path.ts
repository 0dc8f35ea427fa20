import { Disjunction, Str } from "../value/index.ts";
import type { BuiltinPackage, Call, Param } from "../value/index.ts";
import { BOOL, definePackage, fn, L, orFail, S } from "./define.ts";
import { matchPath } from "./filepath/match.ts";
import {
  baseName,
  cleanPath,
  directory,
  extension,
  fromSlash,
  joinPath,
  relativePath,
  resolvePath,
  splitPath,
  splitPathList,
  toSlash,
  volumeName,
} from "./filepath/operations.ts";
import { pathStyle } from "./filepath/style.ts";
import type { PathStyle } from "./filepath/style.ts";

const UNIX_LIKE = [
  "aix",
  "android",
  "darwin",
  "dragonfly",
  "freebsd",
  "hurd",
  "illumos",
  "ios",
  "js",
  "linux",
  "nacl",
  "netbsd",
  "openbsd",
  "solaris",
  "zos",
];

/** The parameter that names an operating system; with a default it may be left out. */
function osParam(names: readonly string[], defaults: 0 | 1): Param {
  const values = [...names, ...UNIX_LIKE].map((n) => new Str(null, n));
  return { kind: S, value: new Disjunction(null, values, defaults, defaults === 1) };
}

const style = (c: Call, i: number): PathStyle => pathStyle(c.string(i));

export function pathPackage(): BuiltinPackage {
  const unix = osParam(["unix", "windows", "plan9"], 1);
  const required = osParam(["unix", "windows", "plan9"], 0);
  const windows = osParam(["windows", "unix", "plan9"], 1);
  return definePackage(
    "path",
    {
      Split: fn([S, unix], L, (c) => splitPath(c.string(0), style(c, 1))),
      SplitList: fn([S, required], L, (c) => splitPathList(c.string(0), style(c, 1))),
      Join: fn([L, unix], S, (c) => joinPath(c.stringList(0), style(c, 1))),
      Match: fn([S, S, unix], BOOL, (c) => orFail(c, matchPath(c.string(0), c.string(1), style(c, 2)))),
      Clean: fn([S, unix], S, (c) => cleanPath(c.string(0), style(c, 1))),
      ToSlash: fn([S, required], S, (c) => toSlash(c.string(0), style(c, 1))),
      FromSlash: fn([S, required], S, (c) => fromSlash(c.string(0), style(c, 1))),
      Ext: fn([S, unix], S, (c) => extension(c.string(0), style(c, 1))),
      Resolve: fn([S, S, unix], S, (c) => resolvePath(c.string(0), c.string(1), style(c, 2))),
      Rel: fn([S, S, unix], S, (c) => orFail(c, relativePath(c.string(0), c.string(1), style(c, 2)))),
      Base: fn([S, unix], S, (c) => baseName(c.string(0), style(c, 1))),
      Dir: fn([S, unix], S, (c) => directory(c.string(0), style(c, 1))),
      IsAbs: fn([S, unix], BOOL, (c) => style(c, 1).isAbsolute(c.string(0))),
      VolumeName: fn([S, windows], S, (c) => volumeName(c.string(0), style(c, 1))),
    },
    '{\n\tUnix:    "unix"\n\tWindows: "windows"\n\tPlan9:   "plan9"\n}',
  );
}
