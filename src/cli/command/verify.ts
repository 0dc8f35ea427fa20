import { DELIVERY_CODE } from "../../delivery/index.ts";
import { verifiedStatements, verifyManifest } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { list } from "./mod-render.ts";
import { ociTarget } from "./oci-target.ts";
import { registryExit } from "./registry-exit.ts";
import { keylessOf, verifiers } from "./signing-keys.ts";
import { PROVENANCE, verifyRender } from "./verify-render.ts";
import { tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm verify REFERENCE [folder]`: signed by a key that is trusted, and about exactly this content. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const fail = (told: Told, exit: number = exitCode.validation): number => {
    context.report([{ ...told, severity: "error" }]);
    return exit;
  };
  const files = list(options["key"]);
  const keyless = keylessOf(context);
  const own =
    typeof keyless === "string"
      ? keyless
      : verifiers(context, files.length === 0 && keyless === undefined ? ["cosign.pub"] : files);
  if (typeof own === "string" || typeof keyless === "string")
    return fail(tell(DELIVERY_CODE.signature, "{problem}", { problem: String(own) }), exitCode.general);
  const keys = keyless === undefined ? own : [...own, keyless];
  const target = await ociTarget(context, args[0] ?? "");
  if ("message" in target)
    return fail(tell(DELIVERY_CODE.signature, "{problem}", { problem: target.message }), target.exit);
  const { client, repository, descriptor, name } = target;
  const signed = await verifyManifest(client, repository, descriptor.digest, keys);
  if (!signed.ok)
    return fail(
      tell(DELIVERY_CODE.signature, "{name}: {problem}", { name, problem: signed.fault.message }),
      ["unreachable", "refused"].includes(String(signed.fault.reason.args["trouble"]))
        ? registryExit(signed.fault)
        : exitCode.validation,
    );
  const attached = await verifiedStatements(client, repository, descriptor.digest, keys);
  const provenance = attached.ok
    ? attached.value.statements.filter(({ predicateType }) => predicateType === PROVENANCE)
    : [];
  const folder = args[1];
  let compared: string | undefined;
  if (folder !== undefined) {
    if (provenance.length === 0)
      return fail(tell(DELIVERY_CODE.signature, "{name}: it has no provenance that a trusted key signed", { name }));
    const result = await verifyRender(context, target, provenance[0]!, folder);
    if ("wrong" in result) return fail(tell(DELIVERY_CODE.signature, "{name}: {wrong}", { name, wrong: result.wrong }));
    compared = result.said;
  }
  const answer = {
    reference: name,
    digest: descriptor.digest,
    signed: signed.value,
    provenance: provenance.length,
    compared,
  };
  if (options["output"] === "json") io.stdout(`${JSON.stringify(answer, null, 2)}\n`);
  else {
    io.stdout(`${name} ${descriptor.digest}: signed (${signed.value === "bundle" ? "bundle" : "tag"})`);
    io.stdout(provenance.length > 0 ? `, with provenance${compared === undefined ? "" : `; ${compared}`}\n` : "\n");
  }
  return exitCode.ok;
}
