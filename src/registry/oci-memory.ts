/** An OCI registry in memory: for tests, and for trying things out without a network. */
import { digestOf } from "./digest.ts";
import { isValidDigest, isValidRepository, isValidTag } from "./reference.ts";
import type { HttpRequest, HttpResponse, HttpTransport } from "./transport.ts";

interface Repository {
  readonly blobs: Map<string, Uint8Array>;
  /** By digest. */
  readonly manifests: Map<string, { bytes: Uint8Array; mediaType: string }>;
  readonly tags: Map<string, string>;
}

export class OciMemory {
  readonly #repositories = new Map<string, Repository>();
  #uploads = 0;
  /** What came so far of blobs that are uploaded in parts, as other clients do. */
  readonly #parts = new Map<string, Uint8Array>();
  readonly #referrers: boolean;

  /** `referrers`: it keeps track of manifests that refer to others, as newer registries do. */
  constructor({ referrers = false }: { readonly referrers?: boolean } = {}) {
    this.#referrers = referrers;
  }

  /** Answers requests to any host. */
  readonly transport: HttpTransport = (request) => this.handle(request);

  async handle(request: HttpRequest): Promise<HttpResponse> {
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname);
    if (path === "/v2/" || path === "/v2") return answer(200, "{}");
    const m = /^\/v2\/(.+)\/(manifests|blobs|tags|referrers)\/(.*)$/.exec(path);
    if (m === null || !isValidRepository(m[1]!)) return fault(404, "NAME_INVALID", "invalid repository name");
    const [, name, kind, rest] = m as unknown as [string, string, string, string];
    if (kind === "blobs" && rest.startsWith("uploads/")) return this.#upload(name, rest, request, url);
    if (request.method === "PUT" && kind === "manifests") return this.#putManifest(name, rest, request);
    const repository = this.#repositories.get(name);
    if (repository === undefined) return fault(404, "NAME_UNKNOWN", "repository name not known to registry");
    if (kind === "referrers") return this.#referrers ? referrersOf(repository, rest) : fault(404, "UNSUPPORTED", "no");
    if (kind === "tags") return answer(200, JSON.stringify({ name, tags: [...repository.tags.keys()].sort() }));
    if (kind === "blobs") {
      const blob = repository.blobs.get(rest);
      return blob === undefined
        ? fault(404, "BLOB_UNKNOWN", "blob unknown to registry")
        : content(request, blob, "application/octet-stream", rest);
    }
    const digest = isValidDigest(rest) ? rest : repository.tags.get(rest);
    const manifest = digest === undefined ? undefined : repository.manifests.get(digest);
    if (manifest === undefined) return fault(404, "MANIFEST_UNKNOWN", "manifest unknown to registry");
    return content(request, manifest.bytes, manifest.mediaType, digest!);
  }

  #repository(name: string): Repository {
    let r = this.#repositories.get(name);
    if (r === undefined)
      this.#repositories.set(name, (r = { blobs: new Map(), manifests: new Map(), tags: new Map() }));
    return r;
  }

  async #upload(name: string, rest: string, request: HttpRequest, url: URL): Promise<HttpResponse> {
    if (request.method === "POST" && rest === "uploads/") {
      return answer(202, "", [["location", `/v2/${name}/blobs/uploads/${++this.#uploads}`]]);
    }
    if ((request.method as string) === "PATCH") {
      const part = request.body ?? new Uint8Array();
      const body = joined(this.#parts.get(rest), part);
      this.#parts.set(rest, body);
      return answer(202, "", [
        ["location", `/v2/${name}/blobs/${rest}`],
        ["range", `0-${Math.max(0, body.length - 1)}`],
      ]);
    }
    if (request.method !== "PUT") return fault(405, "UNSUPPORTED", "no way to upload");
    const want = url.searchParams.get("digest") ?? "";
    const body = joined(this.#parts.get(rest), request.body ?? new Uint8Array());
    this.#parts.delete(rest);
    if ((await digestOf(body)) !== want)
      return fault(400, "DIGEST_INVALID", "provided digest did not match uploaded content");
    this.#repository(name).blobs.set(want, body);
    return answer(201, "", [["docker-content-digest", want]]);
  }

  async #putManifest(name: string, tag: string, request: HttpRequest): Promise<HttpResponse> {
    const bytes = request.body ?? new Uint8Array();
    const digest = await digestOf(bytes);
    if (!isValidTag(tag) && tag !== digest) return fault(400, "MANIFEST_INVALID", "invalid tag");
    const repository = this.#repository(name);
    repository.manifests.set(digest, { bytes, mediaType: request.headers["content-type"] ?? "" });
    if (tag !== digest) repository.tags.set(tag, digest);
    return answer(201, "", [["docker-content-digest", digest]]);
  }
}

function joined(before: Uint8Array | undefined, part: Uint8Array): Uint8Array {
  if (before === undefined) return part;
  const out = new Uint8Array(before.length + part.length);
  out.set(before);
  out.set(part, before.length);
  return out;
}

function referrersOf({ manifests }: Repository, digest: string): HttpResponse {
  const found = [...manifests].flatMap(([own, { bytes, mediaType }]) => {
    const { subject, artifactType, annotations } = JSON.parse(new TextDecoder().decode(bytes)) as Record<
      string,
      unknown
    >;
    return (subject as { digest?: unknown } | undefined)?.digest === digest
      ? [{ mediaType, digest: own, size: bytes.length, artifactType, annotations }]
      : [];
  });
  const index = { schemaVersion: 2, mediaType: "application/vnd.oci.image.index.v1+json", manifests: found };
  // Other clients believe an index only if it is called one.
  return answer(200, JSON.stringify(index), [["content-type", index.mediaType]]);
}

function content(request: HttpRequest, bytes: Uint8Array, mediaType: string, digest: string): HttpResponse {
  const headers = new Map([
    ["content-type", mediaType],
    ["content-length", String(bytes.length)],
    ["docker-content-digest", digest],
  ]);
  return { status: 200, headers, body: request.method === "HEAD" ? new Uint8Array() : bytes };
}

function answer(status: number, body: string, headers: readonly (readonly [string, string])[] = []): HttpResponse {
  return {
    status,
    headers: new Map([["content-type", "application/json"], ...headers]),
    body: new TextEncoder().encode(body),
  };
}

function fault(status: number, code: string, message: string): HttpResponse {
  return answer(status, JSON.stringify({ errors: [{ code, message }] }));
}
