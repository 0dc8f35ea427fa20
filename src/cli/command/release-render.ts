// What `release build` and `release vet` have in common.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import { renderReleases } from "../../pipeline/index.ts";
import type { ReleasesResult } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { settingFlags } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";

export async function releasesCommand(context: CommandContext): Promise<ReleasesResult> {
  const { io, options, args } = context;
  const [path = ".", ...names] = args;
  const config = options["config"];
  const secrets = new SecretInputs(context);
  const result = await renderReleases(nodePipelineHost(io.env, () => io.clock()), {
    path: resolve(io.cwd, path),
    names,
    ...(typeof config === "string" && { config: resolve(io.cwd, config) }),
    flags: settingFlags(context),
    task: {
      strict: options["strict"] === true,
      reveal: secrets.reveal,
      values: { tags: secrets.tags, opaque: secrets.opaque },
    },
  });
  const trace = options["trace"];
  if (typeof trace === "string") writeFileSync(resolve(io.cwd, trace), `${JSON.stringify(result.trace, null, 2)}\n`);
  context.report(secrets.safe(relativePlaces(result.diagnostics, io.cwd)));
  return result;
}
