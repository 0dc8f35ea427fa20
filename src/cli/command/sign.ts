import { DELIVERY_CODE } from "../../delivery/index.ts";
import { signManifest } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { ociTarget } from "./oci-target.ts";
import { registryExit } from "./registry-exit.ts";
import { signingKey } from "./signing-keys.ts";
import { tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm sign REFERENCE --key FILE`: in both of cosign's forms, without a network beside the registry. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const fail = (told: Told, exit: number = exitCode.general): number => {
    context.report([{ ...told, severity: "error" }]);
    return exit;
  };
  const key = await signingKey(context, String(options["key"] ?? "cosign.key"));
  if (typeof key === "string") return fail(tell(DELIVERY_CODE.signature, "{problem}", { problem: key }));
  const target = await ociTarget(context, args[0] ?? "");
  if ("message" in target)
    return fail(tell(DELIVERY_CODE.signature, "{problem}", { problem: target.message }), target.exit);
  const signed = await signManifest(target, key, new Date().toISOString());
  if (!signed.ok)
    return fail(
      tell(DELIVERY_CODE.signature, "{target}: {problem}", { target: target.name, problem: signed.fault.message }),
      registryExit(signed.fault),
    );
  io.stdout(`${target.name} ${target.descriptor.digest}\n`);
  return exitCode.ok;
}
