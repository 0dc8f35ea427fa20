import { splitVersion } from "../../cue/module/index.ts";
import { DELIVERY_CODE } from "../../delivery/index.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { registryExit } from "./registry-exit.ts";
import { tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm mod versions MODULE`: ascending, one a line. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const fail = (told: Told, exit: number, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint && { hint }) }]);
    return exit;
  };
  const { config } = await configCommand(context);
  if (config === undefined) return exitCode.validation;
  const setting = config.settings.registry?.value;
  const client = nodeModuleClient({ env: io.env, ...(setting !== undefined && { registry: setting }) });
  if (!client.ok)
    return fail(tell(DELIVERY_CODE.reference, "{problem}", { problem: client.fault.message }), exitCode.general);
  const { path, version } = splitVersion(args[0] ?? "");
  const known = await client.value.versions(version === "" ? path : `${path}@${version}`);
  if (!known.ok)
    return fail(
      tell(DELIVERY_CODE.reference, "{problem}", { problem: known.fault.message }),
      registryExit(known.fault),
    );
  if (known.value.length === 0)
    return fail(
      tell(DELIVERY_CODE.reference, "{module} has no published version", { module: args[0] ?? "" }),
      exitCode.notFound,
      advise(DELIVERY_CODE.reference, "is it the module's path, and the right registry?"),
    );
  const limit = Number(options["limit"] ?? Infinity);
  const shown = known.value.slice(-limit);
  io.stdout(options["output"] === "json" ? `${JSON.stringify(shown)}\n` : shown.map((one) => `${one}\n`).join(""));
  return exitCode.ok;
}
