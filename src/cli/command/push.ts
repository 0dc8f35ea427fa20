import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DELIVERY_CODE, PROVENANCE, manifestArtifact, parseRun, provenance } from "../../delivery/index.ts";
import { git } from "../../host/node-git.ts";
import { nodeCatalog } from "../../host/node-catalog.ts";
import { nodeGzip } from "../../host/node-gzip.ts";
import { programId } from "../../host/node-program.ts";
import { attachBundle, packArtifact, pushArtifact, signManifest, statement } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { RUN_NAME } from "./run-parts.ts";
import { manifestFiles, maskedSecrets, readObjects } from "./manifest-files.ts";
import { ociPlace } from "./oci-target.ts";
import { registryExit } from "./registry-exit.ts";
import { sha256Hex } from "./sha256.ts";
import { signingKey } from "./signing-keys.ts";
import { tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm push FOLDER oci://HOST/REPOSITORY:TAG`: rendered manifests as one artifact for Flux and Argo CD. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options, version } = context;
  const [from = "", to = ""] = args;
  const fail = (told: Told, exit: number = exitCode.general, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint && { hint }) }]);
    return exit;
  };
  const folder = resolve(io.cwd, from);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return fail(tell(DELIVERY_CODE.artifact, "there is no folder {folder}", { folder }), exitCode.notFound);
  const place = ociPlace(context, to);
  if (place === undefined || place.digest !== undefined)
    return fail(tell(DELIVERY_CODE.artifact, "{to}: expected oci://HOST/REPOSITORY:TAG", { to }));
  const files = manifestFiles(folder);
  const objects = readObjects(files);
  if (typeof objects === "string")
    return fail(tell(DELIVERY_CODE.artifact, "{problem}", { problem: objects }), exitCode.validation);
  if (objects.length === 0)
    return fail(tell(DELIVERY_CODE.artifact, "{folder} holds no manifests", { folder }), exitCode.validation);
  const masked = maskedSecrets(objects);
  if (masked.length > 0)
    return fail(
      tell(
        DELIVERY_CODE.artifact,
        "{object}{more}: the values of this Secret are ***, which would be deployed as such",
        { object: masked[0] ?? "", more: masked.length > 1 ? ` and ${masked.length - 1} more` : "" },
      ),
      exitCode.validation,
      advise(
        DELIVERY_CODE.artifact,
        "render with --encrypt-to age1…, or give references that the cluster resolves (source: eso)",
      ),
    );
  const key = typeof options["key"] === "string" ? await signingKey(context, options["key"]) : undefined;
  if (typeof key === "string") return fail(tell(DELIVERY_CODE.artifact, "{problem}", { problem: key }));
  const runFile = options["provenance"];
  const run = typeof runFile === "string" ? parseRun(readFileSync(resolve(io.cwd, runFile), "utf8")) : undefined;
  if (typeof runFile === "string" && run === undefined)
    return fail(tell(DELIVERY_CODE.artifact, "{runFile} is no manifest of a run", { runFile }));
  if (run !== undefined && key === undefined)
    return fail(tell(DELIVERY_CODE.artifact, "--provenance needs --key: who says so must be known"));
  const revision = options["revision"] ?? gitRevision(io.cwd);
  const source = options["source"] ?? gitSource(io.cwd);
  // With what it says about itself, a shard can be joined with the others from the registry.
  const shard = readdirSync(folder)
    .filter((name) => RUN_NAME.test(name))
    .sort();
  const about = shard.map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  const artifact = manifestArtifact([...about, ...files], {
    gzip: nodeGzip,
    ...(typeof source === "string" && { source }),
    ...(typeof revision === "string" && { revision }),
    ...(options["created"] === true && { created: new Date().toISOString() }),
  });
  const packed = await packArtifact(artifact);
  const { client, host, repository, tag } = place;
  const pushed = await pushArtifact(client, repository, packed, tag);
  if (!pushed.ok)
    return fail(
      tell(DELIVERY_CODE.artifact, "{problem}", { problem: pushed.fault.message }),
      registryExit(pushed.fault),
    );
  if (key !== undefined) {
    const target = { client, repository, reference: `${host}/${repository}`, descriptor: packed.descriptor };
    const created = new Date().toISOString();
    const signed = await signManifest(target, key, created);
    if (!signed.ok)
      return fail(
        tell(DELIVERY_CODE.artifact, "it is pushed, and not signed: {problem}", { problem: signed.fault.message }),
        registryExit(signed.fault),
      );
    if (run !== undefined) {
      const catalog = nodeCatalog();
      const commit = typeof revision === "string" ? /sha1:([0-9a-f]{40})$/.exec(revision)?.[1] : undefined;
      const predicate = provenance(run, {
        builder: String(options["builder"] ?? "https://opmodel.dev/opm"),
        program: programId(version),
        catalog: catalog.index.hash ?? sha256Hex(catalog.index.version),
        started: created,
        ...(typeof source === "string" && commit !== undefined && { source: { uri: `git+${source}`, commit } }),
      });
      const attached = await attachBundle(
        target,
        key,
        statement(packed.descriptor.digest, PROVENANCE, predicate, `${host}/${repository}`),
        created,
      );
      if (!attached.ok)
        return fail(
          tell(DELIVERY_CODE.artifact, "the provenance is not attached: {problem}", {
            problem: attached.fault.message,
          }),
          registryExit(attached.fault),
        );
    }
  }
  io.stdout(`${host}/${repository}:${tag}@${packed.descriptor.digest}\n`);
  return exitCode.ok;
}

/** As Flux writes it: `main@sha1:…`. */
function gitRevision(cwd: string): string | undefined {
  const commit = git(cwd, ["rev-parse", "HEAD"]);
  if (!commit.ok) return undefined;
  const branch = git(cwd, ["rev-parse", "--abbrev-ref", "HEAD"]);
  return `${branch.ok ? branch.text.trim() : "HEAD"}@sha1:${commit.text.trim()}`;
}

function gitSource(cwd: string): string | undefined {
  const url = git(cwd, ["remote", "get-url", "origin"]);
  // Credentials in an address stay here.
  return url.ok ? url.text.trim().replace(/^(https?:\/\/)[^@/]*@/, "$1") : undefined;
}
