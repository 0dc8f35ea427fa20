import { LAYER, readTar } from "../../delivery/index.ts";
import { nodeGunzip } from "../../host/node-gzip.ts";
import type { Descriptor, OciClient } from "../../registry/index.ts";

type TarFiles = NonNullable<ReturnType<typeof readTar>>;

/** The files of an artifact that `opm push` made; a text: why there are none. */
export async function pullManifests(
  client: OciClient,
  repository: string,
  reference: string,
): Promise<TarFiles | { readonly wrong: string }> {
  const manifest = await client.getManifest(repository, reference);
  if (!manifest.ok) return { wrong: manifest.fault.message };
  const { layers } = JSON.parse(new TextDecoder().decode(manifest.value.bytes)) as { layers?: Descriptor[] };
  const layer = layers?.find(({ mediaType }) => mediaType === LAYER);
  const blob = layer && (await client.getBlob(repository, layer, 256 << 20));
  const tar = blob?.ok === true ? nodeGunzip(blob.value) : undefined;
  return (tar && readTar(tar)) ?? { wrong: "it holds no manifests that can be read" };
}
