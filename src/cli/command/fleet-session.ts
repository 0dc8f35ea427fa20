// What `release build`, `release plan` and their kin share: the flags as a key, the recorder, the cache.
import { resolve } from "node:path";
import { RenderCache, Recorder, contentKey } from "../../delivery/index.ts";
import type { FleetHost, FleetRequest } from "../../delivery/index.ts";
import { nodeCatalog } from "../../host/node-catalog.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { programId } from "../../host/node-program.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { knownOrder } from "../../matrix/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { maskedFiles } from "../print/manifest-folder.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { list, openedInputs, renderRequest, withSecrets } from "./mod-render.ts";
import { environmentChoice } from "../session/open-command.ts";
import { pipelineHost } from "./pipeline-host.ts";
import { renderStore } from "./render-store.ts";
import { runParts } from "./run-parts.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { sha256Hex } from "./sha256.ts";
import { stablePaths } from "./stable-paths.ts";
import type { StablePaths } from "./stable-paths.ts";

export interface FleetSession {
  readonly host: FleetHost;
  readonly request: FleetRequest;
  readonly paths: StablePaths;
  readonly secrets: SecretInputs;
  /** Of flags and values files. */
  readonly diagnostics: readonly Diagnostic[];
  report(found: readonly Diagnostic[]): void;
}

/** A text: what is wrong with a flag. */
export async function fleetSession(
  context: CommandContext,
  folder: string,
  names: readonly string[],
): Promise<FleetSession | string> {
  const { io, options } = context;
  const parts = runParts(context);
  if (typeof parts === "string") return parts;
  const share = sampleShare(options["verifyCache"]);
  if (share === undefined) return `--verify-cache ${String(options["verifyCache"])}: expected a share, such as 1%`;
  const opened = renderStore(context);
  if (typeof opened === "string") return `--cache: ${opened}`;
  const path = resolve(io.cwd, folder);
  const paths = stablePaths(path, io.env);
  const recorder = new Recorder(pipelineHost(context), { hash: sha256Hex, name: paths.name, path: paths.path });
  let stdin: Uint8Array | undefined;
  const watched: CommandContext = {
    ...context,
    io: { ...io, env: recorder.env(io.env), stdin: () => (stdin ??= io.stdin()) },
  };
  const secrets = new SecretInputs(watched);
  const inputs = await openedInputs(watched, secrets);
  const { environment: _, path: __, ...request } = withSecrets(renderRequest(watched, inputs.files), secrets);
  const { tags } = request.values ?? {};
  const task = {
    ...request,
    values: {
      ...request.values,
      // What is fetched may be another tomorrow, and a digest of it tells something about it.
      ...(tags && {
        tags: {
          ...tags,
          fetch: (...given: Parameters<typeof tags.fetch>) => {
            recorder.current.unkept ??= "it fetches a secret";
            return tags.fetch(...given);
          },
        },
      }),
    },
  };
  const { unkept } = recorder.current;
  const sets = (options["sets"] ?? []) as readonly Given[];
  const mayKeep =
    unkept === undefined &&
    !list(options["values"]).some((name) => name.endsWith(".tera")) &&
    // A key of a value that may be secret does not leave the machine.
    !(opened?.shared === true && sets.length > 0);
  const base = contentKey(sha256Hex, flagsKey(watched, names, paths), recorder.current.names, (name) =>
    recorder.now(name),
  );
  return {
    host: {
      recorder,
      hash: sha256Hex,
      ...(opened !== undefined && mayKeep && { cache: new RenderCache(opened.store, sha256Hex) }),
      name: paths.name,
      clock: () => io.clock(),
      files: (job, { manifests, release }) => maskedFiles(watched, manifests, knownOrder(job, release)),
      safe: (found) => secrets.safe(found),
      ...(share > 0 && { verifies: () => Math.random() < share }),
    },
    request: {
      ...request,
      path,
      names,
      environments: environmentChoice(context),
      ...parts,
      task,
      base,
    },
    paths,
    secrets,
    diagnostics: inputs.diagnostics,
    report: (found) => context.report(relativePlaces(secrets.safe(found), io.cwd)),
  };
}

function sampleShare(given: unknown): number | undefined {
  if (given === undefined) return 0;
  const m = /^([0-9]+(?:\.[0-9]+)?)%$/.exec(String(given));
  const share = m === null ? Number(given) : Number(m[1]) / 100;
  return share >= 0 && share <= 1 ? share : undefined;
}

/** Options that decide how a run goes, and not what comes out. */
const PASSING = new Set(
  "outDir cache verifyCache manifest weights shard layout verbose trace color diagnostics sarif watch since path".split(
    " ",
  ),
);
/** Files, whose content counts; their names are as good as any. */
const FILES = new Set(["values", "vars", "platform", "config", "sets"]);

/** Everything that was asked for, with the program and its catalog, as one text. */
function flagsKey({ io, options, version }: CommandContext, names: readonly string[], paths: StablePaths): string {
  const digest = (file: string): string => {
    const content = file === "-" ? io.stdin() : nodeFiles.readFile(resolve(io.cwd, file));
    return isFileFault(content) ? content.fault : sha256Hex(content);
  };
  const file = (value: unknown): unknown =>
    typeof value === "string" ? [paths.name(resolve(io.cwd, value)), digest(value)] : value;
  const sets = ((options["sets"] ?? []) as readonly Given[]).map(({ option, value }) => [
    option,
    option === "set-file" ? [value, digest(value.slice(value.indexOf("=") + 1))] : value,
  ]);
  const plain = Object.entries(options)
    .filter(([name]) => !PASSING.has(name) && !FILES.has(name) && !/^set[A-Z]?|^set$/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const catalog = nodeCatalog();
  return JSON.stringify({
    program: programId(version),
    catalog: catalog.contentKey ?? catalog.index.version,
    names,
    options: plain,
    values: list(options["values"]).map(file),
    vars: file(options["vars"]),
    // Their files are among what is read.
    platform: typeof options["platform"] === "string" ? paths.name(resolve(io.cwd, options["platform"])) : null,
    config: typeof options["config"] === "string" ? paths.name(resolve(io.cwd, options["config"])) : null,
    sets,
  });
}
