// `--watch` with a folder to write to: renders again when something changes that a render read, and only what read it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../command-spec.ts";
import type { ManifestFolder } from "../print/manifest-folder.ts";
import { waitForChange } from "../watch/wait-for-change.ts";
import { fleetBuild } from "./fleet-build.ts";

/** Ends when `io.stopped` says so; for people, when they press Ctrl-C. The exit code is that of the last run. */
export async function fleetWatch(
  context: CommandContext,
  folder: string,
  names: readonly string[],
  outDir: ManifestFolder,
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
      if (!(await waitForChange({ io, reads, path: session.paths.path, began }))) return exit;
    }
  } finally {
    process.removeListener("SIGINT", interrupted);
    remove();
  }
}
