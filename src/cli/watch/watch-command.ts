// `--watch` of commands that print: the command again, whenever something changes that it read.
import { resolve } from "node:path";
import { Recorder } from "../../delivery/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { pipelineHost } from "../command/pipeline-host.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { waitForChange } from "./wait-for-change.ts";

const CLEAR = "\x1b[2J\x1b[3J\x1b[H";

/** Ends when `io.stopped` says so; for people, when they press Ctrl-C. The exit code is that of the last run. */
export async function watchCommand(
  context: CommandContext,
  run: (context: CommandContext) => Promise<number> | number,
): Promise<number> {
  const { io } = context;
  const { watch: _, ...options } = context.options;
  const same = (path: string): string => path;
  for (;;) {
    const recorder = new Recorder(
      { ...pipelineHost(context), files: io.files ?? nodeFiles },
      { hash, name: same, path: same },
    );
    const began = Date.now();
    const exit = await run({ ...context, options, io: { ...io, files: recorder.files() } });
    context.progress.clear();
    const reads = new Set([...recorder.current.names, ...givenFiles(context).map((path) => `file:${path}`)]);
    if (!(await waitForChange({ io, reads, path: same, began }))) return exit;
    // A person looks at the newest; a program gets one after the other.
    if (io.isTerminal("stdout")) io.stdout(CLEAR);
  }
}

/** Only what was read counts here, not what it said. */
const hash = (): string => "";

/** Files that are named on the command line are read beside the module's. */
function givenFiles({ io, args, options }: CommandContext): string[] {
  const texts = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
  const sets = ((options["sets"] ?? []) as readonly Given[]).filter(({ option }) => option === "set-file");
  const files = [
    ...texts(options["values"]),
    ...texts(options["vars"]),
    ...sets.map(({ value }) => value.slice(value.indexOf("=") + 1)),
    ...args,
  ];
  return files.filter((name) => name !== "-").map((name) => resolve(io.cwd, name));
}
