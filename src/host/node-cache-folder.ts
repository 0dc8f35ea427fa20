import { randomBytes } from "node:crypto";
import { chmod, lstat, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CacheFolder, ZipFile } from "../registry/index.ts";
import { makeFolders } from "./node-make-folders.ts";
import { nodeFiles } from "./node-files.ts";
import { foreignHand } from "./node-own-folder.ts";

const waitStep = 50;
const waitSteps = 600;

/**
 * A module cache on disk. cue guards its cache with a lock of the operating system that Node does
 * not offer; instead everything is made aside and renamed into place, so that neither tool ever
 * sees half of a file or folder, and whoever comes second finds the work done.
 */
export function nodeCacheFolder(root: string): CacheFolder {
  return {
    files: nodeFiles,
    root,
    foreignHand: (path) => foreignHand(path, root),

    async writeFile(path, content) {
      makeFolders(dirname(path));
      const temporary = join(dirname(path), temporaryName());
      try {
        const file = await open(temporary, "wx", 0o644);
        try {
          await file.writeFile(content);
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async writeFolder(path, files, partial) {
      makeFolders(dirname(path));
      // Not beside its place: cue removes what looks like its own temporary folders there.
      const temporary = join(root, "mod", temporaryName());
      try {
        await writeTree(temporary, files);
        await moveIntoPlace(temporary, path, partial);
      } finally {
        await removeTree(temporary);
      }
    },
  };
}

function temporaryName(): string {
  return `.opm-${process.pid}-${randomBytes(8).toString("hex")}`;
}

async function writeTree(root: string, files: readonly ZipFile[]): Promise<void> {
  makeFolders(root);
  for (const f of files) {
    const target = join(root, f.name);
    makeFolders(dirname(target));
    await writeFile(target, f.content, { flag: "wx", mode: 0o444 });
  }
}

async function moveIntoPlace(temporary: string, path: string, partial: string): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      await rename(temporary, path);
      await makeReadOnly(path);
      // The content is whole now, whatever a process that died here has left behind.
      await rm(partial, { force: true });
      return;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "EACCES" && code !== "EPERM") throw error;
      if (!(await exists(path))) throw error;
    }
    if (!(await exists(partial))) return;
    if (i < waitSteps) await new Promise((resolve) => setTimeout(resolve, waitStep));
    else await removeTree(path);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

async function folders(root: string): Promise<string[]> {
  const out = [root];
  for (let i = 0; i < out.length; i++) {
    for (const e of await readdir(out[i]!, { withFileTypes: true }))
      if (e.isDirectory()) out.push(join(out[i]!, e.name));
  }
  return out;
}

async function makeReadOnly(root: string): Promise<void> {
  for (const folder of (await folders(root)).reverse()) await chmod(folder, 0o555);
}

async function removeTree(root: string): Promise<void> {
  if (!(await exists(root))) return;
  // Folders of the cache are read-only; make them writable to empty them.
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    await chmod(queue[i]!, 0o777).catch(() => undefined);
    for (const e of await readdir(queue[i]!, { withFileTypes: true }))
      if (e.isDirectory()) queue.push(join(queue[i]!, e.name));
  }
  await rm(root, { recursive: true, force: true });
}
