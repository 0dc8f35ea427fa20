// A cache of renders in a folder: what a laptop keeps, and what a CI system stores and restores.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CacheStore } from "../delivery/index.ts";

export function nodeCacheStore(root: string): CacheStore {
  const made = new Set<string>();
  const place = (kind: string, key: string): string => join(root, kind, key.slice(0, 2), key);
  const get = (path: string): Promise<Uint8Array | undefined> => {
    try {
      return Promise.resolve(readFileSync(path));
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
