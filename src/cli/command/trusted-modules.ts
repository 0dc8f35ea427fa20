import type { Registry } from "../../cue/load/index.ts";
import type { PipelineHost } from "../../pipeline/index.ts";
import { trustedRegistry } from "../../registry/index.ts";
import type { TrustCheck } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** Registries whose modules must be signed as the platform's `trust.yaml` says; as they are where there is none. */
export function trustedRegistries(
  context: CommandContext,
  machine: PipelineHost,
): (setting: string | undefined) => Registry {
  let check: Promise<TrustCheck | undefined> | undefined;
  // Loaded with the first module: most runs need none but the catalog's.
  const open = async (setting: string | undefined): Promise<TrustCheck | undefined> =>
    (await import("./open-trust.ts")).openTrust(context, machine, setting);
  return (setting) => trustedRegistry(machine.registry(setting), () => (check ??= open(setting)));
}
