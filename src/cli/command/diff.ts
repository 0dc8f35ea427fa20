import { statSync } from "node:fs";
import { resolve } from "node:path";
import { diffRelease, groupDiffs, releaseSources } from "../../delivery/index.ts";
import type { DiffSide, ReleaseDiff } from "../../delivery/index.ts";
import { renderRelease } from "../../pipeline/index.ts";
import { hasErrors, tell, advise, deliveryCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { diffAnnotations } from "../print/diff-annotations.ts";
import { diffJson } from "../print/diff-json.ts";
import { diffMarkdown } from "../print/diff-markdown.ts";
import { diffText } from "../print/diff-text.ts";
import { relativeName } from "../print/relative-places.ts";
import { openSide, revisions } from "./diff-side.ts";
import type { Side, SideRequest } from "./diff-side.ts";
import { list } from "./mod-render.ts";
import type { NamedJob } from "../../workspace/index.ts";

/** `opm diff [path] [other]`: what differs in the manifests of two revisions, folders, value sets or environments. */
export async function run(given: CommandContext): Promise<number> {
  const context: CommandContext = { ...given, io: { ...given.io, shared: {} } };
  const { options } = context;
  const sides = sidesOf(context);
  if ("message" in sides) {
    context.report([sides]);
    return exitCode.general;
  }
  const { value, diagnostics } = revisionsOf(context, sides);
  context.report(diagnostics);
  if (value === undefined) return exitCode.general;
  const { before: left, after: right, top } = value;
  // What was wrong before is no reason to refuse what mends it.
  const former = (found: readonly Diagnostic[]): void =>
    context.report(
      found.map((d) => ({
        ...d,
        severity: d.severity === "error" ? "warning" : d.severity,
        notes: [...(d.notes ?? []), `on the side of ${left.name}`],
      })),
    );
  const before = await openSide(context, left, top, former);
  if (before === undefined) return exitCode.general;
  try {
    const after = await openSide(context, right, top, (found) => context.report(found));
    if (after === undefined) return exitCode.general;
    try {
      return await compare(context, before, after, sides.paired, former);
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }

  function revisionsOf(
    { io: { cwd } }: CommandContext,
    { before: a, after: b }: Sides,
  ): { value?: { before: SideRequest; after: SideRequest; top?: string }; diagnostics: readonly Diagnostic[] } {
    const against = options["against"];
    if (typeof against !== "string") return { value: { before: a, after: b }, diagnostics: [] };
    const found = revisions(resolve(cwd, folderOf(b.args[0] ?? ".", cwd)), against);
    if (found.value === undefined) return { diagnostics: found.diagnostics };
    const { top, from, to } = found.value;
    const [first = "", second = ""] = against.split(/\.\.\.?/);
    return {
      value: {
        top,
        before: { ...a, name: first || "HEAD", commit: from },
        after: to === undefined ? b : { ...b, name: second, commit: to },
      },
      diagnostics: [],
    };
  }
}

interface Sides {
  readonly before: SideRequest;
  readonly after: SideRequest;
  /** What makes two releases one: their ids, or their names where environments differ. */
  readonly paired: (job: NamedJob) => string;
}

/** The two sides before revisions come in. */
function sidesOf({ io, args, options }: CommandContext): Sides | Diagnostic {
  const [first = ".", second, ...names] = args;
  const folders = second !== undefined && isFolder(resolve(io.cwd, second));
  const rest = folders ? names : args.slice(1);
  const given = (side: "from" | "to"): { name?: string; options: Record<string, unknown>; environment?: string } => {
    const environment = options[`${side}Environment`] as string | undefined;
    const values = list(options[`${side}Values`]);
    return {
      ...(environment !== undefined && { environment }),
      name: environment ?? values.join(", "),
      options: {
        ...options,
        ...(environment !== undefined && { environment: [environment], allEnvironments: false }),
        values: [...list(options["values"]), ...values],
      },
    };
  };
  const from = given("from");
  const to = given("to");
  const clear =
    options["against"] !== undefined ||
    folders ||
    ["fromEnvironment", "toEnvironment", "fromValues", "toValues"].some((name) => options[name] !== undefined);
  if (!clear)
    return {
      ...tell(deliveryCode.sides, "what to compare with is not clear"),
      severity: "error",
      hint: advise(
        deliveryCode.sides,
        "--against main, a second folder, --from-environment and --to-environment, or --from-values and --to-values",
      ),
    };
  const oneEnvironment = (from.environment === undefined) !== (to.environment === undefined);
  if (oneEnvironment)
    return {
      ...tell(deliveryCode.sides, "--{given}-environment needs --{other}-environment", {
        given: from.environment === undefined ? "to" : "from",
        other: from.environment === undefined ? "from" : "to",
      }),
      severity: "error",
    };
  const paired = (job: NamedJob): string =>
    from.environment === undefined ? job.id : job.id.slice((job.task.environment?.name.length ?? -1) + 1);
  return {
    before: { name: from.name || first, args: [first, ...rest], options: from.options },
    after: {
      name: to.name || (folders ? second : first),
      args: [folders ? second : first, ...rest],
      options: to.options,
    },
    paired,
  };
}

export async function compare(
  context: CommandContext,
  before: Side,
  after: Side,
  paired: (job: NamedJob) => string,
  former: (found: readonly Diagnostic[]) => void,
): Promise<number> {
  const { io, options, progress } = context;
  const pairs = pair(before.jobs, after.jobs, paired);
  const files = (name: string): string => relativeName(after.fileName(before.fileName(name)), io.cwd);
  const diffs: ReleaseDiff[] = [];
  const unrendered: { id: string; side: string }[] = [];
  const unopened = hasErrors(after.diagnostics);
  let wrong = unopened;
  for (const [id, { a, b }] of pairs) {
    progress.step(`${diffs.length + 1}/${pairs.size} ${id}`);
    const left = a && (await rendered(before, a, former));
    const right = b && (await rendered(after, b, after.report));
    if (a !== undefined && left === undefined) unrendered.push({ id, side: before.name });
    if (b !== undefined && right === undefined) {
      unrendered.push({ id, side: after.name });
      wrong = true;
    }
    // What does not render on one side, or could not be opened there, is not told as new or gone.
    if (a === undefined && hasErrors(before.diagnostics)) {
      unrendered.push({ id, side: before.name });
      continue;
    }
    if (b === undefined && unopened) {
      unrendered.push({ id, side: after.name });
      continue;
    }
    if ((a === undefined) === (left === undefined) && (b === undefined) === (right === undefined))
      diffs.push(await diffRelease(id, left, right, files));
  }
  progress.clear();
  const summary = { ...groupDiffs(diffs), unrendered };
  const most = Number(options["maxChars"] ?? 60_000);
  switch (options["output"]) {
    case "json":
      io.stdout(diffJson(summary, diffs));
      break;
    case "markdown":
      io.stdout(diffMarkdown(summary, { before: before.name, after: after.name, most }));
      break;
    case "github":
      io.stdout(diffAnnotations(summary));
      break;
    default:
      io.stdout(diffText(summary, painter(io, "stdout", options["color"])));
  }
  if (wrong) return exitCode.validation;
  const differs = summary.changed + summary.added.length + summary.removed.length > 0;
  return differs && options["exitCode"] === true ? exitCode.general : exitCode.ok;
}

async function rendered(
  side: Side,
  job: NamedJob,
  report: (found: readonly Diagnostic[]) => void,
): Promise<DiffSide | undefined> {
  const { id, session, task } = job;
  const result = await renderRelease(session, task, "execute", side.trace);
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  report(errors.map((d) => ({ ...d, notes: [...(d.notes ?? []), `in the release ${id}`] })));
  if (errors.length > 0) return undefined;
  const { environment } = task;
  return {
    result: { ...result, cue: session.cue },
    sources: releaseSources(job),
    ...(environment && { environment }),
  };
}

/** In the order of the second side; what is only on the first comes last. One release on either side is one pair. */
function pair(
  before: readonly NamedJob[],
  after: readonly NamedJob[],
  paired: (job: NamedJob) => string,
): Map<string, { a?: NamedJob; b?: NamedJob }> {
  if (before.length === 1 && after.length === 1) return new Map([[paired(after[0]!), { a: before[0]!, b: after[0]! }]]);
  const left = new Map(before.map((job) => [paired(job), job]));
  const out = new Map<string, { a?: NamedJob; b?: NamedJob }>();
  for (const b of after) {
    const a = left.get(paired(b));
    left.delete(paired(b));
    out.set(paired(b), { ...(a && { a }), b });
  }
  for (const [id, a] of left) out.set(id, { a });
  return out;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A folder that is gone by now may still be in a revision: the nearest that is there tells the repository. */
function folderOf(path: string, cwd: string): string {
  let at = resolve(cwd, path);
  while (!isFolder(at) && at !== "/") at = resolve(at, "..");
  return at;
}
