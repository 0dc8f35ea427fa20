// Waits until something changes that was read. Files are looked at a few times a second, because that works everywhere:
// on network disks, in containers, and for files that are not there yet.
import { readdirSync, statSync } from "node:fs";
import type { Io } from "../io.ts";

const LOOK = 300;

interface Watched {
  readonly io: Io;
  /** `file:NAME`, `folder:NAME`, `entries:NAME`, `kind:NAME`; what is none of these does not change by itself. */
  readonly reads: ReadonlySet<string>;
  readonly path: (name: string) => string;
  /** When the reading began, in milliseconds since 1970. */
  readonly began: number;
}

/** False when nobody waits any more. */
export async function waitForChange({ io, reads, path, began }: Watched): Promise<boolean> {
  const stopped = (): boolean => io.stopped?.() === true;
  const before = stateOf(reads, path);
  // What was written while it was read may have been read before.
  if (writtenSince(began, reads, path) && !stopped()) return true;
  io.stderr("waiting for changes\n");
  for (;;) {
    if (stopped()) return false;
    await new Promise((done) => setTimeout(done, LOOK));
    const now = stateOf(reads, path);
    const changed = [...now].filter(([name, state]) => before.get(name) !== state).map(([name]) => name);
    if (changed.length === 0) continue;
    const [first = ""] = changed;
    const more = changed.length > 1 ? ` and ${changed.length - 1} more` : "";
    io.stderr(`${first.slice(first.indexOf(":") + 1)}${more} changed\n`);
    return true;
  }
}

function writtenSince(began: number, reads: ReadonlySet<string>, path: (name: string) => string): boolean {
  return [...reads].some((read) => {
    if (!read.startsWith("file:")) return false;
    const info = statSync(path(read.slice("file:".length)), { throwIfNoEntry: false });
    return info !== undefined && info.mtimeMs > began;
  });
}

/** Enough to tell that something is another: size and time of files, names in folders. */
function stateOf(reads: ReadonlySet<string>, path: (name: string) => string): Map<string, string> {
  const out = new Map<string, string>();
  for (const read of reads) {
    const colon = read.indexOf(":");
    const kind = read.slice(0, colon);
    if (!["file", "folder", "entries", "kind"].includes(kind)) continue;
    const at = path(read.slice(colon + 1));
    try {
      const info = statSync(at, { throwIfNoEntry: false });
      if (info === undefined) out.set(read, "absent");
      else if (kind === "file") out.set(read, `${info.size} ${info.mtimeMs} ${info.ino}`);
      else if (kind === "kind") out.set(read, info.isDirectory() ? "folder" : "file");
      else out.set(read, readdirSync(at).sort().join("\n"));
    } catch {
      out.set(read, "unreadable");
    }
  }
  return out;
}
