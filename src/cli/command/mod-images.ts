import { imagesOf } from "../../delivery/index.ts";
import { renderRelease } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { commandReleases } from "../session/open-command.ts";

/** `opm mod images [path]`: every image of what is rendered, once, for mirroring. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const { jobs, diagnostics, trace, report } = await commandReleases(context);
  let wrong = hasErrors(diagnostics);
  const images = new Map<string, string[]>();
  for (const { id, session, task } of jobs) {
    const result = await renderRelease(session, task, "execute", trace);
    report(result.diagnostics);
    wrong ||= hasErrors(result.diagnostics);
    for (const { object } of result.manifests)
      for (const image of imagesOf(object)) {
        const known = images.get(image) ?? [];
        if (!known.includes(id)) images.set(image, [...known, id]);
      }
  }
  const sorted = [...images].sort(([a], [b]) => (a < b ? -1 : 1));
  if (options["output"] === "json")
    io.stdout(
      `${JSON.stringify(
        sorted.map(([image, releases]) => ({ image, releases })),
        null,
        2,
      )}\n`,
    );
  else io.stdout(sorted.map(([image]) => `${image}\n`).join(""));
  return wrong ? exitCode.validation : exitCode.ok;
}
