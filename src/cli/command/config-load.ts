// What the commands about configuration and providers have in common.
import { resolve } from "node:path";
import { loadConfig } from "../../pipeline/index.ts";
import type { Config } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { settingFlags } from "./mod-render.ts";
import { pipelineHost } from "./pipeline-host.ts";

export async function configCommand(
  context: CommandContext,
): Promise<{ config: Config | undefined; diagnostics: readonly Diagnostic[] }> {
  const { io, options } = context;
  const path = options["config"];
  const { value, diagnostics } = await loadConfig(pipelineHost(context), {
    flags: settingFlags(context),
    folder: io.cwd,
    ...(typeof path === "string" && { config: resolve(io.cwd, path) }),
  });
  context.report(relativePlaces(diagnostics, io.cwd));
  return { config: value, diagnostics };
}
