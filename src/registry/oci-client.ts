/** The part of the OCI distribution protocol that modules need: manifests, blobs, tags, and their upload. */
import { failure, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import type { Reason } from "../source/index.ts";
import { Authenticator } from "./auth.ts";
import { digestOf } from "./digest.ts";
import { Reach } from "./reach.ts";
import { isValidDigest, isValidTag } from "./reference.ts";
import { noCredentials } from "./transport.ts";
import type { CredentialSource, HttpRequest, HttpResponse, HttpTransport } from "./transport.ts";

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly schemaVersion: 2;
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
}

interface ManifestContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly digest: string;
}

export const manifestMediaType = "application/vnd.oci.image.manifest.v1+json";

export const indexMediaType = "application/vnd.oci.image.index.v1+json";

const manifestLimit = 4 << 20;
const redirectLimit = 5;
const pageLimit = 100;
const tagLimit = 100_000;
/** Of one operation with all its requests. Content gets more, because it may be large and lines slow. */
const patience = 60_000;
const patienceForContent = 600_000;

export interface OciClientOptions {
  readonly transport: HttpTransport;
  readonly credentials?: CredentialSource;
  readonly userAgent?: string;
  /** Hosts that the user has configured for plain HTTP. */
  readonly plainHosts?: ReadonlySet<string>;
}

/** A client of one registry host. */
export class OciClient {
  readonly #base: string;
  readonly #host: string;
  readonly #reach: Reach;
  readonly #transport: HttpTransport;
  readonly #auth: Authenticator;
  readonly #userAgent: string;

  constructor(host: string, insecure: boolean, options: OciClientOptions) {
    this.#host = host;
    this.#reach = new Reach(host, insecure, options.plainHosts);
    this.#base = `${insecure ? "http" : "https"}://${host}`;
    this.#transport = options.transport;
    this.#auth = new Authenticator(options.transport, options.credentials ?? noCredentials);
    this.#userAgent = options.userAgent ?? "opm";
  }

  /** `actions`: what else the same login will be needed for. */
  /** Whether the registry takes the credentials that there are. */
  async ping(): Promise<Result<"ok" | "refused">> {
    const answer = await this.#send("", "", {
      method: "GET",
      url: `${this.#base}/v2/`,
      headers: {},
      maxBytes: manifestLimit,
    });
    if (!answer.ok) return answer;
    const { status } = answer.value;
    if (status === 401 || status === 403) return success("refused");
    return status === 200 ? success("ok") : httpFailure(answer.value);
  }

  async getManifest(repository: string, reference: string, actions = "pull"): Promise<Result<ManifestContent>> {
    const answer = await this.#send(repository, actions, {
      method: "GET",
      url: `${this.#base}/v2/${repository}/manifests/${reference}`,
      headers: {
        accept: `${manifestMediaType}, application/vnd.docker.distribution.manifest.v2+json, ${indexMediaType}`,
      },
      maxBytes: manifestLimit,
    });
    if (!answer.ok) return answer;
    const response = answer.value;
    if (response.status !== 200) return httpFailure(response);
    const digest = await digestOf(response.body);
    const claimed = response.headers.get("docker-content-digest") ?? (isValidDigest(reference) ? reference : undefined);
    if (claimed !== undefined && claimed !== digest) {
      return failure(`digest mismatch in manifest ${repository}:${reference}: got ${digest}, want ${claimed}`);
    }
    const mediaType = (response.headers.get("content-type") ?? "").split(";")[0]!.trim();
    return success({ bytes: response.body, mediaType, digest });
  }

  /** The content, its size and digest checked. */
  async getBlob(repository: string, descriptor: Descriptor, limit: number): Promise<Result<Uint8Array>> {
    if (!isValidDigest(descriptor.digest)) return failure(`unsupported digest ${JSON.stringify(descriptor.digest)}`);
    if (!Number.isInteger(descriptor.size) || descriptor.size < 0 || descriptor.size > limit) {
      return failure(`content is too large (${descriptor.size} bytes; limit is ${limit} bytes)`);
    }
    const answer = await this.#send(repository, "pull", {
      method: "GET",
      url: `${this.#base}/v2/${repository}/blobs/${descriptor.digest}`,
      headers: { accept: "*/*" },
      maxBytes: descriptor.size,
      deadline: Date.now() + patienceForContent,
    });
    if (!answer.ok) return answer;
    const response = answer.value;
    if (response.status !== 200) return httpFailure(response);
    if (response.body.length !== descriptor.size) {
      return failure(
        `size mismatch in blob ${descriptor.digest}: got ${response.body.length} bytes, want ${descriptor.size}`,
      );
    }
    const digest = await digestOf(response.body);
    if (digest !== descriptor.digest)
      return failure(`digest mismatch in blob: got ${digest}, want ${descriptor.digest}`);
    return success(response.body);
  }

  /** All tags; none if the repository does not exist. */
  async tags(repository: string): Promise<Result<string[]>> {
    const tags: string[] = [];
    const deadline = Date.now() + patience;
    let url: string | undefined = `${this.#base}/v2/${repository}/tags/list?n=1000`;
    for (let page = 0; url !== undefined; page++) {
      if (page === pageLimit) return failure(`tag list has more than ${pageLimit} pages`);
      const answer: Result<HttpResponse> = await this.#send(repository, "pull", {
        method: "GET",
        url,
        headers: { accept: "application/json" },
        maxBytes: manifestLimit,
        deadline,
      });
      if (!answer.ok) return answer;
      if (answer.value.status === 404 || answer.value.status === 403) return success(tags);
      if (answer.value.status !== 200) return httpFailure(answer.value);
      const body = parseJson(answer.value.body) as { tags?: unknown } | undefined;
      if (body === undefined) return failure("cannot decode tag list");
      if (Array.isArray(body.tags)) for (const t of body.tags) if (typeof t === "string" && isValidTag(t)) tags.push(t);
      if (tags.length > tagLimit) return failure(`tag list has more than ${tagLimit} tags`);
      const next: URL | undefined = nextPage(answer.value.headers.get("link"), url);
      if (next !== undefined && !this.#reach.isOwn(next))
        return failure(`tag list goes on at another host, ${next.host}`);
      url = next?.href;
    }
    return success(tags);
  }

  async pushBlob(repository: string, mediaType: string, content: Uint8Array): Promise<Result<Descriptor>> {
    const descriptor: Descriptor = { mediaType, digest: await digestOf(content), size: content.length };
    const head = await this.#send(repository, "pull,push", {
      method: "HEAD",
      url: `${this.#base}/v2/${repository}/blobs/${descriptor.digest}`,
      headers: {},
    });
    if (head.ok && head.value.status === 200) return success(descriptor);
    const start = await this.#send(repository, "pull,push", {
      method: "POST",
      url: `${this.#base}/v2/${repository}/blobs/uploads/`,
      headers: { "content-length": "0" },
      maxBytes: manifestLimit,
    });
    if (!start.ok) return start;
    const location = start.value.headers.get("location");
    if (start.value.status !== 202 || location === undefined) return httpFailure(start.value);
    if (!URL.canParse(location, `${this.#base}/`)) return failure("registry gives no valid address for an upload");
    const url = new URL(location, `${this.#base}/`);
    const refused = this.#reach.refusal(url, "upload");
    if (refused !== undefined) return failure(refused);
    url.searchParams.set("digest", descriptor.digest);
    const put = await this.#send(repository, "pull,push", {
      method: "PUT",
      url: url.href,
      headers: { "content-type": "application/octet-stream" },
      body: content,
      maxBytes: manifestLimit,
      deadline: Date.now() + patienceForContent,
    });
    if (!put.ok) return put;
    return put.value.status === 201 ? success(descriptor) : httpFailure(put.value);
  }

  async pushManifest(
    repository: string,
    tag: string,
    content: Uint8Array,
    mediaType = manifestMediaType,
  ): Promise<Result<string>> {
    const put = await this.#send(repository, "pull,push", {
      method: "PUT",
      url: `${this.#base}/v2/${repository}/manifests/${tag}`,
      headers: { "content-type": mediaType },
      body: content,
      maxBytes: manifestLimit,
    });
    if (!put.ok) return put;
    return put.value.status === 201 ? success(await digestOf(content)) : httpFailure(put.value);
  }

  /**
   * Manifests that refer to another one. A registry without the referrers API keeps them in an index under a tag that
   * is named after the digest; writers keep that up to date.
   */
  async referrers(repository: string, digest: string): Promise<Result<readonly Descriptor[]>> {
    const answer = await this.#send(repository, "pull", {
      method: "GET",
      url: `${this.#base}/v2/${repository}/referrers/${digest}`,
      headers: { accept: indexMediaType },
      maxBytes: manifestLimit,
    });
    if (!answer.ok) return answer;
    if (answer.value.status === 200) return success(descriptorsOf(answer.value.body));
    const index = await this.referrersTag(repository, digest);
    return index.ok ? success(index.value) : index;
  }

  /** Whether the registry itself keeps track of them. */
  async hasReferrersApi(repository: string, digest: string): Promise<boolean> {
    const answer = await this.#send(repository, "pull", {
      method: "GET",
      url: `${this.#base}/v2/${repository}/referrers/${digest}`,
      headers: { accept: indexMediaType },
      maxBytes: manifestLimit,
    });
    return answer.ok && answer.value.status === 200;
  }

  /** The index under the fallback tag; empty if there is none. */
  async referrersTag(repository: string, digest: string): Promise<Result<readonly Descriptor[]>> {
    const found = await this.getManifest(repository, digest.replace(":", "-"));
    if (!found.ok) return found.fault.notFound === true ? success([]) : found;
    return success(descriptorsOf(found.value.bytes));
  }

  /** One request with redirects and, if the registry itself asks for it, authentication. */
  async #send(repository: string, actions: string, asked: HttpRequest): Promise<Result<HttpResponse>> {
    const scope = repository === "" ? "" : `repository:${repository}:${actions}`;
    const deadline = asked.deadline ?? Date.now() + patience;
    const request = { ...asked, deadline };
    try {
      const first = await this.#follow(request, this.#auth.known(this.#host, scope));
      let { response } = first;
      const challenge = response.headers.get("www-authenticate");
      // Where a redirect or an upload's location led is somebody else, who gets no answer.
      if (response.status === 401 && challenge !== undefined && first.own) {
        const header = await this.#auth.answer(this.#host, scope, challenge, this.#reach, deadline);
        if (header !== undefined) ({ response } = await this.#follow(request, header));
      }
      return success(response);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return failure(`${request.method} ${request.url}: ${why}`, false, trouble("unreachable"));
    }
  }

  async #follow(
    request: HttpRequest,
    authorization: string | undefined,
  ): Promise<{ response: HttpResponse; own: boolean }> {
    let target = new URL(request.url);
    for (let hops = 0; ; hops++) {
      const own = this.#reach.isOwn(target);
      const headers: Record<string, string> = { ...request.headers, "user-agent": this.#userAgent };
      if (authorization !== undefined && own) headers["authorization"] = authorization;
      const response = await this.#transport({ ...request, url: target.href, headers });
      const location = response.headers.get("location");
      const redirect =
        response.status === 301 || response.status === 302 || response.status === 307 || response.status === 308;
      if (!redirect || location === undefined || (request.method !== "GET" && request.method !== "HEAD"))
        return { response, own };
      if (hops === redirectLimit) throw new Error("too many redirects");
      if (!URL.canParse(location, target.href)) throw new Error("redirect to no valid address");
      target = new URL(location, target.href);
      const refused = this.#reach.refusal(target, "redirect");
      if (refused !== undefined) throw new Error(refused);
    }
  }
}

function nextPage(link: string | undefined, current: string): URL | undefined {
  const m = link === undefined ? null : /<([^>]{1,4096})>\s*;\s*rel="?next"?/.exec(link);
  if (m === null) return undefined;
  return URL.canParse(m[1]!, current) ? new URL(m[1]!, current) : undefined;
}

/** The registry's own words if it sent any: `404 Not Found: name unknown: repository name not known to registry`. */
function httpFailure(response: HttpResponse): ReturnType<typeof failure> {
  const status = `${response.status} ${statusText.get(response.status) ?? ""}`.trim();
  const body = parseJson(response.body) as { errors?: { code?: unknown; message?: unknown }[] } | undefined;
  const first = Array.isArray(body?.errors) ? body.errors[0] : undefined;
  let message = status;
  if (first !== undefined && typeof first.code === "string") {
    message += `: ${first.code.toLowerCase().replaceAll("_", " ")}`;
    if (typeof first.message === "string" && first.message !== "") message += `: ${first.message}`;
  }
  const absent = response.status === 404 || response.status === 403;
  return failure(message, absent, response.status === 404 ? "import" : answered(response.status));
}

const trouble = (what: "unreachable" | "refused" | "damaged", status?: number): Reason => ({
  kind: "registry",
  args: { trouble: what, ...(status !== undefined && { status }) },
});

/** An answer that is no content: it may be another one later, after a login, or never. */
function answered(status: number): Reason {
  if (status === 401 || status === 403) return trouble("refused", status);
  return trouble(status === 429 || status >= 500 ? "unreachable" : "damaged", status);
}

const statusText: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [413, "Request Entity Too Large"],
  [429, "Too Many Requests"],
  [500, "Internal Server Error"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
]);

export function parseJson(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function descriptorsOf(bytes: Uint8Array): Descriptor[] {
  const index = parseJson(bytes) as { manifests?: unknown } | undefined;
  if (!Array.isArray(index?.manifests)) return [];
  return index.manifests.filter((x): x is Descriptor => {
    const d = x as Partial<Descriptor> | null;
    return typeof d?.digest === "string" && isValidDigest(d.digest) && typeof d.mediaType === "string";
  });
}
