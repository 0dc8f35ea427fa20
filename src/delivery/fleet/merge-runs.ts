// Shards of one run, joined: all of them, each once, and of one input.
import { nameJobs, parseLayout } from "../../matrix/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { DELIVERY_CODE } from "../delivery-code.ts";
import type { RunManifest, RunRelease } from "./run-manifest.ts";

export interface ShardRun {
  /** Where it was found, for messages. */
  readonly place: string;
  readonly run: RunManifest;
}

export interface MergedRelease extends RunRelease {
  /** The shard that rendered it. */
  readonly shard: ShardRun;
  /** The folder of its output there. */
  readonly from: string;
}

export function mergeRuns(shards: readonly ShardRun[]): Outcome<readonly MergedRelease[]> {
  const [first] = shards;
  if (first === undefined)
    return { diagnostics: [wrong("there are no shards to join", "opm release build --shard writes them")] };
  const diagnostics: Diagnostic[] = [];
  const count = first.run.shard?.count ?? 1;
  const byIndex = new Map<number, ShardRun>();
  for (const shard of shards) {
    const { run, place } = shard;
    const index = run.shard?.index ?? 1;
    if ((run.shard?.count ?? 1) !== count)
      diagnostics.push(wrong(`${place} is one of ${run.shard?.count ?? 1} shards, ${first.place} one of ${count}`));
    else if (run.base !== first.run.base || run.layout !== first.run.layout)
      diagnostics.push(
        wrong(
          `${place} and ${first.place} are not parts of one run`,
          "they were rendered with other flags, values or another opm",
        ),
      );
    else if (byIndex.has(index))
      diagnostics.push(wrong(`${place} and ${byIndex.get(index)!.place} are the same shard`));
    else byIndex.set(index, shard);
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  if (diagnostics.length === 0 && missing.length > 0)
    diagnostics.push(
      wrong(
        `${missing.length === 1 ? "a shard is" : "shards are"} missing: ${missing.map((i) => `${i}/${count}`).join(", ")}`,
        `render ${missing.length === 1 ? "it" : "them"} again: opm release build --shard ${missing[0]}/${count} …`,
      ),
    );
  if (diagnostics.length > 0) return { diagnostics };
  // As one run lists them: by folder, then as the folder does.
  const all = [...byIndex.values()].flatMap((shard) =>
    shard.run.releases.map((release, at) => ({ ...release, shard, from: release.id, at })),
  );
  all.sort((a, b) => order(a.folder, b.folder));
  const { ids, diagnostics: clashes } = nameJobs(all, parseLayout(first.run.layout ?? ""));
  return {
    value: all.flatMap(({ at: _, ...release }, i) => (ids[i] === undefined ? [] : [{ ...release, id: ids[i] }])),
    diagnostics: clashes,
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function wrong(message: string, hint?: string): Diagnostic {
  return { code: DELIVERY_CODE.shards, severity: "error", message, ...(hint !== undefined && { hint }) };
}
