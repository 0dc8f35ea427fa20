// A cache of renders in an OCI registry: no new infrastructure, and the credentials that are there already.
import { OciClient, manifestMediaType } from "../../registry/index.ts";
import type { Descriptor, OciClientOptions } from "../../registry/index.ts";
import type { CacheStore } from "./cache-store.ts";

const TYPE = "application/vnd.opm.render.v1+json";
const MOST_BYTES = 256 << 20;

interface OciStoreOptions extends OciClientOptions {
  readonly host: string;
  readonly repository: string;
  readonly insecure: boolean;
}

/** An entry is a tag; its manifest also holds the content that the entry names, so that no registry cleans it up. */
export function ociStore({ host, repository, insecure, ...options }: OciStoreOptions): CacheStore {
  const client = new OciClient(host, insecure, options);
  const sizes = new Map<string, Descriptor>();
  const tagOf = (key: string): string => `opm-${key.slice(0, 60)}`;
  return {
    async entry(key) {
      const found = await client.getManifest(repository, tagOf(key));
      if (!found.ok) return undefined;
      const manifest = parse(found.value.bytes);
      const [first, second] = (manifest?.layers ?? []) as Descriptor[];
      if (second !== undefined) sizes.set(second.digest, second);
      if (first === undefined) return undefined;
      const bytes = await client.getBlob(repository, first, MOST_BYTES);
      return bytes.ok ? bytes.value : undefined;
    },
    async putEntry(key, bytes) {
      const config = await client.pushBlob(
        repository,
        "application/vnd.oci.empty.v1+json",
        new TextEncoder().encode("{}"),
      );
      const layer = await client.pushBlob(repository, TYPE, bytes);
      if (!config.ok || !layer.ok) return;
      const named = (parse(bytes) as { content?: unknown } | undefined)?.content;
      const content = typeof named === "string" ? sizes.get(`sha256:${named}`) : undefined;
      const manifest = {
        schemaVersion: 2,
        mediaType: manifestMediaType,
        artifactType: TYPE,
        config: config.value,
        layers: [layer.value, ...(content === undefined ? [] : [content])],
      };
      await client.pushManifest(repository, tagOf(key), new TextEncoder().encode(JSON.stringify(manifest)));
    },
    async content(digest) {
      const known = sizes.get(`sha256:${digest}`);
      if (known === undefined) return undefined;
      const bytes = await client.getBlob(repository, known, MOST_BYTES);
      return bytes.ok ? bytes.value : undefined;
    },
    async putContent(_, bytes) {
      const pushed = await client.pushBlob(repository, "application/vnd.opm.render.content.v1+json", bytes);
      if (pushed.ok) sizes.set(pushed.value.digest, pushed.value);
    },
  };
}

function parse(bytes: Uint8Array): { layers?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as { layers?: unknown };
  } catch {
    return undefined;
  }
}
