import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Dirent } from "node:fs";
import { compareBytes } from "../cue/load/index.ts";
import type { FileFault, Files, FolderEntry } from "../cue/load/index.ts";

/** The disk. */
export const nodeFiles: Files = {
  readFile(path) {
    try {
      return readFileSync(path);
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
    case "ELOOP":
      return { fault: "other", text: "too many levels of symbolic links" };
    case "ENAMETOOLONG":
      return { fault: "other", text: "file name too long" };
    default:
      return { fault: "other", text: error instanceof Error ? error.message : String(error) };
  }
}
