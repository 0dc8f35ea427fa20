import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Claims, renderFleet, sameTargets } from "../../delivery/index.ts";
import type { FleetFolder } from "../../delivery/index.ts";
import { commandLineCode, deliveryCode, hasErrors, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { fleetSession } from "./fleet-session.ts";

/** `opm check [path]`: what no single render can find. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options, progress } = context;
  const [folder = ".", ...names] = context.args;
  const opened = await fleetSession(context, folder, names);
  if (typeof opened === "string") {
    context.report([{ ...tell(commandLineCode.badArgument, "{problem}", { problem: opened }), severity: "error" }]);
    return exitCode.general;
  }
  const { host: known, request, paths, report } = opened;
  const claims = new Claims();
  const environments = new Map<string, EnvironmentDefinition>();
  // Everything is rendered: a cache keeps texts, and not what they mean.
  const { cache: _, ...rest } = known;
  const host: typeof known = {
    ...rest,
    files: (job, result) => {
      const { environment, releaseName } = job.task;
      for (const [name, one] of job.session.environments) environments.set(name, one);
      const name = releaseName ?? job.field;
      const release = environment === undefined ? name : `${environment.name}/${name}`;
      const cluster = environment?.cluster?.kubeContext ?? environment?.name ?? "";
      for (const manifest of result.manifests) claims.add({ release, cluster }, manifest);
      return Promise.resolve([]);
    },
  };
  const folders: FleetFolder[] = [];
  const summary = await renderFleet(host, request, {
    begin: (path, done, all) => progress.step(`${done + 1}/${all} ${paths.name(path)}`),
    end(found) {
      folders.push(found);
      for (const job of found.jobs) {
        const id = job.environment === undefined ? job.name : `${job.environment}/${job.name}`;
        report(job.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${id}`] })));
      }
    },
  });
  progress.clear();
  const reads = new Set(folders.flatMap((found) => found.reads));
  const unread = names.length === 0 ? unreadFiles(request.path, paths.name, reads) : [];
  const found: Diagnostic[] = [
    ...opened.diagnostics,
    ...summary.diagnostics,
    ...claims.conflicts(),
    ...sameTargets(environments.values()),
    ...unread.map((name): Diagnostic => ({
      ...tell(deliveryCode.unread, "nothing reads {name}", { name }),
      severity: "info",
    })),
  ];
  report(found);
  const jobs = folders.flatMap((one) => one.jobs);
  const wrong =
    hasErrors(found) ||
    jobs.some(({ failed }) => failed) ||
    (options["strict"] === true && found.some(({ severity }) => severity === "warning"));
  io.stderr(`${jobs.length} releases of ${folders.length} folders checked\n`);
  return wrong ? exitCode.validation : exitCode.ok;
}

/** CUE files below a folder that no render read; of folders that other tools own none. */
function unreadFiles(root: string, name: (path: string) => string, reads: ReadonlySet<string>): string[] {
  const out: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && !["cue.mod", "node_modules"].includes(entry.name)) visit(path);
      } else if (entry.isFile() && entry.name.endsWith(".cue") && !reads.has(`file:${name(path)}`))
        out.push(name(path));
    }
  };
  visit(root);
  return out.sort();
}
