// Rendering many releases at once: what `release build` and `mod build` with several environments do.
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { ObjectOwners, clusterOf, knownOrder, ownedObject } from "../../matrix/index.ts";
import type { Manifest, ReleaseResult } from "../../pipeline/index.ts";
import { commandLineCode, hasErrors, placeText, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder } from "../print/manifest-folder.ts";
import { printManifests, refusedFilters } from "../print/chosen-manifests.ts";
import { secretChoice } from "../print/manifest-output.ts";
import { neutralise } from "../print/neutralise.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { environmentChoice, openCommand } from "../session/open-command.ts";
import { runParts } from "./run-parts.ts";
import { renderReleases } from "../../workspace/index.ts";
import type { NamedJob } from "../../workspace/index.ts";

interface MatrixOutcome {
  readonly exit: number;
  readonly jobs: readonly { readonly job: NamedJob; readonly failed: boolean; readonly objects: number }[];
}

/**
 * Renders all releases of a folder. With `--out-dir` every good one is written, whatever is wrong with others; without,
 * nothing is printed unless all are good. `write: false` only checks.
 */
export async function matrixBuild(
  context: CommandContext,
  folder: string,
  names: readonly string[],
  write = true,
): Promise<MatrixOutcome> {
  const { io, options, progress } = context;
  const parts = runParts(context);
  if (typeof parts === "string") {
    context.report([{ ...tell(commandLineCode.badArgument, "{problem}", { problem: parts }), severity: "error" }]);
    return { exit: exitCode.general, jobs: [] };
  }
  const { shard } = parts;
  if (refusedFilters(context)) return { exit: exitCode.general, jobs: [] };
  const choice = await secretChoice(context);
  if (choice === undefined) return { exit: exitCode.general, jobs: [] };
  const outDir = outputFolder(context);
  if (options["watch"] === true && choice.kind !== "mask") {
    const message = "--watch writes files with secrets masked";
    context.report([{ ...tell(commandLineCode.badArgument, "{problem}", { problem: message }), severity: "error" }]);
    return { exit: exitCode.general, jobs: [] };
  }
  const refused = write ? outDir?.refused() : undefined;
  if (refused !== undefined) return { exit: refused, jobs: [] };
  // What has to be shown or encrypted is written at once; everything else may come from a cache.
  if (write && outDir !== undefined && choice.kind === "mask") {
    // Loaded when it is needed: a single module is rendered before all of this is there.
    if (options["watch"] === true) {
      const { fleetWatch } = await import("./fleet-watch.ts");
      return { exit: await fleetWatch(context, folder, names, outDir), jobs: [] };
    }
    const { fleetBuild } = await import("./fleet-build.ts");
    return { exit: (await fleetBuild(context, folder, names, outDir)).exit, jobs: [] };
  }
  const command = await openCommand(context, { folder, names, many: true });
  const { secrets, report, trace, workspace, request } = command;
  const jobs: { job: NamedJob; failed: boolean; objects: number }[] = [];
  const kept: Manifest[] = [];
  let wrong = hasErrors(command.diagnostics);
  report(command.diagnostics);
  const owners = new ObjectOwners();
  const end = async (job: NamedJob, result: ReleaseResult): Promise<void> => {
    const clashes = owners.add(
      { id: job.id, cluster: clusterOf(job.task.environment) },
      result.manifests.map(ownedObject),
    );
    const found = [...result.diagnostics, ...clashes];
    const failed = hasErrors(found);
    wrong ||= failed;
    const done = { job, failed, objects: result.manifests.length };
    jobs.push(done);
    const told = found.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${job.id}`] }));
    // Many failures are a list; their details are one command away.
    if (outDir === undefined || !failed || options["verbose"] === true || options["diagnostics"] === "json")
      report(told);
    else io.stderr(`${neutralise(failureLine(job, relativePlaces(secrets.safe(found), io.cwd)))}\n`);
    const way = job.id.split("/");
    if (failed) outDir?.keep(way);
    if (failed || !write) return;
    if (outDir === undefined) kept.push(...result.manifests);
    else {
      const environment = job.task.environment?.name;
      const names = await outDir.write(way, result.manifests, choice, {
        environment,
        quiet: true,
        order: knownOrder(job, result.release),
      });
      if (names === undefined) wrong = done.failed = true;
    }
  };
  const begin = (job: NamedJob, done: number, all: number): void => progress.step(`${done + 1}/${all} ${job.id}`);
  const planned =
    workspace === undefined ? [] : await renderReleases(workspace, { ...request, ...parts }, trace, { begin, end });
  progress.clear();
  const traceFile = options["trace"];
  if (typeof traceFile === "string")
    writeWholeFile(resolve(io.cwd, traceFile), secrets.redact(`${JSON.stringify(trace, null, 2)}\n`));
  report(planned);
  wrong ||= hasErrors(planned);
  if (write && outDir === undefined && !wrong && !printManifests(context, kept, choice))
    return { exit: exitCode.notFound, jobs };
  if (outDir !== undefined && write) {
    const whole = names.length === 0 && shard === undefined && !hasErrors(planned);
    if (whole) outDir.removeGone(environmentChoice(context));
    const failed = jobs.filter((j) => j.failed).length;
    const part = shard === undefined ? "" : ` (shard ${shard.index} of ${shard.count})`;
    io.stderr(`${jobs.length - failed} of ${jobs.length} releases in ${outDir.path}${part}\n`);
  }
  return { exit: wrong ? exitCode.validation : exitCode.ok, jobs };
}

function failureLine({ id }: NamedJob, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((d) => d.severity === "error");
  const [first] = errors;
  const place = first?.places?.[0];
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `✘ ${id}: ${first?.path === undefined ? "" : `${first.path}: `}${first?.message ?? ""}${place === undefined ? "" : ` (${placeText(place)})`}${more}`;
}

/** Several environments: the module is rendered once for each. */
export function wantsMatrix(context: CommandContext): boolean {
  const { names, all } = environmentChoice(context);
  return (
    all === true ||
    (names?.length ?? 0) > 1 ||
    context.options["layout"] !== undefined ||
    context.options["watch"] === true
  );
}
