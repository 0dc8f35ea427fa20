// Content as an OCI manifest with its blobs: to be pushed, or written as an image layout.
import { reworded, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import { digestOf } from "./digest.ts";
import { indexMediaType, manifestMediaType } from "./oci-client.ts";
import type { Descriptor, OciClient } from "./oci-client.ts";
import type { ZipFile } from "./zip-write.ts";

export interface Artifact {
  readonly artifactType?: string;
  readonly config: Blob;
  readonly layers: readonly Blob[];
  readonly annotations?: Readonly<Record<string, string>>;
  /** The manifest that this one is about. */
  readonly subject?: Descriptor;
}

export interface Blob {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface PackedArtifact {
  readonly manifest: Uint8Array;
  readonly descriptor: Descriptor;
  readonly blobs: readonly { readonly descriptor: Descriptor; readonly bytes: Uint8Array }[];
}

export const EMPTY_CONFIG: Blob = {
  mediaType: "application/vnd.oci.empty.v1+json",
  bytes: new TextEncoder().encode("{}"),
};

/** The same artifact gives the same bytes. */
export async function packArtifact(artifact: Artifact): Promise<PackedArtifact> {
  const blobs = await Promise.all(
    [artifact.config, ...artifact.layers].map(async ({ mediaType, bytes, annotations }) => ({
      descriptor: {
        mediaType,
        digest: await digestOf(bytes),
        size: bytes.length,
        ...(annotations && { annotations }),
      },
      bytes,
    })),
  );
  const [config, ...layers] = blobs.map(({ descriptor }) => descriptor);
  const { artifactType, annotations, subject } = artifact;
  const manifest = new TextEncoder().encode(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestMediaType,
      ...(artifactType !== undefined && { artifactType }),
      config,
      layers,
      ...(subject && { subject }),
      ...(annotations && { annotations }),
    }),
  );
  const descriptor: Descriptor = {
    mediaType: manifestMediaType,
    digest: await digestOf(manifest),
    size: manifest.length,
    ...(artifactType !== undefined && { artifactType }),
    ...(annotations && { annotations }),
  };
  return { manifest, descriptor, blobs };
}

/** Blobs first, so that no manifest names what is not there. Without a tag it is found by its digest alone. */
export async function pushArtifact(
  client: OciClient,
  repository: string,
  { manifest, descriptor, blobs }: PackedArtifact,
  tag = descriptor.digest,
): Promise<Result<string>> {
  for (const { descriptor: blob, bytes } of blobs) {
    const pushed = await client.pushBlob(repository, blob.mediaType, bytes);
    if (!pushed.ok) return reworded(pushed.fault, `cannot push content: ${pushed.fault.message}`);
  }
  return client.pushManifest(repository, tag, manifest);
}

/**
 * Pushes something about another manifest. Where the registry does not keep track of that, the index under the
 * fallback tag is read, added to and written.
 */
export async function pushReferrer(
  client: OciClient,
  repository: string,
  packed: PackedArtifact,
  subject: Descriptor,
): Promise<Result<string>> {
  const pushed = await pushArtifact(client, repository, packed);
  if (!pushed.ok) return pushed;
  if (await client.hasReferrersApi(repository, subject.digest)) return pushed;
  const known = await client.referrersTag(repository, subject.digest);
  if (!known.ok) return known;
  const others = known.value.filter(({ digest }) => digest !== packed.descriptor.digest);
  const index = { schemaVersion: 2, mediaType: indexMediaType, manifests: [...others, packed.descriptor] };
  const written = await client.pushManifest(
    repository,
    subject.digest.replace(":", "-"),
    new TextEncoder().encode(JSON.stringify(index)),
    indexMediaType,
  );
  return written.ok ? success(pushed.value) : written;
}

/** The files of an OCI image layout that holds one artifact. */
export function layoutFiles({ manifest, descriptor, blobs }: PackedArtifact, tag: string): ZipFile[] {
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const named = { ...descriptor, annotations: { "org.opencontainers.image.ref.name": tag } };
  const blob = (digest: string): string => `blobs/sha256/${digest.slice("sha256:".length)}`;
  return [
    { name: "oci-layout", content: text({ imageLayoutVersion: "1.0.0" }) },
    { name: "index.json", content: text({ schemaVersion: 2, mediaType: indexMediaType, manifests: [named] }) },
    { name: blob(descriptor.digest), content: manifest },
    ...blobs.map((one) => ({ name: blob(one.descriptor.digest), content: one.bytes })),
  ];
}
