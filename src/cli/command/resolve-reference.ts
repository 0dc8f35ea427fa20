// Where a command takes a module's folder it also takes a published module: `example.com/blog@v0.1.0`.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { formatModuleVersion, makeModuleVersion, splitVersion } from "../../cue/module/index.ts";
import { chooseVersion } from "../../governance/index.ts";
import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import { DELIVERY_CODE } from "../../delivery/index.ts";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { registryExit } from "./registry-exit.ts";
import { tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import { trustedRegistries } from "./trusted-modules.ts";

/** `localhost:5000/example.com/blog@v0.1.0`, `example.com/blog@v0`, `@latest`, `@^0.1`. A module path has no port. */
const REFERENCE = /^(?:([A-Za-z0-9.-]+:[0-9]+)\/)?([a-z0-9][a-z0-9.-]*\.[a-z0-9.-]+(?:\/[A-Za-z0-9._~-]+)*)@(\S.*)$/;

export interface Referenced {
  /** With the host that it names, if any. */
  readonly registry?: string;
  readonly path: string;
  readonly version: string;
}

export function parseModuleReference(text: string): Referenced | undefined {
  const m = REFERENCE.exec(text);
  if (m === null) return undefined;
  const [, host, path = "", version = ""] = m;
  const local = host !== undefined && /^(?:localhost|127\.0\.0\.1):/.test(host);
  return { path, version, ...(host !== undefined && { registry: `${host}${local ? "+insecure" : ""}` }) };
}

/** The context with folders in the place of references; a number if one cannot be had, which is told. */
export async function resolveReferences(context: CommandContext, spec: CommandSpec): Promise<CommandContext | number> {
  const { io, args } = context;
  const takes = (i: number): boolean => {
    const all = spec.arguments ?? [];
    const last = all.at(-1);
    return (all[i] ?? (last?.variadic === true ? last : undefined))?.takesReference === true;
  };
  let current = context;
  const out = [...args];
  for (const [i, arg] of args.entries()) {
    const reference = takes(i) && !existsSync(resolve(io.cwd, arg)) ? parseModuleReference(arg) : undefined;
    if (reference === undefined) continue;
    if (reference.registry !== undefined && current.options["registry"] === undefined)
      current = { ...current, options: { ...current.options, registry: reference.registry } };
    const folder = await fetchReference(current, reference);
    if (typeof folder === "number") return folder;
    out[i] = folder;
  }
  return { ...current, args: out };
}

/** The folder of a published module, in the cache that is shared with cue. */
export async function fetchReference(context: CommandContext, reference: Referenced): Promise<string | number> {
  const fail = (told: Told, exit: number, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint !== undefined && { hint }) }]);
    return exit;
  };
  const { config } = await configCommand(context);
  if (config === undefined) return exitCode.validation;
  const setting = config.settings.registry?.value;
  // What is asked for by name is a module like those that it imports: the platform says whose signature counts.
  const { io } = context;
  const registry = trustedRegistries(
    context,
    nodePipelineHost(io.env, () => io.clock()),
  )(setting);
  let { version } = reference;
  if (!/^v[0-9]+\.[0-9]+\.[0-9]+/.test(version)) {
    const known = await registry.versions(reference.path);
    if (!known.ok)
      return fail(
        tell(DELIVERY_CODE.reference, "{problem}", { problem: known.fault.message }),
        registryExit(known.fault),
      );
    const chosen = chooseVersion(known.value, version);
    if (chosen === undefined)
      return fail(
        tell(DELIVERY_CODE.reference, "no published version of {path} is {version}", { path: reference.path, version }),
        exitCode.notFound,
        known.value.length === 0
          ? advise(DELIVERY_CODE.reference, "it has none")
          : advise(DELIVERY_CODE.reference, "there are {known}", { known: known.value.slice(-8).join(", ") }),
      );
    version = chosen;
  }
  const m = makeModuleVersion(splitVersion(reference.path).path, version);
  if (typeof m === "string") return fail(tell(DELIVERY_CODE.reference, "{problem}", { problem: m }), exitCode.general);
  const source = await registry.fetch(m);
  if (!source.ok) {
    const missing = source.fault.notFound === true;
    // The registry did what it should, and what it has is not trusted.
    const refused = source.fault.reason.kind === "import";
    return fail(
      tell(DELIVERY_CODE.reference, "{problem}", { problem: source.fault.message }),
      missing ? exitCode.notFound : refused ? exitCode.validation : registryExit(source.fault),
      missing
        ? advise(DELIVERY_CODE.reference, "opm mod versions {path} lists what there is", { path: reference.path })
        : undefined,
    );
  }
  context.io.stderr(`${formatModuleVersion(m)}\n`);
  return source.value.root;
}
