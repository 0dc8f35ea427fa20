import { Failed } from "../define.ts";
import type { PathStyle } from "./style.ts";

/** The shortest path that means the same, by its text alone. */
export function cleanPath(path: string, style: PathStyle): string {
  const volume = path.slice(0, style.volumeLength(path));
  const rest = path.slice(volume.length);
  if (rest === "") return volume.length > 1 && volume[1] !== ":" ? fromSlash(path, style) : path + ".";
  const rooted = style.isSeparator(rest[0]);
  const out: string[] = [];
  for (const element of splitElements(rest, style)) {
    if (element === "" || element === ".") continue;
    if (element !== "..") out.push(element);
    else if (out.length > 0 && out[out.length - 1] !== "..") out.pop();
    else if (!rooted) out.push("..");
  }
  const body = (rooted ? style.separator : "") + out.join(style.separator);
  return fromSlash(volume + (body === "" ? "." : body), style);
}

function splitElements(path: string, style: PathStyle): string[] {
  return style.windows ? path.split(/[\\/]/) : path.split("/");
}

export function toSlash(path: string, style: PathStyle): string {
  return style.windows ? path.replaceAll("\\", "/") : path;
}

export function fromSlash(path: string, style: PathStyle): string {
  return style.windows ? path.replaceAll("/", "\\") : path;
}

export function volumeName(path: string, style: PathStyle): string {
  return path.slice(0, style.volumeLength(path));
}

/** Directory with its separator, and file. */
export function splitPath(path: string, style: PathStyle): [string, string] {
  const volume = style.volumeLength(path);
  let i = path.length;
  while (i > volume && !style.isSeparator(path[i - 1])) i--;
  return [path.slice(0, i), path.slice(i)];
}

/** The entries of a PATH-like list; on Windows quotes protect separators. */
export function splitPathList(path: string, style: PathStyle): string[] {
  if (path === "") return [];
  if (!style.windows) return path.split(style.listSeparator);
  const out: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i <= path.length; i++) {
    if (path[i] === '"') quoted = !quoted;
    else if (i === path.length || (path[i] === ";" && !quoted)) {
      out.push(path.slice(start, i).replaceAll('"', ""));
      start = i + 1;
    }
  }
  return out;
}

export function joinPath(elements: readonly string[], style: PathStyle): string {
  const first = elements.findIndex((e) => e !== "");
  if (first < 0) return "";
  const list = elements.slice(first);
  const joined = (parts: readonly string[]): string => cleanPath(parts.join(style.separator), style);
  if (!style.windows) return joined(list);
  const head = list[0] as string;
  if (head.length === 2 && head[1] === ":") {
    // A bare drive letter stays relative to that drive's directory.
    let i = 1;
    while (i < list.length && list[i] === "") i++;
    return cleanPath(head + list.slice(i).join(style.separator), style);
  }
  const isShare = (p: string): boolean => style.volumeLength(p) > 2;
  const path = joined(list);
  if (!isShare(path)) return path;
  const cleanHead = cleanPath(head, style);
  if (isShare(cleanHead)) return path;
  // Two paths that name no share must not become one by being joined.
  const tail = joined(list.slice(1));
  return cleanHead.endsWith(style.separator) ? cleanHead + tail : cleanHead + style.separator + tail;
}

export function extension(path: string, style: PathStyle): string {
  for (let i = path.length - 1; i >= 0 && !style.isSeparator(path[i]); i--) if (path[i] === ".") return path.slice(i);
  return "";
}

export function resolvePath(dir: string, sub: string, style: PathStyle): string {
  return style.isAbsolute(sub) ? cleanPath(sub, style) : joinPath([cleanPath(dir, style), sub], style);
}

/** The path from base to target, without looking at any file. */
export function relativePath(base: string, target: string, style: PathStyle): string | Failed {
  const impossible = new Failed(`Rel: can't make ${target} relative to ${base}`);
  const [baseVolume, targetVolume] = [volumeName(base, style), volumeName(target, style)];
  const cleanBase = cleanPath(base, style);
  const cleanTarget = cleanPath(target, style);
  if (style.sameWord(cleanTarget, cleanBase)) return ".";
  let b = cleanBase.slice(baseVolume.length);
  const t = cleanTarget.slice(targetVolume.length);
  if (b === ".") b = "";
  if (b.startsWith(style.separator) !== t.startsWith(style.separator) || !style.sameWord(baseVolume, targetVolume)) {
    return impossible;
  }
  const from =
    b === "" || b === style.separator
      ? []
      : b.replace(style.separator === "/" ? /^\// : /^\\/, "").split(style.separator);
  const to =
    t === "" || t === style.separator
      ? []
      : t.replace(style.separator === "/" ? /^\// : /^\\/, "").split(style.separator);
  let common = 0;
  while (common < from.length && common < to.length && style.sameWord(from[common] as string, to[common] as string))
    common++;
  if (from[common] === "..") return impossible;
  const up = from.slice(common).map(() => "..");
  return [...up, ...to.slice(common)].join(style.separator);
}

export function baseName(path: string, style: PathStyle): string {
  if (path === "") return ".";
  let p = path;
  while (p.length > 0 && style.isSeparator(p[p.length - 1])) p = p.slice(0, -1);
  p = p.slice(style.volumeLength(p));
  let i = p.length;
  while (i > 0 && !style.isSeparator(p[i - 1])) i--;
  p = p.slice(i);
  return p === "" ? style.separator : p;
}

export function directory(path: string, style: PathStyle): string {
  const volume = volumeName(path, style);
  const dir = cleanPath(splitPath(path, style)[0].slice(volume.length), style);
  return dir === "." && volume.length > 2 ? volume : volume + dir;
}
