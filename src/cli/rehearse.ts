import { main } from "./main.ts";
import { memoryIo } from "./memory-io.ts";

declare const __OPM_VERSION__: string;

/** Runs a command line for nobody, so that what it needs is loaded and compiled. */
export async function rehearse(
  args: readonly string[],
  folder: string,
): Promise<{ readonly exit: number; readonly err: string }> {
  const io = memoryIo(folder);
  const { exit } = await main(args, io, __OPM_VERSION__);
  return { exit, err: io.err() };
}
