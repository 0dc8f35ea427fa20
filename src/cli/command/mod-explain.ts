import { explainField } from "../../pipeline/index.ts";
import type { FieldOrigin } from "../../pipeline/index.ts";
import { hasErrors, placeText } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName, relativePlaces } from "../print/relative-places.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod explain RESOURCE[.path] [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const [resource = "", ...rest] = context.args;
  const result = await renderCommand({ ...context, args: rest });
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  const explained = await explainField(result, resource);
  context.report(relativePlaces(explained.diagnostics, context.io.cwd));
  if (explained.value === undefined) return exitCode.notFound;
  const { io } = context;
  if (context.options["output"] === "json") {
    const steps = explained.value.origins.map((o) => ({ ...o, place: o.place && shortPlace(o, io.cwd) }));
    io.stdout(`${JSON.stringify({ ...explained.value, origins: steps }, null, 2)}\n`);
    return exitCode.ok;
  }
  const { object, path, value, origins } = explained.value;
  io.stdout(`${object}${path === "" ? "" : ` ${path}`} = ${value}\n`);
  for (const origin of origins) {
    io.stdout(`  ${origin.what.padEnd(12)} ${origin.text}\n`);
    if (origin.place !== undefined) io.stdout(`  ${"".padEnd(12)} → ${shortPlace(origin, io.cwd)}\n`);
  }
  return exitCode.ok;
}

function shortPlace({ place }: FieldOrigin, cwd: string): string | undefined {
  return place && placeText({ ...place, file: { name: relativeName(place.file.name, cwd), text: place.file.text } });
}
