// `--shard` and `--layout`: which part of a run, and where it is written.
import { parseLayout, parseShard } from "../../matrix/index.ts";
import type { Layout, Shard } from "../../matrix/index.ts";
import type { CommandContext } from "../command-spec.ts";

interface RunParts {
  readonly shard?: Shard;
  readonly layout?: Layout;
}

/** A text: what is wrong with a flag. */
export function runParts({ options }: CommandContext): RunParts | string {
  const { shard: shardText, layout: layoutText } = options;
  const shard = typeof shardText === "string" ? parseShard(shardText) : undefined;
  if (typeof shardText === "string" && shard === undefined)
    return `--shard ${shardText}: expected i/n with i from 1 to n, such as 2/5`;
  const layout = typeof layoutText === "string" ? parseLayout(layoutText) : undefined;
  if (typeof layoutText === "string" && layout === undefined)
    return `--layout ${layoutText}: expected release and any of environment, cluster and namespace, such as environment/namespace/release`;
  return { ...(shard && { shard }), ...(layout && { layout }) };
}

/** What a shard says about itself, last of all: no name that `kubectl apply -f FOLDER` would read. */
export const RUN_NAME = /^\.opm-run-([1-9][0-9]*)-of-([1-9][0-9]*)\.json$/;
