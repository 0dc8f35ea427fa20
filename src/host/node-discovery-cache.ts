// What servers said they serve, in the user's cache folder; always asked again with its tag. Best effort.
import { createHash } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscoveryCache } from "../cluster/index.ts";
import { isOwnFolder, ownCacheFolder, readOwnFile } from "./node-own-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a server with many kinds says; a thousand custom resources have some hundred kilobytes. */
const limit = 64 << 20;

export function nodeDiscoveryCache(env: Environment, server: string, user: string): DiscoveryCache {
  const own = ownCacheFolder(env);
  if (own === undefined) return { get: () => undefined, put: () => undefined };
  const name = createHash("sha256").update(`${server}\n${user}`).digest("hex").slice(0, 32);
  const folder = join(own, "discovery");
  const fileOf = (path: string): string => join(folder, `${name}${path.replaceAll("/", "-")}.json`);
  return {
    get(path) {
      const text = isOwnFolder(folder, false) ? readOwnFile(fileOf(path), limit) : undefined;
      if (text === undefined) return undefined;
      try {
        const entry = JSON.parse(text) as { etag?: unknown; body?: unknown };
        if (typeof entry.etag !== "string" || typeof entry.body !== "string") return undefined;
        JSON.parse(entry.body);
        return { etag: entry.etag, body: entry.body };
      } catch {
        return undefined; // damaged: asked without a tag
      }
    },
    put(path, entry) {
      if (!isOwnFolder(folder, true)) return;
      const temporary = `${fileOf(path)}.${process.pid}`;
      try {
        writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600, flag: "wx" });
        renameSync(temporary, fileOf(path));
      } catch {
        // a full or read-only disk is no reason to fail
        rmSync(temporary, { force: true });
      }
    },
  };
}
