import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { DELIVERY_CODE, mergeRuns, outputDigest, parseRun } from "../../delivery/index.ts";
import type { MergedRelease, ShardRun } from "../../delivery/index.ts";
import { hasErrors, tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { ManifestFolder } from "../print/manifest-folder.ts";
import { ociPlace } from "./oci-target.ts";
import { pullManifests } from "./pull-manifests.ts";
import { RUN_NAME } from "./run-parts.ts";
import { sha256Hex } from "./sha256.ts";
import { stablePaths } from "./stable-paths.ts";

/** `opm release merge FOLDER…`: the outputs of all shards as one, or an error that names what is missing. */
export async function run(context: CommandContext): Promise<number> {
  const pulled = mkdtempSync(join(tmpdir(), "opm-merge-"));
  try {
    const folders: string[] = [];
    for (const arg of context.args) {
      const found = arg.startsWith("oci") && arg.includes("://") ? await pullShards(context, arg, pulled) : [arg];
      if (typeof found === "string") {
        context.report([{ ...tell(DELIVERY_CODE.shards, "{arg}: {found}", { arg, found }), severity: "error" }]);
        return exitCode.notFound;
      }
      folders.push(...found);
    }
    return mergeFolders({ ...context, args: folders });
  } finally {
    rmSync(pulled, { recursive: true, force: true });
  }
}

/** Folders with what shards pushed under a tag: `TAG-shard-2-of-8`. A text: why there are none. */
async function pullShards(context: CommandContext, reference: string, into: string): Promise<string[] | string> {
  const place = ociPlace(context, reference);
  if (place === undefined || place.digest !== undefined) return "expected oci://HOST/REPOSITORY:TAG";
  const { client, repository, tag } = place;
  const tags = await client.tags(repository);
  if (!tags.ok) return tags.fault.message;
  const own = tags.value.filter(
    (one) => one.startsWith(`${tag}-shard-`) && /^\d+-of-\d+$/.test(one.slice(tag.length + 7)),
  );
  if (own.length === 0) return "no shard was pushed under this tag";
  const folders: string[] = [];
  for (const one of own) {
    const files = await pullManifests(client, repository, one);
    if ("wrong" in files) return `${one}: ${files.wrong}`;
    const folder = join(into, String(folders.length));
    for (const { name, content } of files) {
      // What a registry has is not to be trusted with where it is written.
      if (name.startsWith("/") || name.split("/").includes("..")) return `${one}: ${name} is no name of a file`;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    folders.push(folder);
  }
  return folders;
}

async function mergeFolders(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const fail = (told: Told, exit: number = exitCode.validation): number => {
    context.report([{ ...told, severity: "error" }]);
    return exit;
  };
  const shards: (ShardRun & { readonly folder: string })[] = [];
  for (const folder of args.map((arg) => resolve(io.cwd, arg))) {
    let names: string[];
    try {
      names = readdirSync(folder).filter((name) => RUN_NAME.test(name));
    } catch {
      return fail(tell(DELIVERY_CODE.shards, "there is no folder {folder}", { folder }), exitCode.notFound);
    }
    for (const name of names.sort()) {
      const run = parseRun(readFileSync(join(folder, name), "utf8"));
      if (run === undefined)
        return fail(tell(DELIVERY_CODE.shards, "{folder} is no manifest of a shard", { folder: join(folder, name) }));
      shards.push({ place: join(folder, name), run, folder });
    }
  }
  const merged = mergeRuns(shards);
  context.report(merged.diagnostics);
  if (merged.value === undefined || hasErrors(merged.diagnostics)) return exitCode.validation;
  const { run } = shards[0]!;
  const source = stablePaths(io.cwd, io.env).path(run.source);
  const outDir = new ManifestFolder(context, resolve(io.cwd, String(options["outDir"] ?? "manifests")), {
    path: source,
    ...(run.releaseName !== undefined && { releaseName: run.releaseName }),
  });
  const refused = outDir.refused();
  if (refused !== undefined) return refused;
  // Everything is looked at before anything is written.
  const outputs: { release: MergedRelease; files: { name: string; text: string }[] }[] = [];
  for (const release of merged.value) {
    const { folder } = shards.find(({ place }) => place === release.shard.place)!;
    const files = filesOf(join(folder, ...release.from.split("/")), release);
    if (typeof files === "string") return fail(tell(DELIVERY_CODE.shards, "{id}: {files}", { id: release.id, files }));
    if (outputDigest(files, sha256Hex) !== release.digest)
      return fail(
        tell(DELIVERY_CODE.shards, "{id}: the files in {folder} are not those that its shard rendered", {
          id: release.id,
          folder,
        }),
      );
    outputs.push({ release, files });
  }
  mkdirSync(outDir.path, { recursive: true });
  for (const { release, files } of outputs)
    if (!outDir.place(release.id.split("/"), files, release.environment)) return exitCode.general;
  outDir.removeGone({ all: true });
  const file = options["manifest"];
  if (typeof file === "string") {
    const { shard: _, ...rest } = run;
    const releases = merged.value.map(({ shard: __, from: ___, ...release }) => release);
    const folders = shards.flatMap((one) => one.run.folders).sort((a, b) => (a.folder < b.folder ? -1 : 1));
    writeWholeFile(resolve(io.cwd, file), `${JSON.stringify({ ...rest, releases, folders }, null, 1)}\n`);
  }
  io.stderr(`${outputs.length} releases of ${shards.length} shards in ${outDir.path}\n`);
  return exitCode.ok;
}

function filesOf(folder: string, { files }: MergedRelease): { name: string; text: string }[] | string {
  const out: { name: string; text: string }[] = [];
  for (const name of files) {
    try {
      out.push({ name, text: readFileSync(join(folder, name), "utf8") });
    } catch {
      return `${join(folder, name)} is missing`;
    }
  }
  return out;
}
