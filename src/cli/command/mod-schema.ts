import { basename, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { documentedModules } from "./documented-modules.ts";

/** `opm mod schema [path]`: what may stand in a values file, for servers of YAML and JSON. */
export async function run(context: CommandContext): Promise<number> {
  const found = await documentedModules(context, { one: true });
  const module = found?.modules[0];
  if (found === undefined || module === undefined) return exitCode.validation;
  const config = module.cue.get().root.field("#config");
  const made = config?.toJsonSchema({ title: `Values of ${module.metadata.name}`, indent: "" });
  const schema: unknown = made?.ok === true ? JSON.parse(made.value) : {};
  const shown = context.options["complete"] === true ? schema : partial(schema);
  const text = found.safe(`${JSON.stringify(shown, null, 2)}\n`);
  const { io } = context;
  const out = context.options["out"];
  if (typeof out !== "string") {
    io.stdout(text);
    return exitCode.ok;
  }
  writeWholeFile(resolve(io.cwd, out), text);
  io.stdout(`# yaml-language-server: $schema=${basename(out)}\n`);
  return exitCode.ok;
}

/** The schema with nothing required: a values file is one of several, and each may hold a part. */
function partial(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partial);
  if (typeof schema !== "object" || schema === null) return schema;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    // A field may be called `required`: then this is no keyword.
    if (key === "required" && Array.isArray(value)) continue;
    out[key] =
      KEEPS_NAMES.has(key) && typeof value === "object" && value !== null
        ? mapValues(value, partial)
        : key === "enum" || key === "const" || key === "default" || key === "examples"
          ? value
          : partial(value);
  }
  return out;
}

/** Keywords whose keys are names, not keywords. */
const KEEPS_NAMES: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

const mapValues = (x: object, f: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(x).map(([key, value]) => [key, f(value)]));
