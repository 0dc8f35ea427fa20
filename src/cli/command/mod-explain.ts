import { explainField } from "../../pipeline/index.ts";
import type { FieldExplanation, FieldOrigin } from "../../pipeline/index.ts";
import { placeText } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { relativeName, relativePlaces } from "../print/relative-places.ts";
import { renderedReleases } from "../session/rendered-releases.ts";

/** `opm mod explain RESOURCE[.path] [path]`: in each release that has it. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const [resource = "", folder] = context.args;
  const { releases, failed } = await renderedReleases(context, "execute", { folder });
  if (failed || releases.length === 0) return exitCode.validation;
  const found: { readonly id: string; readonly explained: FieldExplanation }[] = [];
  const missing: Diagnostic[] = [];
  for (const { job, result } of releases) {
    const { value, diagnostics } = await explainField(result, resource);
    if (value !== undefined) found.push({ id: job.id, explained: value });
    else missing.push(...diagnostics);
  }
  if (found.length === 0) {
    context.report(relativePlaces(missing.slice(0, 1), io.cwd));
    return exitCode.notFound;
  }
  if (options["output"] === "json") {
    const data = found.map(({ id, explained }) => ({
      ...(releases.length > 1 && { release: id }),
      ...explained,
      origins: explained.origins.map((o) => ({ ...o, place: o.place && shortPlace(o, io.cwd) })),
    }));
    io.stdout(`${JSON.stringify(releases.length > 1 ? data : data[0], null, 2)}\n`);
    return exitCode.ok;
  }
  for (const { id, explained } of found)
    io.stdout(neutralise((releases.length > 1 ? `# ${id}\n` : "") + explainedText(explained, io.cwd)));
  return exitCode.ok;
}

function explainedText({ object, path, value, origins }: FieldExplanation, cwd: string): string {
  const lines = origins.flatMap((origin) => [
    `  ${origin.what.padEnd(12)} ${origin.text}\n`,
    ...(origin.place === undefined ? [] : [`  ${"".padEnd(12)} → ${shortPlace(origin, cwd)}\n`]),
  ]);
  return `${object}${path === "" ? "" : ` ${path}`} = ${value}\n${lines.join("")}`;
}

function shortPlace({ place }: FieldOrigin, cwd: string): string | undefined {
  return place && placeText({ ...place, file: { name: relativeName(place.file.name, cwd), text: place.file.text } });
}
