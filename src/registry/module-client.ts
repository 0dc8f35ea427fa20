/** Modules in OCI registries: how a module version is stored as a manifest with two layers. */
import {
  failure,
  formatModuleVersion,
  majorOf,
  modulePathOf,
  parseModuleFile,
  sortSemver,
  splitVersion,
  reworded,
  success,
  isValidSemver,
} from "../cue/module/index.ts";
import type { ModuleVersion, Result } from "../cue/module/index.ts";
import { maxModuleFileSize, maxZipSize, readModuleArchive } from "./module-archive.ts";
import { packArtifact, pushArtifact } from "./oci-artifact.ts";
import type { PackedArtifact } from "./oci-artifact.ts";
import { manifestMediaType, OciClient, parseJson } from "./oci-client.ts";
import type { SignTarget } from "./signature.ts";
import type { Descriptor, Manifest, OciClientOptions } from "./oci-client.ts";
import { isValidRepository } from "./reference.ts";
import { allHosts, locate } from "./route.ts";
import type { RegistryLocation, RegistryRoutes } from "./route.ts";
import type { Inflate } from "./zip-read.ts";

const artifactType = "application/vnd.cue.module.v1+json";
const moduleFileType = "application/vnd.cue.modulefile.v1";

/** Where the source of a published module came from; stored in its manifest. */
interface ModuleMetadata {
  readonly vcsType: string;
  readonly vcsCommit: string;
  /** RFC 3339. */
  readonly vcsCommitTime: string;
}

export interface StoredModule {
  readonly version: ModuleVersion;
  readonly location: RegistryLocation;
  readonly manifest: Manifest;
  readonly manifestDigest: string;
}

export class ModuleClient {
  readonly #routes: RegistryRoutes;
  readonly #options: OciClientOptions;
  readonly #clients = new Map<string, OciClient>();

  constructor(routes: RegistryRoutes, options: OciClientOptions) {
    this.#routes = routes;
    const plainHosts = new Set(
      allHosts(routes)
        .filter(({ insecure }) => insecure)
        .map(({ name }) => name),
    );
    this.#options = { plainHosts, ...options };
  }

  /** The manifest of a module version. */
  async find(m: ModuleVersion): Promise<Result<StoredModule>> {
    const location = await locate(this.#routes, modulePathOf(m), m.version);
    if (location === undefined) return failure("module not found", true);
    const content = await this.#client(location).getManifest(location.repository, location.tag);
    const name = formatModuleVersion(m);
    if (!content.ok) {
      return content.fault.notFound === true
        ? failure(`module ${name}: module not found`, true)
        : reworded(content.fault, `module ${name}: ${content.fault.message}`);
    }
    if (!/[+/]json$/.test(content.value.mediaType)) {
      return failure(
        `module ${name}: expected JSON media type but ${JSON.stringify(content.value.mediaType)} does not look like JSON`,
      );
    }
    const manifest = readManifest(content.value.bytes);
    if (manifest === undefined)
      return failure(`module ${name}: cannot decode ${content.value.mediaType} content as manifest`);
    if (manifest.config.mediaType !== artifactType) {
      return failure(
        `${name} does not resolve to a manifest (media type is ${JSON.stringify(content.value.mediaType)})`,
      );
    }
    if (manifest.layers.length !== 2) {
      return failure(`module manifest should refer to exactly two blobs, but got ${manifest.layers.length}`);
    }
    const second = manifest.layers[1]!;
    if (second.mediaType !== moduleFileType && second.artifactType !== moduleFileType) {
      return failure(`unexpected media type ${JSON.stringify(second.mediaType)} for module file blob`);
    }
    return success({ version: m, location, manifest, manifestDigest: content.value.digest });
  }

  moduleFile(stored: StoredModule): Promise<Result<Uint8Array>> {
    return this.#client(stored.location).getBlob(
      stored.location.repository,
      stored.manifest.layers[1]!,
      maxModuleFileSize,
    );
  }

  archive(stored: StoredModule): Promise<Result<Uint8Array>> {
    return this.#client(stored.location).getBlob(stored.location.repository, stored.manifest.layers[0]!, maxZipSize);
  }

  /** Ascending; only those of one major version if the path has one. */
  async versions(path: string): Promise<Result<string[]>> {
    const split = splitVersion(path);
    const location = await locate(this.#routes, split.path, "");
    if (location === undefined || !isValidRepository(location.repository)) return success([]);
    const tags = await this.#client(location).tags(location.repository);
    if (!tags.ok) return reworded(tags.fault, `module ${path}: ${tags.fault.message}`);
    const versions: string[] = [];
    for (const tag of tags.value) {
      if (!tag.startsWith(location.tag)) continue;
      const version = tag.slice(location.tag.length);
      if (isValidSemver(version) && (!split.found || majorOf(version) === split.version)) versions.push(version);
    }
    return success(sortSemver(versions));
  }

  /** Checks and uploads a module archive under its version; returns the manifest's digest. */
  async publish(
    m: ModuleVersion,
    archive: Uint8Array,
    inflate: Inflate,
    metadata?: ModuleMetadata,
  ): Promise<Result<string>> {
    const files = readModuleArchive(archive, inflate);
    if (!files.ok) return reworded(files.fault, `module zip file check failed: ${files.fault.message}`);
    const moduleFile = files.value.find((f) => f.name === "cue.mod/module.cue")!.content;
    const parsed = parseModuleFile(moduleFile, "cue.mod/module.cue", { strict: true });
    if (!parsed.ok) return reworded(parsed.fault, `module.cue file check failed: ${parsed.fault.message}`);
    if (parsed.value.qualifiedModule !== m.path) {
      return failure(
        `module.cue file check failed: module path ${JSON.stringify(parsed.value.qualifiedModule)} found in cue.mod/module.cue does not match module path being published ${JSON.stringify(m.path)}`,
      );
    }
    const location = await locate(this.#routes, modulePathOf(m), m.version);
    if (location === undefined)
      return failure(
        `cannot resolve ${modulePathOf(m)} (version ${JSON.stringify(m.version)}) to registry: no registry configured for module`,
      );
    const client = this.#client(location);
    // Who has fetched a version keeps it: another content under the same name would never reach them.
    const before = await client.getManifest(location.repository, location.tag, "pull,push");
    if (!before.ok && before.fault.notFound !== true)
      return reworded(
        before.fault,
        `cannot see whether ${formatModuleVersion(m)} is there already: ${before.fault.message}`,
      );
    const packed = await packModule(archive, moduleFile, metadata);
    if (before.ok) {
      if (before.value.digest === packed.descriptor.digest) return success(before.value.digest);
      return failure(`${formatModuleVersion(m)} is published already, with other content (${before.value.digest})`);
    }
    const pushed = await pushArtifact(client, location.repository, packed, location.tag);
    return pushed.ok
      ? pushed
      : reworded(pushed.fault, `cannot publish ${formatModuleVersion(m)}: ${pushed.fault.message}`);
  }

  /** A module's manifest, for whoever signs or verifies it. */
  async target(m: ModuleVersion): Promise<Result<SignTarget>> {
    const stored = await this.find(m);
    if (!stored.ok) return stored;
    const { location, manifestDigest } = stored.value;
    const client = this.#client(location);
    const manifest = await client.getManifest(location.repository, manifestDigest);
    if (!manifest.ok) return manifest;
    return success({
      client,
      repository: location.repository,
      reference: `${location.host}/${location.repository}`,
      descriptor: { mediaType: manifestMediaType, digest: manifestDigest, size: manifest.value.bytes.length },
    });
  }

  #client(location: RegistryLocation): OciClient {
    let client = this.#clients.get(location.host);
    if (client === undefined) {
      client = new OciClient(location.host, location.insecure, this.#options);
      this.#clients.set(location.host, client);
    }
    return client;
  }
}

/** A module as an artifact, in cue's own form. */
export function packModule(
  archive: Uint8Array,
  moduleFile: Uint8Array,
  metadata?: ModuleMetadata,
): Promise<PackedArtifact> {
  return packArtifact({
    config: { mediaType: artifactType, bytes: new TextEncoder().encode("{}") },
    layers: [
      { mediaType: "application/zip", bytes: archive },
      { mediaType: moduleFileType, bytes: moduleFile },
    ],
    ...(metadata && { annotations: annotationsOf(metadata) }),
  });
}

function annotationsOf(m: ModuleMetadata): Record<string, string> {
  return {
    "org.cuelang.vcs-commit": m.vcsCommit,
    "org.cuelang.vcs-commit-time": m.vcsCommitTime,
    "org.cuelang.vcs-type": m.vcsType,
  };
}

function readManifest(bytes: Uint8Array): Manifest | undefined {
  const raw = parseJson(bytes) as { config?: unknown; layers?: unknown; mediaType?: unknown } | undefined;
  if (raw === undefined || !isDescriptor(raw.config) || !Array.isArray(raw.layers)) return undefined;
  const layers: Descriptor[] = [];
  for (const layer of raw.layers as unknown[]) {
    if (!isDescriptor(layer)) return undefined;
    layers.push(layer);
  }
  return {
    schemaVersion: 2,
    mediaType: typeof raw.mediaType === "string" ? raw.mediaType : "",
    config: raw.config,
    layers,
  };
}

function isDescriptor(x: unknown): x is Descriptor {
  if (typeof x !== "object" || x === null) return false;
  const d = x as Record<string, unknown>;
  return typeof d["mediaType"] === "string" && typeof d["digest"] === "string" && typeof d["size"] === "number";
}
