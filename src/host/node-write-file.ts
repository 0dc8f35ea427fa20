// One way to write a file that somebody may need: beside it, synced, and renamed into place, so that a full disk, a kill
// or a second run leaves the old file or the new one, whole. A link is replaced and not followed.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface WriteOptions {
  /** It holds secrets: only the user may read it, also where it was there before. */
  readonly secret?: boolean;
  /**
   * The command that writes it would write it again, and looks at what is there when it does: it is whole after a kill,
   * and need not outlive a loss of power. Waiting for the disk took more time than rendering, where files are many.
   */
  readonly repeatable?: boolean;
}

/** Throws what Node throws; then nothing has changed. */
export function writeWholeFile(path: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  const before = lstatSync(path, { throwIfNoEntry: false });
  // A terminal, a pipe, /dev/null: there is nothing to replace.
  if (before !== undefined && isStream(before, path)) {
    writeFileSync(path, data);
    return;
  }
  if (before?.isDirectory() === true) throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: "EISDIR" });
  sweep(dirname(path));
  const temporary = join(dirname(path), temporaryName(basename(path)));
  const mode = options.secret === true ? 0o600 : before?.isFile() === true ? before.mode & 0o7777 : undefined;
  try {
    const fd = openSync(temporary, "wx", mode ?? 0o666);
    try {
      // What was there may allow more than the process by itself gives to new files.
      if (mode !== undefined) fchmodSync(fd, mode);
      writeAll(fd, typeof data === "string" ? Buffer.from(data) : data);
      if (options.repeatable !== true) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at);
}

function isStream(info: Stats, path: string): boolean {
  const target = info.isSymbolicLink() ? targetOf(path) : info;
  return target !== undefined && !target.isFile() && !target.isDirectory();
}

function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a loop of links, which is replaced as any other
  }
}

/** Short enough for any name that a folder takes. */
function temporaryName(name: string): string {
  const random = Math.random().toString(36).slice(2, 10);
  return `.${name.slice(0, 60)}.${process.pid}.${random}${suffix}`;
}

const suffix = ".opm-part";
const swept = new Set<string>();

/** What a run left behind that was killed while it wrote. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const pid = name.endsWith(suffix) ? /\.(\d+)\.[a-z0-9]+\.opm-part$/.exec(name)?.[1] : undefined;
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // writing will say what is wrong with the folder
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
