import { md5 as digest } from "../builtin/index.ts";

/** The mark of a package in names: the first four bytes of its path's MD5. */
export function md5(path: string): string {
  let out = "";
  for (const b of digest(new TextEncoder().encode(path)).subarray(0, 4)) out += b.toString(16).padStart(2, "0");
  return out.toUpperCase();
}
