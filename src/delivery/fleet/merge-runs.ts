// Shards of one run, joined: all of them, each once, and of one input.
import { nameJobs, parseLayout } from "../../matrix/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
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
    return {
      diagnostics: [
        wrong(
          tell(DELIVERY_CODE.shards, "there are no shards to join"),
          advise(DELIVERY_CODE.shards, "opm release build --shard writes them"),
        ),
      ],
    };
  const diagnostics: Diagnostic[] = [];
  const count = first.run.shard?.count ?? 1;
  const byIndex = new Map<number, ShardRun>();
  for (const shard of shards) {
    const { run, place } = shard;
    const index = run.shard?.index ?? 1;
    if ((run.shard?.count ?? 1) !== count)
      diagnostics.push(
        wrong(
          tell(DELIVERY_CODE.shards, "{first} is one of {count} shards, {second} one of {other}", {
            first: place,
            count: run.shard?.count ?? 1,
            second: first.place,
            other: count,
          }),
        ),
      );
    else if (run.base !== first.run.base || run.layout !== first.run.layout)
      diagnostics.push(
        wrong(
          tell(DELIVERY_CODE.shards, "{first} and {second} are not parts of one run", {
            first: place,
            second: first.place,
          }),
          advise(DELIVERY_CODE.shards, "they were rendered with other flags, values or another opm"),
        ),
      );
    else if (byIndex.has(index))
      diagnostics.push(
        wrong(
          tell(DELIVERY_CODE.shards, "{first} and {second} are the same shard", {
            first: place,
            second: byIndex.get(index)!.place,
          }),
        ),
      );
    else byIndex.set(index, shard);
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  if (diagnostics.length === 0 && missing.length > 0)
    diagnostics.push(
      wrong(
        tell(DELIVERY_CODE.shards, "{are} missing: {missing}", {
          are: missing.length === 1 ? "a shard is" : "shards are",
          missing: missing.map((i) => `${i}/${count}`).join(", "),
        }),
        advise(DELIVERY_CODE.shards, "render {them} again: opm release build --shard {missing}/{count} …", {
          them: missing.length === 1 ? "it" : "them",
          missing: missing[0] ?? 0,
          count,
        }),
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

function wrong(told: Told, hint?: string): Diagnostic {
  return { ...told, severity: "error", ...(hint !== undefined && { hint }) };
}
