// Rendering many releases into a folder: what `release build` and `mod build` with several environments do with
// `--out-dir`, with a cache or without.
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { keepHeapSmall } from "../../host/node-heap.ts";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { DELIVERY_CODE, parseRun, renderFleet, runFolder, runRelease, toldDiagnostic } from "../../delivery/index.ts";
import type { FleetFolder, FleetJob, RunFolder, RunManifest, RunRelease } from "../../delivery/index.ts";
import { DEFAULT_LAYOUT, ObjectOwners, clusterOf } from "../../matrix/index.ts";
import { commandLineCode, hasErrors, placeText, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import type { ManifestFolder } from "../print/manifest-folder.ts";
import { neutralise } from "../print/neutralise.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { FleetOutput } from "./fleet-output.ts";
import { fleetSession } from "./fleet-session.ts";
import type { FleetSession } from "./fleet-session.ts";
import { list, readText } from "./mod-render.ts";
import { environmentChoice } from "../session/open-command.ts";

export interface BuiltFleet {
  readonly exit: number;
  /** Everything that was read, for who waits for changes. */
  readonly reads: ReadonlySet<string>;
  readonly session?: FleetSession;
}

/** Every good release is written, whatever is wrong with others. */
export async function fleetBuild(
  context: CommandContext,
  folder: string,
  names: readonly string[],
  outDir: ManifestFolder,
): Promise<BuiltFleet> {
  const { io, options, progress } = context;
  keepHeapSmall();
  const reads = new Set<string>();
  const opened = await fleetSession(context, folder, names);
  if (typeof opened === "string") {
    context.report([{ ...tell(commandLineCode.badArgument, "{problem}", { problem: opened }), severity: "error" }]);
    return { exit: exitCode.general, reads };
  }
  const { host, request: asked, paths, secrets, report } = opened;
  const weight = weights(context);
  const request = { ...asked, ...(weight && { weight }) };
  const { shard, layout = DEFAULT_LAYOUT } = request;
  report(opened.diagnostics);
  // What a shard wrote before is not what it writes now.
  if (shard !== undefined) rmSync(join(outDir.path, runName(shard)), { force: true });
  let wrong = hasErrors(opened.diagnostics);
  // Without texts and lists of what was read: a thousand folders would keep them all.
  const folders: (RunFolder & { readonly jobs: number })[] = [];
  const releases: Omit<RunRelease, "id">[] = [];
  const output = new FleetOutput(outDir, layout);
  const source = (name: string): { name: string; text: string } => {
    const path = name.startsWith("opmodel.dev/") ? name : paths.path(name);
    return { name: path, text: readText(path) ?? "" };
  };
  const end = (found: FleetFolder): void => {
    folders.push({ ...runFolder(found, paths.name), jobs: found.jobs.length });
    for (const read of found.reads) reads.add(read);
    if (found.cached && found.differs === undefined)
      report([...found.warnings, ...found.jobs.flatMap((job) => job.warnings)].map((d) => toldDiagnostic(d, source)));
    for (const job of found.jobs) {
      tellJob(job);
      output.add({ ...job, folder: paths.path(job.folder) });
      releases.push(runRelease(found, job, host.hash, paths.name));
    }
    if (found.differs !== undefined && found.differs.length > 0) {
      wrong = true;
      report(found.differs.map((id) => differs(id, found)));
    }
  };
  const owners = new ObjectOwners();
  const tellJob = (job: FleetJob): void => {
    wrong ||= job.failed;
    const id = provisional(job);
    const cluster = clusterOf(
      job.environment === undefined
        ? undefined
        : { name: job.environment, ...(job.cluster !== undefined && { cluster: { kubeContext: job.cluster } }) },
    );
    report(owners.add({ id, cluster }, job.failed ? [] : (job.owned ?? [])));
    const told = job.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${id}`] }));
    // Many failures are a list; their details are one command away.
    if (
      !job.failed ||
      options["verbose"] === true ||
      options["sarif"] !== undefined ||
      ["json", "github"].includes(String(options["diagnostics"]))
    )
      report(told);
    else io.stderr(`${neutralise(failureLine(id, relativePlaces(secrets.safe(job.diagnostics), io.cwd)))}\n`);
  };
  const summary = await renderFleet(host, request, {
    begin: (path, done, all) => progress.step(`${done + 1}/${all} ${paths.name(path)}`),
    end,
  });
  progress.clear();
  const trace = options["trace"];
  if (typeof trace === "string")
    writeWholeFile(resolve(io.cwd, trace), secrets.redact(`${JSON.stringify(summary.trace, null, 2)}\n`));
  const { ids, written, diagnostics: clashes } = output.finish();
  const diagnostics = [...summary.diagnostics, ...clashes];
  report(diagnostics);
  wrong ||= hasErrors(diagnostics);
  const named = releases.flatMap((release, i): RunRelease[] => {
    const id = ids[i];
    if (id === undefined) return [];
    const { digest: _, ...rest } = release;
    return [written[i] === true ? { id, ...release } : { id, ...rest, failed: true }];
  });
  const failed = named.filter((release) => release.failed).length;
  wrong ||= failed > 0;
  const whole = names.length === 0 && shard === undefined && !hasErrors(diagnostics);
  if (whole) outDir.removeGone(environmentChoice(context));
  const part = shard === undefined ? "" : ` (shard ${shard.index} of ${shard.count})`;
  const cached = folders.filter((one) => one.cached).reduce((sum, one) => sum + one.jobs, 0);
  const kept = host.cache === undefined ? "" : `, ${cached} from the cache`;
  io.stderr(`${named.length - failed} of ${named.length} releases in ${outDir.path}${part}${kept}\n`);
  const releaseName = options["releaseName"];
  const run: RunManifest = {
    version: 1,
    base: request.base,
    source: paths.name(request.path),
    ...(typeof releaseName === "string" && { releaseName }),
    ...(shard && { shard: { index: shard.index, count: shard.count } }),
    ...(request.layout && { layout: layout.join("/") }),
    releases: named,
    folders: folders.map(({ jobs: _, ...folder }) => folder),
    ...repeatable(context, paths, folder, names),
    materials: [...reads]
      .filter((name) => /^(?:file|module):/.test(name))
      .sort()
      .map((name) => ({ name, digest: host.recorder.now(name) })),
  };
  const text = `${JSON.stringify(run, null, 1)}\n`;
  const file = options["manifest"];
  if (typeof file === "string") writeWholeFile(resolve(io.cwd, file), text);
  // Last of all: a shard that was killed has none, and is missed when shards are joined.
  if (shard !== undefined && failed === 0 && !wrong) writeWholeFile(join(outDir.path, runName(shard)), text);
  return { exit: wrong ? exitCode.validation : exitCode.ok, reads, session: opened };
}

/** `--weights FILE`: the manifest of an earlier run says how long folders took; the others take as long as the median. */
function weights({ io, options }: CommandContext): ((folder: string) => number) | undefined {
  const file = options["weights"];
  if (typeof file !== "string") return undefined;
  let text: string;
  try {
    text = readFileSync(resolve(io.cwd, file), "utf8");
  } catch {
    return undefined;
  }
  const run = parseRun(text);
  const known = new Map(run?.folders.filter(({ ms }) => ms > 0).map(({ folder, ms }) => [folder, ms]));
  const sorted = [...known.values()].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return (folder) => known.get(folder) ?? median;
}

/** The words that render the same from the top of the repository. What `--set` gave may be secret, and is not told. */
function repeatable(
  { io, options }: CommandContext,
  paths: FleetSession["paths"],
  folder: string,
  names: readonly string[],
): Pick<RunManifest, "arguments"> {
  if (((options["sets"] ?? []) as readonly unknown[]).length > 0) return {};
  const path = (file: string): string => (file === "-" ? file : paths.name(resolve(io.cwd, file)));
  const words = [path(folder), ...names];
  for (const name of list(options["environment"])) words.push("-e", name);
  if (options["allEnvironments"] === true) words.push("--all-environments");
  for (const file of list(options["values"])) words.push("-f", path(file));
  for (const tag of list(options["inject"])) words.push("-t", tag);
  for (const name of ["platform", "config"])
    if (typeof options[name] === "string") words.push(`--${name}`, path(options[name]));
  for (const [name, flag] of Object.entries({
    namespace: "namespace",
    releaseName: "release-name",
    provider: "provider",
    output: "output",
    layout: "layout",
  }))
    if (typeof options[name] === "string") words.push(`--${flag}`, options[name]);
  if (options["strict"] === true) words.push("--strict");
  return { arguments: words };
}

const runName = ({ index, count }: { index: number; count: number }): string => `.opm-run-${index}-of-${count}.json`;

const provisional = ({ environment, name }: FleetJob): string =>
  environment === undefined ? name : `${environment}/${name}`;

function differs(id: string, { key }: FleetFolder): Diagnostic {
  return {
    ...tell(DELIVERY_CODE.cacheDiffers, "{id}: what was rendered now is not what the cache has", {
      id,
      key: key ?? "",
    }),
    severity: "error",
    hint: advise(
      DELIVERY_CODE.cacheDiffers,
      "the cache was written by another program or tampered with: remove it, and report this if it happens again",
    ),
  };
}

function failureLine(id: string, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((d) => d.severity === "error");
  const [first] = errors;
  const place = first?.places?.[0];
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `✘ ${id}: ${first?.path === undefined ? "" : `${first.path}: `}${first?.message ?? ""}${place === undefined ? "" : ` (${placeText(place)})`}${more}`;
}
