import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { pageTemplate, pageText } from "../../host/node-page-file.ts";
import { inspectRelease, pictureErrors } from "../page/inspected.ts";
import { noPage, noPageFile } from "../page/page-code.ts";
import { pageTitle } from "../page/page-title.ts";

/** `opm mod inspect [path] --html FILE`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const file = options["html"];
  if (typeof file !== "string") {
    context.report([noPageFile()]);
    return exitCode.general;
  }
  const template = pageTemplate();
  if (template === undefined) {
    context.report([noPage()]);
    return exitCode.general;
  }
  const { picture, project, derived, failed } = await inspectRelease(context);
  const html = pageText(template, {
    title: pageTitle(picture),
    data: { mode: "file", project, picture, derived, version: context.version },
    from: "disk",
  });
  writeWholeFile(resolve(io.cwd, file), html);
  for (const { code, message } of pictureErrors(picture)) io.stderr(`error ${code ?? ""}: ${message}\n`);
  const objects = picture.releases.reduce((sum, one) => sum + one.objects.length, 0);
  io.stderr(`${file}: ${picture.releases.length} releases, ${objects} objects, ${Math.round(html.length / 1024)} KB\n`);
  return failed ? exitCode.validation : exitCode.ok;
}
