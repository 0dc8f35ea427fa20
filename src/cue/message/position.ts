import type { Src } from "../value/index.ts";

/** Nodes that a program made have no place. */
export const hasPlace = (s: Src | null): s is Src => s !== null && s.offset >= 0;

export const samePlace = (a: Src | null, b: Src | null): boolean =>
  a === b || (a !== null && b !== null && a.file === b.file && a.offset === b.offset);

/** Compares text by code points, as Go compares the bytes of UTF-8. */
export function compareText(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // Surrogates stand for code points above all others.
      const fix = (c: number): number => (c >= 0xd800 && c < 0xe000 ? c + 0x2000 : c >= 0xe000 ? c - 0x800 : c);
      return fix(x) < fix(y) ? -1 : 1;
    }
  }
  return a.length - b.length;
}

/** By file, absolute names first, then by offset. */
export function comparePlaces(a: Src, b: Src): number {
  if (a.file !== b.file) {
    const absolute = Number(b.file.name.startsWith("/")) - Number(a.file.name.startsWith("/"));
    if (absolute !== 0) return absolute;
    const c = compareText(a.file.name, b.file.name);
    if (c !== 0) return c;
  }
  return a.offset - b.offset;
}

/** The name of a file as it is printed: relative to the folder in which the user is. */
export function relativeName(name: string, cwd: string): string {
  if (cwd === "" || !name.startsWith("/") || !cwd.startsWith("/")) return name;
  const from = cwd.split("/").filter((s) => s !== "");
  const to = name.split("/").filter((s) => s !== "");
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  const path = [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** `file:line:column`, columns in bytes. */
export function placeText(s: Src, cwd: string, fileName?: (name: string) => string): string {
  const name = fileName === undefined ? relativeName(s.file.name, cwd) : fileName(s.file.name);
  const { line, column } = s.file.lines.at(s.offset);
  return name === "" ? `${line}:${column}` : `${name}:${line}:${column}`;
}
