// What the commands share that look at releases as they are rendered.
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { renderRelease } from "../../pipeline/index.ts";
import type { ReleaseResult, RenderResult, Until } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { NamedJob } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { openReleasesOf } from "./open-command.ts";
import type { CommandReleases, CommandScope } from "./open-command.ts";

interface RenderedRelease {
  readonly job: NamedJob;
  readonly result: RenderResult;
}

interface RenderedReleases {
  readonly releases: readonly RenderedRelease[];
  readonly failed: boolean;
}

/** Renders everything that the command is about, and reports what was found. */
export async function renderedReleases(
  context: CommandContext,
  until: Until = "execute",
  scope: CommandScope = {},
): Promise<RenderedReleases> {
  const command = await openReleasesOf(context, { rendering: until === "execute" || until === "match", ...scope });
  return renderOpened(context, command, until);
}

/** The same for what is opened already. */
export async function renderOpened(
  { io, options }: CommandContext,
  command: CommandReleases,
  until: Until = "execute",
): Promise<RenderedReleases> {
  const { jobs, trace, report, secrets } = command;
  const found = [...command.diagnostics];
  const releases: RenderedRelease[] = [];
  for (const job of jobs) {
    const result = await renderRelease(job.session, job.task, until, trace);
    found.push(...named(result, job, jobs.length));
    releases.push({ job, result: wholeResult(job, result, command) });
  }
  const file = options["trace"];
  if (typeof file === "string")
    writeWholeFile(resolve(io.cwd, file), secrets.redact(trace.text((d) => secrets.diagnostic(d))));
  report(found);
  return { releases, failed: hasErrors(found) };
}

function named({ diagnostics }: ReleaseResult, { id }: NamedJob, count: number): ReleaseResult["diagnostics"] {
  return count < 2
    ? diagnostics
    : diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${id}`] }));
}

function wholeResult({ session }: NamedJob, result: ReleaseResult, { trace }: CommandReleases): RenderResult {
  return { ...result, config: session.config, cue: session.cue, trace };
}
