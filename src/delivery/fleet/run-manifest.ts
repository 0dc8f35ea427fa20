// What a run did, as data: for joining shards, for weighing the next run's shards, for whoever asks what was rendered.
import type { HashText } from "../read-set/read-set.ts";
import type { FleetFolder } from "./render-fleet.ts";

export interface RunManifest {
  readonly version: 1;
  /** What was asked for: runs with another base are not parts of one whole. */
  readonly base: string;
  /** The folder that was rendered, relative to the repository. */
  readonly source: string;
  readonly releaseName?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  /** `--layout`, where it was given. */
  readonly layout?: string;
  readonly releases: readonly RunRelease[];
  readonly folders: readonly RunFolder[];
  /** What to run to have the same again, from the top of the repository; absent where flags held values. */
  readonly arguments?: readonly string[];
  /** The files, modules and variables that were read, with their digests. */
  readonly materials?: readonly { readonly name: string; readonly digest: string }[];
}

export interface RunFolder {
  /** Relative to the repository. */
  readonly folder: string;
  readonly ms: number;
  readonly cached: boolean;
}

export interface RunRelease {
  /** `staging/blog`: the folder of its output. */
  readonly id: string;
  readonly folder: string;
  readonly field: string;
  readonly name: string;
  readonly environment?: string;
  readonly cluster?: string;
  readonly namespace?: string;
  /** Names what the output was made of; absent where something is wrong. */
  readonly key?: string;
  /** SHA-256 over the names and bytes of its files. */
  readonly digest?: string;
  readonly files: readonly string[];
  readonly objects: number;
  readonly failed: boolean;
}

export function runFolder({ path, ms, cached }: FleetFolder, name: (path: string) => string): RunFolder {
  return { folder: name(path), ms, cached };
}

/** A release whose files are written: its texts are gone. */
export function runRelease(
  { path, key }: Pick<FleetFolder, "path" | "key">,
  job: FleetFolder["jobs"][number],
  hash: HashText,
  name: (path: string) => string,
): Omit<RunRelease, "id"> {
  const names = [job.field, job.environment ?? ""].join("\n");
  return {
    folder: name(path),
    field: job.field,
    name: job.name,
    ...(job.environment !== undefined && { environment: job.environment }),
    ...(job.cluster !== undefined && { cluster: job.cluster }),
    ...(job.namespace !== undefined && { namespace: job.namespace }),
    ...(key !== undefined && { key: hash(`${key}\n${names}`) }),
    ...(!job.failed && { digest: outputDigest(job.files, hash) }),
    files: job.files.map((file) => file.name),
    objects: job.objects,
    failed: job.failed,
  };
}

export function outputDigest(
  files: readonly { readonly name: string; readonly text: string }[],
  hash: HashText,
): string {
  return hash(files.map(({ name, text }) => `${hash(text)} ${name}\n`).join(""));
}

/** Undefined if a text is no manifest of a run. */
export function parseRun(text: string): RunManifest | undefined {
  try {
    const run = JSON.parse(text) as Partial<RunManifest>;
    const whole =
      run.version === 1 &&
      typeof run.base === "string" &&
      typeof run.source === "string" &&
      Array.isArray(run.releases) &&
      Array.isArray(run.folders);
    return whole && run.releases!.every(isRelease) ? (run as RunManifest) : undefined;
  } catch {
    return undefined;
  }
}

function isRelease(value: unknown): value is RunRelease {
  const r = value as Partial<RunRelease> | null;
  const plain = (name: unknown): boolean =>
    typeof name === "string" && /^[^\0\\]+$/.test(name) && !name.split("/").includes("..");
  return (
    typeof r === "object" &&
    r !== null &&
    [r.id, r.folder, r.field, r.name].every(plain) &&
    !r.id!.startsWith("/") &&
    Array.isArray(r.files) &&
    r.files.every((name) => /^[\w.-]+$/.test(name)) &&
    typeof r.failed === "boolean"
  );
}
