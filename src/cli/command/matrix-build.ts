// Rendering many releases at once: what `release build` and `mod build` with several environments do.
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { ObjectOwners, clusterOf, renderMatrix } from "../../matrix/index.ts";
import type { MatrixJob } from "../../matrix/index.ts";
import type { Manifest, ReleaseResult } from "../../pipeline/index.ts";
import { commandLineCode, hasErrors, placeText } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder } from "../print/manifest-folder.ts";
import { printManifests, refusedFilters } from "../print/chosen-manifests.ts";
import { secretChoice } from "../print/manifest-output.ts";
import { neutralise } from "../print/neutralise.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { openedInputs, renderRequest, withSecrets } from "./mod-render.ts";
import { environmentChoice } from "./module-session.ts";
import { runParts } from "./run-parts.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface MatrixOutcome {
  readonly exit: number;
  readonly jobs: readonly { readonly job: MatrixJob; readonly failed: boolean; readonly objects: number }[];
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
    context.report([{ code: commandLineCode.badArgument, severity: "error", message: parts }]);
    return { exit: exitCode.general, jobs: [] };
  }
  const { shard } = parts;
  if (refusedFilters(context)) return { exit: exitCode.general, jobs: [] };
  const choice = await secretChoice(context);
  if (choice === undefined) return { exit: exitCode.general, jobs: [] };
  const outDir = outputFolder(context);
  const refused = write ? outDir?.refused() : undefined;
  if (refused !== undefined) return { exit: refused, jobs: [] };
  // What has to be shown or encrypted is written at once; everything else may come from a cache.
  if (write && outDir !== undefined && choice.kind === "mask") {
    // Loaded when it is needed: a single module is rendered before all of this is there.
    const { fleetBuild } = await import("./fleet-build.ts");
    return { exit: (await fleetBuild(context, folder, names, outDir)).exit, jobs: [] };
  }
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const { environment: _, path: __, ...request } = withSecrets(renderRequest(context, inputs.files), secrets);
  const jobs: { job: MatrixJob; failed: boolean; objects: number }[] = [];
  const kept: Manifest[] = [];
  let wrong = hasErrors(inputs.diagnostics);
  report(inputs.diagnostics);
  const owners = new ObjectOwners();
  const end = async (job: MatrixJob, result: ReleaseResult): Promise<void> => {
    const clashes = owners.add(
      { id: job.id, cluster: clusterOf(job.task.environment) },
      result.manifests.map(({ identity }) => identity),
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
      const names = await outDir.write(way, result.manifests, choice, { environment, quiet: true });
      if (names === undefined) wrong = done.failed = true;
    }
  };
  const summary = await renderMatrix(
    pipelineHost(context),
    {
      ...request,
      path: resolve(io.cwd, folder),
      names,
      environments: environmentChoice(context),
      ...parts,
      task: request,
    },
    { begin: (job, done, all) => progress.step(`${done + 1}/${all} ${job.id}`), end },
  );
  progress.clear();
  const trace = options["trace"];
  if (typeof trace === "string")
    writeWholeFile(resolve(io.cwd, trace), secrets.redact(`${JSON.stringify(summary.trace, null, 2)}\n`));
  report(summary.diagnostics);
  wrong ||= hasErrors(summary.diagnostics);
  if (write && outDir === undefined && !wrong && !printManifests(context, kept, choice))
    return { exit: exitCode.notFound, jobs };
  if (outDir !== undefined && write) {
    const whole = names.length === 0 && shard === undefined && !hasErrors(summary.diagnostics);
    if (whole) outDir.removeGone(environmentChoice(context));
    const failed = jobs.filter((j) => j.failed).length;
    const part = shard === undefined ? "" : ` (shard ${shard.index} of ${shard.count})`;
    io.stderr(`${jobs.length - failed} of ${jobs.length} releases in ${outDir.path}${part}\n`);
  }
  return { exit: wrong ? exitCode.validation : exitCode.ok, jobs };
}

function failureLine({ id }: MatrixJob, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((d) => d.severity === "error");
  const [first] = errors;
  const place = first?.places?.[0];
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `✘ ${id}: ${first?.path === undefined ? "" : `${first.path}: `}${first?.message ?? ""}${place === undefined ? "" : ` (${placeText(place)})`}${more}`;
}

/** Several environments: the module is rendered once for each. */
export function wantsMatrix(context: CommandContext): boolean {
  const { names, all } = environmentChoice(context);
  return all === true || (names?.length ?? 0) > 1 || context.options["layout"] !== undefined;
}
