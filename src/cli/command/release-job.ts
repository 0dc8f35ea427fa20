import { indexedJob } from "../../delivery/index.ts";
import { manifestsJson, manifestsYaml } from "../../pipeline/index.ts";
import { commandLineCode, tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { list } from "./mod-render.ts";

/** `opm release job [path]`: an Indexed Job that renders in shards, on Kubernetes. */
export function run(context: CommandContext): number {
  const { io, args, options } = context;
  const fail = (told: Told): number => {
    context.report([{ ...told, severity: "error" }]);
    return exitCode.general;
  };
  const shards = Number(options["shards"] ?? 8);
  if (!Number.isInteger(shards) || shards < 1 || shards > 100_000)
    return fail(tell(commandLineCode.badArgument, "--shards: expected a number from 1"));
  const image = options["image"];
  if (typeof image !== "string")
    return fail(tell(commandLineCode.badArgument, "--image: which image has opm is not known"));
  const text = (name: string): string | undefined => (typeof options[name] === "string" ? options[name] : undefined);
  const words = [args[0] ?? ".", ...args.slice(1)];
  for (const name of list(options["environment"])) words.push("-e", name);
  if (options["allEnvironments"] === true) words.push("--all-environments");
  for (const file of list(options["values"])) words.push("-f", file);
  for (const name of ["platform", "registry", "provider"])
    if (text(name) !== undefined) words.push(`--${name}`, text(name)!);
  if (options["locked"] === true) words.push("--locked");
  if (options["strict"] === true) words.push("--strict");
  if (((options["sets"] ?? []) as readonly unknown[]).length > 0)
    return fail(
      tell(
        commandLineCode.badArgument,
        "--set: values in a Job can be read by everybody who can read Jobs; put them into a file",
      ),
    );
  const job = indexedJob({
    name: text("name") ?? "opm-render",
    image,
    shards,
    args: words,
    parallelism: Math.min(shards, Number(options["parallelism"] ?? shards)),
    backoff: Number(options["backoff"] ?? 2),
    ...(text("namespace") !== undefined && { namespace: text("namespace")! }),
    ...(text("cache") !== undefined && { cache: text("cache")! }),
    ...(text("push") !== undefined && { push: text("push")! }),
    ...(text("claim") !== undefined && { claim: text("claim")! }),
  });
  io.stdout(options["output"] === "json" ? manifestsJson([job]) : manifestsYaml([job]));
  return exitCode.ok;
}
