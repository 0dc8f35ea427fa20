/** Local files as the loader sees them: synchronous, absolute paths with slashes. */
export interface Files {
  readFile(path: string): Uint8Array | FileFault;
  /** In byte order of the names. */
  readFolder(path: string): readonly FolderEntry[] | FileFault;
  /** Links are followed. */
  stat(path: string): "file" | "folder" | "other" | FileFault;
  /** Where a path leads if links on the way leave the root; undefined where it stays inside. Without it there are no links. */
  outside?(path: string, root: string): string | undefined;
  /** A file that was read before is used again: for those who keep track of what is read. */
  again?(path: string): void;
  /** Others that have the same texts and list other folders: what was parsed for one is parsed for both. */
  readonly texts?: Files;
  /** All entries of a folder count, and not only its CUE files: for the same. */
  lists?(path: string): void;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

export interface FileFault {
  readonly fault: "absent" | "not-folder" | "folder" | "denied" | "other";
  /** As the operating system says it: "no such file or directory". */
  readonly text: string;
}

export const absent: FileFault = { fault: "absent", text: "no such file or directory" };

export function isFileFault(x: Uint8Array | readonly unknown[] | string | FileFault): x is FileFault {
  return typeof x === "object" && "fault" in x;
}

/** Byte order of UTF-8, which is the order of code points (UTF-16 units order surrogates too low). */
export function compareBytes(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xs = x >= 0xd800 && x < 0xe000;
    const ys = y >= 0xd800 && y < 0xe000;
    if (xs !== ys) return xs ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
