// All releases of a folder of folders, one folder after the other: from the cache where nothing that a folder's renders
// read has changed, else rendered and kept. A folder's evaluation is let go before the next one begins.
import { findFolders, jobName, noFolder, nothingBelow, ownedObject, shardFolders } from "../../matrix/index.ts";
import { folderReleases } from "../../workspace/index.ts";
import type { ReleasesRequest } from "../../workspace/index.ts";
import type { Shard } from "../../matrix/index.ts";
import { Trace, openWorkspace, renderRelease } from "../../pipeline/index.ts";
import type { Workspace, PipelineHost, ReleaseJob, ReleaseResult, SessionRequest } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { keptDiagnostic } from "../cache/render-cache.ts";
import type { KeptFolder, KeptJob, OutputFile, RenderCache } from "../cache/render-cache.ts";
import { ReadSet } from "../read-set/read-set.ts";
import type { HashText, ReadName } from "../read-set/read-set.ts";
import type { Recorder } from "../read-set/recorder.ts";

export interface FleetRequest extends ReleasesRequest, Pick<SessionRequest, "config" | "flags" | "cwd" | "tags"> {
  readonly shard?: Shard;
  /** How long a folder took the last time, in whatever unit. */
  readonly weight?: (folder: string) => number;
  /** Everything but the folder and what is read that decides about the output: flags, values, the program. */
  readonly base: string;
  /** Folders to be rendered; undefined: all. */
  readonly only?: ReadonlySet<string>;
}

export interface FleetHost {
  readonly recorder: Recorder;
  readonly hash: HashText;
  readonly cache?: RenderCache;
  /** The name of a path that is the same on every machine. */
  name(path: string): string;
  clock(): number;
  /** A job's objects as the files that are written, secrets masked; undefined if they cannot be kept. */
  files(job: ReleaseJob, result: ReleaseResult): Promise<readonly OutputFile[] | undefined>;
  /** Diagnostics without secrets. */
  safe(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
  /** Whether a folder from the cache is rendered all the same, to compare. */
  verifies?(): boolean;
}

export interface FleetFolder {
  /** Absolute. */
  readonly path: string;
  readonly jobs: readonly FleetJob[];
  readonly warnings: KeptFolder["warnings"];
  /** Undefined where something is wrong, or may not be kept. */
  readonly key?: string;
  readonly reads: readonly ReadName[];
  readonly cached: boolean;
  readonly ms: number;
  /** Why it cannot be kept. */
  readonly unkept?: string;
  /** Jobs whose bytes are not those that the cache had. */
  readonly differs?: readonly string[];
}

export interface FleetJob extends KeptJob {
  /** Of this job alone; errors and warnings, as they were found now. */
  readonly diagnostics: readonly Diagnostic[];
  readonly failed: boolean;
}

interface FleetEvents {
  begin?(folder: string, done: number, all: number): void;
  end(folder: FleetFolder): void | Promise<void>;
}

interface FleetSummary {
  /** What is not about one folder. */
  readonly diagnostics: readonly Diagnostic[];
  readonly folders: number;
  readonly trace: Trace;
}

export async function renderFleet(host: FleetHost, request: FleetRequest, events: FleetEvents): Promise<FleetSummary> {
  const { recorder } = host;
  const machine = recorder.host();
  const trace = new Trace(() => host.clock(), { keep: false });
  recorder.current = new ReadSet();
  const all = findFolders(machine.files, request.path);
  const sharded = request.shard && shardFolders(all.map(host.name), request.shard, weightOf(request, host));
  const mine = sharded === undefined ? all : all.filter((path) => sharded.includes(host.name(path)));
  const folders = request.only === undefined ? mine : mine.filter((path) => request.only!.has(path));
  // With too few folders every shard looks at all of them, and renders its part of their jobs.
  const jobShard = sharded === undefined ? request.shard : undefined;
  const fleet = new Fleet(host, machine, request, all.length > 1, jobShard, trace);
  const diagnostics: Diagnostic[] = [];
  for (const [i, path] of folders.entries()) {
    events.begin?.(path, i, folders.length);
    const folder = await fleet.folder(path);
    if (folder === undefined) break;
    diagnostics.push(...folder.diagnostics);
    await events.end(folder.result);
  }
  diagnostics.unshift(...fleet.groundDiagnostics);
  if (fleet.jobs === 0 && diagnostics.length === 0 && request.only === undefined && sharded === undefined)
    diagnostics.push(all.length === 0 ? noFolder(request.path) : nothingBelow(request.path));
  return { diagnostics, folders: folders.length, trace };
}

/** Names are those of every machine, weights are known by path. */
function weightOf({ weight }: FleetRequest, { name }: FleetHost): ((folder: string) => number) | undefined {
  return weight && ((folder) => weight(name(folder)));
}

class Fleet {
  readonly #host: FleetHost;
  readonly #machine: PipelineHost;
  readonly #request: FleetRequest;
  readonly #several: boolean;
  readonly #shard: Shard | undefined;
  readonly #trace: Trace;
  readonly #groundReads = new ReadSet();
  /** Jobs of the folders so far. */
  #before = 0;
  #workspace: Workspace | undefined;
  #opened = false;
  groundDiagnostics: readonly Diagnostic[] = [];

  constructor(
    host: FleetHost,
    machine: PipelineHost,
    request: FleetRequest,
    several: boolean,
    shard: Shard | undefined,
    trace: Trace,
  ) {
    this.#host = host;
    this.#machine = machine;
    this.#request = request;
    this.#several = several;
    this.#shard = shard;
    this.#trace = trace;
  }

  get jobs(): number {
    return this.#before;
  }

  /** Undefined if nothing at all can be opened. */
  async folder(path: string): Promise<{ result: FleetFolder; diagnostics: readonly Diagnostic[] } | undefined> {
    const { cache, recorder, hash, name } = this.#host;
    // Which of the folder's jobs are this shard's depends on how many come before.
    const shard = this.#shard && { ...this.#shard, from: this.#before % this.#shard.count };
    const base = hash(
      `${this.#request.base}\n${this.#several}${shard ? ` ${JSON.stringify(shard)}` : ""}\n${name(path)}`,
    );
    const found = await cache?.find(base, (read) => recorder.now(read));
    if (found !== undefined) {
      this.#before += found.kept.total;
      const kept: FleetFolder = {
        path,
        jobs: found.kept.jobs.map((job) => ({ ...job, diagnostics: [], failed: false })),
        warnings: found.kept.warnings,
        key: found.key,
        reads: found.reads,
        cached: true,
        ms: 0,
      };
      if (this.#host.verifies?.() !== true) return { result: kept, diagnostics: [] };
      this.#before -= found.kept.total;
      const again = await this.#render(path, base);
      if (again === undefined) return undefined;
      const differs = differences(found.kept.jobs, again.result.jobs);
      return { result: { ...again.result, cached: true, differs }, diagnostics: again.diagnostics };
    }
    return this.#render(path, base);
  }

  async #openWorkspace(): Promise<Workspace | undefined> {
    if (this.#opened) return this.#workspace;
    this.#opened = true;
    this.#host.recorder.current = this.#groundReads;
    const { value, diagnostics } = await openWorkspace(this.#machine, this.#request, this.#trace);
    this.groundDiagnostics = diagnostics;
    this.#workspace = value;
    // Later it would be read on behalf of one folder.
    await value?.provider();
    return value;
  }

  async #render(
    path: string,
    base: string,
  ): Promise<{ result: FleetFolder; diagnostics: readonly Diagnostic[] } | undefined> {
    const { cache, recorder, clock, name, safe } = this.#host;
    const workspace = await this.#openWorkspace();
    if (workspace === undefined) return undefined;
    const from = clock();
    const reads = new ReadSet();
    recorder.current = reads;
    const planned = await folderReleases(workspace, { ...this.#request, path }, () => this.#several, this.#trace);
    const { context } = workspace.config.cue.get();
    const jobs: FleetJob[] = [];
    const instances = new Set<Parameters<typeof context.forget>[0]>();
    const all = planned.value ?? [];
    const mine = all.filter((_, i) => isOf(this.#shard, this.#before + i));
    this.#before += all.length;
    for (const job of mine) {
      const result = await renderRelease(job.session, job.task, "execute", this.#trace);
      jobs.push(await this.#job(job, result));
      instances.add(job.session.module.cue.get().instance);
    }
    for (const instance of instances) {
      context.forget(instance);
      context.program.forget(instance);
    }
    reads.join(this.#groundReads);
    const ms = Math.round((clock() - from) * 10) / 10;
    const wrong =
      hasErrors(planned.diagnostics) || hasErrors(this.groundDiagnostics) || jobs.some(({ failed }) => failed);
    const warnings = safe(planned.diagnostics).map((d) => keptDiagnostic(d, name));
    const kept: KeptFolder = {
      jobs: jobs.map(({ diagnostics: _, failed: __, ...job }) => job),
      total: all.length,
      warnings,
    };
    const unkept = reads.unkept ?? (wrong ? "something is wrong with it" : undefined);
    const key = cache !== undefined && unkept === undefined ? await cache.keep(base, reads, kept) : undefined;
    return {
      result: {
        path,
        jobs,
        warnings: [],
        ...(key !== undefined && { key }),
        reads: reads.names,
        cached: false,
        ms,
        ...(unkept !== undefined && { unkept }),
      },
      diagnostics: planned.diagnostics,
    };
  }

  async #job(job: ReleaseJob, result: ReleaseResult): Promise<FleetJob> {
    const { name, files: filesOf, safe, recorder } = this.#host;
    const failed = hasErrors(result.diagnostics);
    const files = failed ? [] : await filesOf(job, result);
    if (files === undefined) recorder.current.unkept ??= "its files depend on keys";
    const { folder, ...names } = jobName(job);
    return {
      ...names,
      folder: name(folder),
      objects: result.manifests.length,
      owned: result.manifests.map(ownedObject),
      files: files ?? [],
      warnings: failed ? [] : safe(result.diagnostics).map((d) => keptDiagnostic(d, name)),
      diagnostics: result.diagnostics,
      failed,
    };
  }
}

/** Every n-th job, so that the environments of a large module spread over all shards. */
const isOf = (shard: Shard | undefined, at: number): boolean =>
  shard === undefined || at % shard.count === shard.index - 1;

function differences(kept: readonly KeptJob[], now: readonly FleetJob[]): string[] {
  const textOf = (job: KeptJob): string => JSON.stringify([job.name, job.environment, job.files]);
  const out: string[] = [];
  for (let i = 0; i < Math.max(kept.length, now.length); i++) {
    const [a, b] = [kept[i], now[i]];
    if (a === undefined || b === undefined || textOf(a) !== textOf(b)) {
      const { name, environment } = (b ?? a)!;
      out.push(environment === undefined ? name : `${environment}/${name}`);
    }
  }
  return out;
}
