/**
 * Which files may be in a module archive, and their order and sizes. Used both ways: for archives
 * that come from a registry (nothing in them is trusted) and for folders that are published.
 */
import { checkFilePath, failure, quote, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import { openZip, readZipEntry } from "./zip-read.ts";
import type { Inflate, ZipEntry } from "./zip-read.ts";
import { writeZip } from "./zip-write.ts";
import type { Deflate, ZipFile } from "./zip-write.ts";

export const maxZipSize = 500 << 20;
export const maxModuleFileSize = 16 << 20;
const maxLicenseSize = 16 << 20;

const notClean = "file path is not clean";
const localModule =
  "cue.mod/local-module.cue holds development-time configuration and is never part of a published module";

/** The files of an archive, all checks passed. Nothing is returned if one file is bad. */
export function readModuleArchive(bytes: Uint8Array, inflate: Inflate): Result<ZipFile[]> {
  if (bytes.length > maxZipSize)
    return failure(`module zip file is too large (${bytes.length} bytes; limit is ${maxZipSize} bytes)`);
  const zip = openZip(bytes);
  if (!zip.ok) return zip;
  const bad = checkEntries(zip.value.entries);
  if (bad !== undefined) return failure(bad);
  const files: ZipFile[] = [];
  for (const entry of zip.value.entries) {
    if (entry.name === "" || entry.name.endsWith("/")) continue;
    const content = readZipEntry(zip.value, entry, inflate);
    if (!content.ok) return content;
    files.push({ name: entry.name, content: content.value });
  }
  return success(files);
}

function checkEntries(entries: readonly ZipEntry[]): string | undefined {
  const bad: string[] = [];
  const collisions = new CollisionChecker();
  let total = 0;
  let tooLarge = false;
  let hasModuleFile = false;
  for (const entry of entries) {
    const folder = entry.name.endsWith("/");
    const name = folder ? entry.name.slice(0, -1) : entry.name;
    const reason = checkEntry(entry, name, folder, collisions);
    if (reason !== undefined) {
      bad.push(`${entry.name}: ${reason}`);
      continue;
    }
    if (folder) continue;
    if (name === "cue.mod/module.cue") hasModuleFile = true;
    // A declared size is a promise that reading enforces, so the sum bounds what is unpacked.
    total += entry.size;
    if (total > maxZipSize) tooLarge = true;
  }
  if (tooLarge) return `total uncompressed size of module contents too large (max size is ${maxZipSize} bytes)`;
  if (bad.length > 0) return bad.join("\n");
  return hasModuleFile ? undefined : "no cue.mod/module.cue file found";
}

function checkEntry(entry: ZipEntry, name: string, folder: boolean, collisions: CollisionChecker): string | undefined {
  if (!isClean(name)) return notClean;
  const path = checkFilePath(name);
  if (path !== undefined) return path;
  if (entry.special) return "not a regular file";
  if (name === "cue.mod/local-module.cue") return localModule;
  const collision = collisions.check(name, folder);
  if (collision !== undefined) return collision;
  const { before, rest } = splitCueMod(name);
  if (rest !== "") {
    if (before !== "") return "cue.mod not in module root directory";
    if (!rest.includes("/") && !folder) return "cue.mod is not a directory";
    if (rest.includes("/") && !rest.startsWith("cue.mod/")) return "cue.mod directories must have lowercase names";
    if (rest.toLowerCase() === "cue.mod/module.cue" && rest !== "cue.mod/module.cue") {
      return "cue.mod/module.cue files must have lowercase names";
    }
  }
  return checkSize(name, entry.size);
}

function checkSize(name: string, size: number): string | undefined {
  if (name === "cue.mod/module.cue" && size > maxModuleFileSize) {
    return `cue.mod/module.cue file too large (max size is ${maxModuleFileSize} bytes)`;
  }
  if (name === "LICENSE" && size > maxLicenseSize)
    return `LICENSE file too large (max size is ${maxLicenseSize} bytes)`;
  return undefined;
}

/**
 * Makes the archive of a module from its files (names relative to the module root). Files that
 * never belong to a module are left out; files that may not be in one are an error.
 */
export function makeModuleArchive(files: readonly ZipFile[], deflate?: Deflate): Result<Uint8Array> {
  const nested = new Set<string>();
  for (const f of files) {
    const { before, rest } = splitCueMod(f.name);
    if (rest !== "" && before !== "") nested.add(before);
  }
  const bad: string[] = [];
  const chosen: ZipFile[] = [];
  const collisions = new CollisionChecker();
  let total = 0;
  for (const f of files) {
    if (leftOut(f.name, nested)) continue;
    const reason = checkSourceFile(f.name) ?? collisions.check(f.name, false) ?? checkSize(f.name, f.content.length);
    if (reason !== undefined) bad.push(`${f.name}: ${reason}`);
    total += f.content.length;
    chosen.push(f);
  }
  if (total > maxZipSize) return failure(`create zip: module source tree too large (max size is ${maxZipSize} bytes)`);
  if (bad.length > 0) return failure(`create zip: ${bad.join("\n")}`);
  if (!chosen.some((f) => f.name === "cue.mod/module.cue"))
    return failure("create zip: no cue.mod/module.cue file found");
  chosen.sort((a, b) => (a.name < b.name ? -1 : 1));
  return success(writeZip(chosen, deflate));
}

function leftOut(name: string, nested: ReadonlySet<string>): boolean {
  if (name.startsWith("cue.mod/vendor/") || name === ".hg_archival.txt" || name === "cue.mod/local-module.cue")
    return true;
  if (/(?:^|\/)\.(?:git|hg|bzr|svn)\//.test(name)) return true;
  for (const folder of nested) if (name.startsWith(folder)) return true;
  return false;
}

function checkSourceFile(name: string): string | undefined {
  if (!isClean(name)) return notClean;
  if (name.startsWith("/")) return "file path is not relative";
  const path = checkFilePath(name);
  if (path !== undefined) return path;
  const slash = name.indexOf("/");
  const top = slash < 0 ? name : name.slice(0, slash);
  const rest = slash < 0 ? "" : name.slice(slash + 1);
  if (top.toLowerCase() !== "cue.mod") return undefined;
  if (top !== "cue.mod") return "cue.mod directories must have lowercase names";
  if (rest.toLowerCase() === "module.cue" && rest !== "module.cue")
    return "cue.mod/module.cue files must have lowercase names";
  return undefined;
}

function isClean(name: string): boolean {
  if (name === "") return false;
  return name.split("/").every((e, i) => e !== "." && e !== ".." && (e !== "" || i === 0)) && name !== "/";
}

/** `a/b/` and `cue.mod/x` of `a/b/cue.mod/x`; the second is "" if no element is cue.mod. */
function splitCueMod(path: string): { before: string; rest: string } {
  const elements = path.split("/");
  // The innermost one counts, as in cue.
  for (let i = elements.length - 1; i >= 0; i--) {
    if (elements[i]!.toLowerCase() !== "cue.mod") continue;
    const before = elements.slice(0, i).join("/");
    return { before: before === "" ? "" : `${before}/`, rest: elements.slice(i).join("/") };
  }
  return { before: path, rest: "" };
}

/** Finds names that are one name on a file system without case, or both file and folder. */
class CollisionChecker {
  readonly #seen = new Map<string, { path: string; folder: boolean }>();

  check(path: string, folder: boolean): string | undefined {
    for (let at = path, isFolder = folder; ;) {
      const key = fold(at);
      const other = this.#seen.get(key);
      if (other === undefined) this.#seen.set(key, { path: at, folder: isFolder });
      else if (other.path !== at) return `case-insensitive file name collision: ${quote(other.path)} and ${quote(at)}`;
      else if (other.folder !== isFolder) return `entry ${quote(at)} is both a file and a directory`;
      else if (!isFolder) return `multiple entries for file ${quote(at)}`;
      const slash = at.lastIndexOf("/");
      if (slash < 0) return undefined;
      at = at.slice(0, slash);
      isFolder = true;
    }
  }
}

/** Upper case first merges letters with several lower-case forms (ſ and s, K and k). */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().normalize("NFC");
}
