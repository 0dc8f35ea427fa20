// The program's entry: what the launcher (tool/launcher.cjs) loads. It binds the command line to this process.
import { writeFileSync } from "node:fs";
import { nodeIo } from "../host/node-io.ts";
import { findCommand, plainWords } from "./command-table.ts";
import { exitCode } from "./exit-code.ts";
import { Guards } from "./guards.ts";
import { main } from "./main.ts";
import { crashText } from "./print/crash.ts";

export { rehearse } from "./rehearse.ts";

declare const __OPM_VERSION__: string;

export async function start(args: readonly string[]): Promise<void> {
  const guards = new Guards();
  const io = guards.io({ ...nodeIo(), reachesClusters: true });
  const crash = (error: unknown): void => {
    const command = findCommand(plainWords(args))?.spec.name ?? "";
    io.stderr(crashText(error, command, __OPM_VERSION__, io.env, guards.withheld));
    process.exit(exitCode.general);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  const result = await main(args, io, __OPM_VERSION__, guards);
  const statsFile = io.env["OPM_STATS"];
  if (statsFile) writeFileSync(statsFile, `${JSON.stringify(Object.fromEntries(result.stats))}\n`);
  process.exit(result.exit);
}
