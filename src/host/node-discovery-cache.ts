// What servers said they serve, in the user's cache folder; always asked again with its tag. Best effort.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscoveryCache } from "../cluster/index.ts";
import { userCacheFolder } from "./node-folders.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function nodeDiscoveryCache(env: Environment, server: string, user: string): DiscoveryCache {
  const name = createHash("sha256").update(`${server}\n${user}`).digest("hex").slice(0, 32);
  const folder = join(env["OPM_CACHE_DIR"] || join(userCacheFolder(env), "opm"), "discovery");
  const fileOf = (path: string): string => join(folder, `${name}${path.replaceAll("/", "-")}.json`);
  return {
    get(path) {
      try {
        const entry = JSON.parse(readFileSync(fileOf(path), "utf8")) as { etag?: unknown; body?: unknown };
        if (typeof entry.etag !== "string" || typeof entry.body !== "string") return undefined;
        JSON.parse(entry.body);
        return { etag: entry.etag, body: entry.body };
      } catch {
        return undefined; // not there yet, or damaged: asked without a tag
      }
    },
    put(path, entry) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const temporary = `${fileOf(path)}.${process.pid}`;
        writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600 });
        renameSync(temporary, fileOf(path));
      } catch {
        // a full or read-only disk is no reason to fail
      }
    },
  };
}
