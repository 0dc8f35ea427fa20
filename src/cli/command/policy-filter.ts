import { hasErrors, tell } from "../../source/index.ts";
import { commandLineCode } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { judgeManifests } from "./judge-manifests.ts";
import { readObjects } from "./manifest-files.ts";

/** `opm policy filter`: manifests from standard input, as they are, if the platform's policies hold; else nothing. */
export async function run(context: CommandContext): Promise<number> {
  const { io } = context;
  const content = io.stdin();
  const objects = readObjects([{ name: "standard input", content }]);
  if (typeof objects === "string") {
    context.report([{ ...tell(commandLineCode.badArgument, "{problem}", { problem: objects }), severity: "error" }]);
    return exitCode.validation;
  }
  const { found } = await judgeManifests(
    context,
    objects.map(({ object }) => object),
  );
  const diagnostics = found.map(({ diagnostic }) => diagnostic);
  context.report(relativePlaces(diagnostics, io.cwd));
  if (hasErrors(diagnostics)) return exitCode.validation;
  io.stdout(new TextDecoder().decode(content));
  return exitCode.ok;
}
