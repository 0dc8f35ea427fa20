import { readdirSync, realpathSync, statSync } from "node:fs";
import type { Dirent } from "node:fs";
import { compareBytes } from "../cue/load/index.ts";
import { isAbsolute, relative, sep } from "node:path";
import type { FileFault, Files, FolderEntry } from "../cue/load/index.ts";
import { readNamedFile, readRegularFile } from "./node-regular-file.ts";

/** The disk. */
export const nodeFiles: Files = {
  readFile(path) {
    try {
      // What the shell hands over is the user's own; anything else that is no regular file would hang or never end.
      return /^\/dev\/(?:stdin|fd\/\d+)$/.test(path) ? readNamedFile(path) : readRegularFile(path);
    } catch (error) {
      return fileFault(error);
    }
  },

  readFolder(path) {
    let entries: Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      return fileFault(error);
    }
    return entries.map(folderEntry).sort((a, b) => compareBytes(a.name, b.name));
  },

  outside(path, root) {
    try {
      const real = realpathSync.native(path);
      // Most paths have no link in them.
      if (real === path) return undefined;
      const way = relative(realpathSync.native(root), real);
      return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? real : undefined;
    } catch {
      return undefined; // reading will say what is wrong
    }
  },

  stat(path) {
    try {
      const info = statSync(path, { throwIfNoEntry: false });
      if (info === undefined) return { fault: "absent", text: "no such file or directory" };
      return info.isDirectory() ? "folder" : info.isFile() ? "file" : "other";
    } catch (error) {
      return fileFault(error);
    }
  },
};

function folderEntry(e: Dirent): FolderEntry {
  const kind = e.isFile() ? "file" : e.isDirectory() ? "folder" : e.isSymbolicLink() ? "link" : "other";
  return { name: e.name, kind };
}

/** The words of the C library, as Go and cue print them. */
export function fileFault(error: unknown): FileFault {
  const code = (error as { code?: unknown }).code;
  switch (code) {
    case "ENOENT":
      return { fault: "absent", text: "no such file or directory" };
    case "ENOTDIR":
      return { fault: "not-folder", text: "not a directory" };
    case "EISDIR":
      return { fault: "folder", text: "is a directory" };
    case "EACCES":
      return { fault: "denied", text: "permission denied" };
    case "EPERM":
      return { fault: "denied", text: "operation not permitted" };
    case "EFTYPE":
      return { fault: "other", text: "not a regular file" };
    case "ELOOP":
      return { fault: "other", text: "too many levels of symbolic links" };
    case "ENAMETOOLONG":
      return { fault: "other", text: "file name too long" };
    default:
      return { fault: "other", text: error instanceof Error ? error.message : String(error) };
  }
}
