// `--watch`: renders again when something changes that a render read, and only what read it.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../command-spec.ts";
import type { ManifestFolder } from "../print/manifest-folder.ts";
import { fleetBuild } from "./fleet-build.ts";

const LOOK = 300;

/** Ends when `stop` says so; for people, when they press Ctrl-C. The exit code is that of the last run. */
export async function fleetWatch(
  context: CommandContext,
  folder: string,
  names: readonly string[],
  outDir: ManifestFolder,
  stop: () => boolean = () => false,
): Promise<number> {
  const { io } = context;
  // Without a cache everything would be rendered again.
  const own = context.options["cache"] === undefined && !io.env["OPM_RENDER_CACHE"];
  const kept = own ? mkdtempSync(join(tmpdir(), "opm-watch-")) : undefined;
  const remove = (): void => {
    if (kept !== undefined) rmSync(kept, { recursive: true, force: true });
  };
  const interrupted = (): void => {
    remove();
    process.exit(130);
  };
  process.once("SIGINT", interrupted);
  try {
    for (;;) {
      const options = { ...context.options, ...(kept !== undefined && { cache: kept }) };
      const began = Date.now();
      const { exit, reads, session } = await fleetBuild({ ...context, options }, folder, names, outDir);
      if (session === undefined) return exit;
      const before = stateOf(reads, session.paths.path);
      // What was written while it was read may have been read before.
      if (writtenSince(began, reads, session.paths.path) && !stop()) continue;
      io.stderr("waiting for changes\n");
      for (;;) {
        if (stop()) return exit;
        await new Promise((done) => setTimeout(done, LOOK));
        const now = stateOf(reads, session.paths.path);
        const changed = [...now].filter(([name, state]) => before.get(name) !== state).map(([name]) => name);
        if (changed.length === 0) continue;
        const [first = ""] = changed;
        const more = changed.length > 1 ? ` and ${changed.length - 1} more` : "";
        io.stderr(`${first.slice(first.indexOf(":") + 1)}${more} changed\n`);
        break;
      }
    }
  } finally {
    process.removeListener("SIGINT", interrupted);
    remove();
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
