import { Changes, generatePaths, readPaths, renderFleet } from "../../delivery/index.ts";
import type { ChangedFile, FleetFolder } from "../../delivery/index.ts";
import { gitChanges } from "../../host/node-git.ts";
import { nameJobs } from "../../matrix/index.ts";
import { commandLineCode, hasErrors, tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { tableText } from "../print/table.ts";
import { revisions } from "./diff-side.ts";
import { fleetSession } from "./fleet-session.ts";

/** The most jobs of a matrix that GitHub and GitLab take. */
const MOST_JOBS = { github: 256, gitlab: 200 } as const;

interface Planned {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly environment?: string;
  readonly reasons: readonly ChangedFile[];
  readonly reads: FleetFolder["reads"];
  readonly key?: string;
}

/** `opm release affected [path] [NAME…]`, `opm release plan --since REVISION`: the releases that a change touches, with the reason for each. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options, progress } = context;
  const [folder = ".", ...names] = context.args;
  const opened = await fleetSession(context, folder, names);
  const refuse = (told: Told, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint !== undefined && { hint }) }]);
    return exitCode.general;
  };
  if (typeof opened === "string") return refuse(tell(commandLineCode.badArgument, "{problem}", { problem: opened }));
  const { host, request, paths, report } = opened;
  const since = options["since"];
  let changed: readonly ChangedFile[] | undefined;
  if (typeof since === "string") {
    const found = revisions(request.path, since, "--since");
    report(found.diagnostics);
    if (found.value === undefined) return exitCode.general;
    const { top, from, to } = found.value;
    if (to !== undefined)
      return refuse(
        tell(commandLineCode.badArgument, "--since {since}: the files as they are now are the other side", { since }),
        advise(commandLineCode.badArgument, "give one revision, or main..."),
      );
    const changes = gitChanges(top, from);
    if (typeof changes === "string")
      return refuse(tell(commandLineCode.badArgument, "--since {since}: {changes}", { since, changes }));
    changed = changes;
  }
  report(opened.diagnostics);
  const folders: FleetFolder[] = [];
  const summary = await renderFleet(host, request, {
    begin: (path, done, all) => progress.step(`${done + 1}/${all} ${paths.name(path)}`),
    end: (found) => void folders.push(found),
  });
  progress.clear();
  report([...summary.diagnostics, ...folders.flatMap(({ jobs }) => jobs.flatMap((job) => job.diagnostics))]);
  const all = folders.flatMap((found) => found.jobs.map((job) => ({ found, job })));
  const { ids, diagnostics } = nameJobs(all.map(({ job }) => ({ ...job, folder: paths.path(job.folder) })));
  report(diagnostics);
  const changes = changed && new Changes(changed);
  const planned = all.flatMap(({ found, job }, i): Planned[] => {
    const reasons = changes?.reasons(found.reads) ?? [];
    if (ids[i] === undefined || (changes !== undefined && reasons.length === 0)) return [];
    const { name, environment } = job;
    return [
      {
        id: ids[i],
        folder: paths.name(found.path),
        name,
        ...(environment !== undefined && { environment }),
        reasons,
        reads: found.reads,
        ...(found.key !== undefined && { key: host.hash(`${found.key}\n${job.field}\n${environment ?? ""}`) }),
      },
    ];
  });
  const wrong = hasErrors([...summary.diagnostics, ...diagnostics]) || all.some(({ job }) => job.failed);
  const exit = wrong ? exitCode.validation : exitCode.ok;
  switch (options["output"]) {
    case "json":
      io.stdout(`${JSON.stringify(jsonOf(planned, all.length, changed), null, 2)}\n`);
      return exit;
    case "github":
    case "gitlab": {
      const form = options["output"];
      const jobs = byFolder(planned);
      if (jobs.length > MOST_JOBS[form])
        return refuse(
          tell(commandLineCode.badArgument, "{count} folders are affected, and a matrix of {form} takes {mostJobs}", {
            count: jobs.length,
            form,
            mostJobs: MOST_JOBS[form],
          }),
          advise(commandLineCode.badArgument, "render in shards: opm release build --shard 1/8"),
        );
      io.stdout(
        `${JSON.stringify(form === "github" ? { include: jobs } : { parallel: { matrix: jobs.map(upperCase) } })}\n`,
      );
      return exit;
    }
    case "paths":
      io.stdout(
        [...new Set(planned.flatMap(({ reads }) => readPaths(reads).files))]
          .sort()
          .map((path) => `${path}\n`)
          .join(""),
      );
      return exit;
    case "argocd":
      io.stdout(
        `${JSON.stringify(
          planned.map(({ id, folder: path, reads }) => ({
            release: id,
            path,
            annotations: { "argocd.argoproj.io/manifest-generate-paths": generatePaths(reads) },
          })),
          null,
          2,
        )}\n`,
      );
      return exit;
    default:
  }
  if (planned.length > 0)
    io.stdout(
      tableText(
        ["RELEASE", "FOLDER", ...(changes ? ["BECAUSE"] : ["KEY"])],
        planned.map((one) => [one.id, one.folder, changes ? reasonText(one.reasons) : (one.key?.slice(0, 16) ?? "")]),
      ),
    );
  io.stderr(
    changed === undefined
      ? `${planned.length} releases\n`
      : `${planned.length} of ${all.length} releases are affected by ${changed.length} changed file${changed.length === 1 ? "" : "s"}\n`,
  );
  return exit;
}

function reasonText(reasons: readonly ChangedFile[]): string {
  const shown = reasons.slice(0, 3).map(({ path, change }) => (change === "changed" ? path : `${path} (${change})`));
  return neutralise(shown.join(", ") + (reasons.length > 3 ? ` and ${reasons.length - 3} more` : ""));
}

function jsonOf(planned: readonly Planned[], all: number, changed: readonly ChangedFile[] | undefined): unknown {
  return {
    version: 1,
    releases: all,
    ...(changed && { changed }),
    affected: planned.map(({ reads, ...rest }) => ({ ...rest, reads })),
  };
}

/** One job for each folder, because what a folder's releases share is evaluated once. */
function byFolder(planned: readonly Planned[]): { folder: string; releases: string; environments: string }[] {
  const folders = new Map<string, Planned[]>();
  for (const one of planned) folders.set(one.folder, [...(folders.get(one.folder) ?? []), one]);
  const words = (list: readonly (string | undefined)[]): string =>
    [...new Set(list.filter((x) => x !== undefined))].join(" ");
  return [...folders].map(([folder, list]) => ({
    folder,
    releases: words(list.map(({ name }) => name)),
    environments: words(list.map(({ environment }) => environment)),
  }));
}

const upperCase = (job: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(job).map(([name, value]) => [name.toUpperCase(), value]));
