// Caches hold what will run or be rendered as ours: only what nobody else can have written is believed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { userCacheFolder } from "./node-folders.ts";
import { makeFolders } from "./node-make-folders.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of opm's own caches; undefined where there is none to be used. `tool/launcher.cjs` decides the same. */
export function ownCacheFolder(env: Environment): string | undefined {
  const given = env["OPM_CACHE_DIR"];
  if (given === "none") return undefined;
  const folder = given || join(userCacheFolder(env), "opm");
  if (!isAbsolute(folder)) return undefined;
  // A home that is not there is not made, and in somebody else's nothing is left behind.
  const home = env["HOME"];
  if (home !== undefined && home !== "" && isInside(home, folder) && !isOurs(look(home))) return undefined;
  const there = look(nearest(folder));
  const sticky = there !== undefined && (there.mode & 0o1000) !== 0;
  return there?.isDirectory() === true && (isOurs(there) || sticky) ? folder : undefined;
}

/** Whether a folder is ours alone; made if it is not there. */
export function isOwnFolder(folder: string, make: boolean): boolean {
  try {
    if (make) makeFolders(folder, 0o700);
    const info = lstatSync(folder);
    return info.isDirectory() && isPrivate(info);
  } catch {
    return false;
  }
}

/** The text of a file that only we can have written; undefined for anything else. */
export function readOwnFile(file: string, limit: number): string | undefined {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined; // not there yet
  }
  try {
    const info = fstatSync(fd);
    return info.isFile() && isPrivate(info) && info.size <= limit ? readFileSync(fd, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * Why what is at a path may have been written by somebody else: it, or a folder that it is in up to `root`. What the
 * system's administrator made is everybody's; undefined also where there is nothing.
 */
export function foreignHand(path: string, root: string): string | undefined {
  if (process.getuid === undefined) return undefined;
  const own = process.getuid();
  for (let at = path; isInside(root, at); at = dirname(at)) {
    const info = lstatSync(at, { throwIfNoEntry: false });
    if (info === undefined) continue;
    if (info.uid !== own && info.uid !== 0) return `${at} belongs to another user`;
    const sticky = info.isDirectory() && (info.mode & 0o1000) !== 0;
    if (info.isSymbolicLink() || sticky) continue;
    if ((info.mode & 0o002) !== 0) return `everybody can write to ${at}`;
    // A group of the user's own name has nobody else in it; so it is where files are group-writable by default.
    if ((info.mode & 0o020) !== 0 && info.gid !== own && info.gid !== 0) return `a group can write to ${at}`;
  }
  return undefined;
}

function isPrivate(info: Stats): boolean {
  return process.platform === "win32" || (isOurs(info) && (info.mode & 0o077) === 0);
}

function isOurs(info: Stats | undefined): boolean {
  return info !== undefined && (process.getuid === undefined || info.uid === process.getuid());
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a loop of links, a folder that may not be looked into
  }
}

function nearest(folder: string): string {
  let at = folder;
  while (look(at) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}
