// A cache of renders in a folder: what a laptop keeps, and what a CI system stores and restores.
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CacheStore } from "../delivery/index.ts";
import { foreignHand } from "./node-own-folder.ts";
import { readRegularFile } from "./node-regular-file.ts";

export function nodeCacheStore(root: string): CacheStore {
  const made = new Set<string>();
  const place = (kind: string, key: string): string => join(root, kind, key.slice(0, 2), key);
  const get = (path: string): Promise<Uint8Array | undefined> => {
    try {
      // What somebody else may have put there is no render of ours.
      return Promise.resolve(foreignHand(path, root) === undefined ? readRegularFile(path) : undefined);
    } catch {
      return Promise.resolve(undefined);
    }
  };
  // Written aside and renamed: who reads sees all of it or nothing, also beside other processes.
  const put = (path: string, bytes: Uint8Array): Promise<void> => {
    const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
    try {
      const folder = dirname(path);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
      made.add(folder);
      writeFileSync(temporary, bytes, { mode: 0o600 });
      renameSync(temporary, path);
    } catch {
      rmSync(temporary, { force: true });
    }
    return Promise.resolve();
  };
  return {
    entry: (key) => get(place("entry", key)),
    putEntry: (key, bytes) => put(place("entry", key), bytes),
    content: (digest) => get(place("content", digest)),
    putContent: (digest, bytes) => put(place("content", digest), bytes),
  };
}
