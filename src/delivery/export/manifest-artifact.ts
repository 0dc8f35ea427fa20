// Rendered manifests as one artifact that Flux, Argo CD and opm read: Flux takes the first layer whatever its type, and
// Argo CD insists on exactly one of this type.
import type { Artifact } from "../../registry/index.ts";
import { makeTar } from "./tar.ts";
import type { TarFile } from "./tar.ts";

export const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
const CONFIG = "application/vnd.cncf.flux.config.v1+json";

interface ArtifactOptions {
  readonly gzip: (bytes: Uint8Array) => Uint8Array;
  /** Where the sources are: an address of a repository. */
  readonly source?: string;
  /** `main@sha1:…`. */
  readonly revision?: string;
  readonly version?: string;
  readonly title?: string;
  /** RFC 3339; without it the artifact depends on its files alone. */
  readonly created?: string;
}

export function manifestArtifact(files: readonly TarFile[], options: ArtifactOptions): Artifact {
  const { gzip, source, revision, version, title, created } = options;
  const annotations = Object.fromEntries(
    Object.entries({ created, source, revision, version, title })
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([name, value]) => [`org.opencontainers.image.${name}`, value]),
  );
  return {
    config: { mediaType: CONFIG, bytes: new TextEncoder().encode("{}") },
    layers: [{ mediaType: LAYER, bytes: gzip(makeTar(files)) }],
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}
