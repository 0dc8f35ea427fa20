import { resolve } from "node:path";
import { OverlayFiles } from "../../cue/load/index.ts";
import { movePins } from "../../delivery/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { Trace, openWorkspace } from "../../pipeline/index.ts";
import { deliveryCode, tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import { selectEnvironments } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { tableText } from "../print/table.ts";
import { compare } from "./diff.ts";
import { openSide } from "./diff-side.ts";
import { list, renderRequest } from "./mod-render.ts";
import { pipelineHost } from "./pipeline-host.ts";

/** `opm promote FROM TO [path]`: the versions that one environment pins, in another; what that changes is told first. */
export async function run(given: CommandContext): Promise<number> {
  const context: CommandContext = { ...given, io: { ...given.io, shared: {} } };
  const { io, options, args } = context;
  const [from = "", to = "", path = ".", ...names] = args;
  const refuse = (told: Told, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint && { hint }) }]);
    return exitCode.validation;
  };
  const opened = await openWorkspace(
    pipelineHost(context),
    renderRequest({ ...context, args: [path] }, []),
    new Trace(() => io.clock(), { keep: false }),
  );
  const platform = opened.value?.platform;
  if (platform === undefined) {
    context.report(relativePlaces(opened.diagnostics, io.cwd));
    return opened.value === undefined
      ? exitCode.validation
      : refuse(
          tell(deliveryCode.promotion, "there is no platform whose environments pin versions"),
          advise(deliveryCode.promotion, "--platform FOLDER"),
        );
  }
  const chosen = selectEnvironments(platform.environments, { names: [from, to] });
  context.report(relativePlaces(chosen.diagnostics, io.cwd));
  const [before, after] = chosen.value ?? [];
  if (before === undefined || after === undefined)
    return from === to
      ? refuse(tell(deliveryCode.promotion, "{from} is promoted to itself", { from }))
      : exitCode.validation;
  const { value: moved, diagnostics } = movePins(before, after, list(options["module"]), after.place);
  context.report(relativePlaces(diagnostics, io.cwd));
  if (moved === undefined) return exitCode.validation;
  if (moved.pins.length === 0) {
    io.stderr(`${to} has the versions of ${from} already\n`);
    return exitCode.ok;
  }
  io.stdout(
    tableText(
      ["MODULE", to.toUpperCase(), from.toUpperCase()],
      moved.pins.map(({ module, before: was = "–", after: now }) => [module, was, now]),
    ),
  );
  const shown = await difference(context, { path, names, to, files: moved.files });
  if (shown !== exitCode.ok) return shown;
  if (options["yes"] !== true) {
    io.stderr("nothing is written: --yes changes the pins\n");
    return exitCode.ok;
  }
  for (const [file, text] of moved.files) writeWholeFile(file, text);
  io.stderr(
    `${moved.pins.length} pin${moved.pins.length === 1 ? "" : "s"} of ${to} changed in ${[...moved.files.keys()].join(", ")}\n`,
  );
  return exitCode.ok;
}

/** What the releases to an environment would be with other texts in some files. */
async function difference(
  context: CommandContext,
  {
    path,
    names,
    to,
    files,
  }: { path: string; names: readonly string[]; to: string; files: ReadonlyMap<string, string> },
): Promise<number> {
  const { io, report } = context;
  const options = { ...context.options, environment: [to], allEnvironments: false };
  const side = { args: [resolve(io.cwd, path), ...names], options };
  const before = await openSide(context, { ...side, name: "now" }, undefined, report);
  const over = new OverlayFiles(io.files ?? nodeFiles, files);
  const after = await openSide(context, { ...side, name: "promoted", files: over }, undefined, report);
  if (before === undefined || after === undefined) return exitCode.general;
  try {
    return await compare({ ...context, options }, before, after, (job) => job.id, report);
  } finally {
    before.close();
    after.close();
  }
}
