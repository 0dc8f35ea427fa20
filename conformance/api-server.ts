// A Kubernetes API server as a judge of manifests: it says whether it would take an object, and stores nothing.
import { readFileSync } from "node:fs";
import { request } from "node:https";

export interface ApiServer {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The server that OPM_KUBE_URL, OPM_KUBE_CA and OPM_KUBE_TOKEN name, or the variables of the judge's own `env` file. */
export function namedApiServer(env: NodeJS.ProcessEnv): ApiServer | undefined {
  const url = env["OPM_KUBE_URL"] ?? env["KUBE_URL"];
  const ca = env["OPM_KUBE_CA"] ?? env["KUBE_CA"];
  const token = env["OPM_KUBE_TOKEN"] ?? env["KUBE_ADMIN_TOKEN"];
  return url && ca && token ? { url, ca: readFileSync(ca, "utf8"), token } : undefined;
}

interface Resource {
  readonly path: string;
  readonly namespaced: boolean;
}

export class ApiJudge {
  readonly #server: ApiServer;
  readonly #versions = new Map<string, Promise<ReadonlyMap<string, Resource>>>();
  readonly #namespaces = new Map<string, Promise<void>>();

  constructor(server: ApiServer) {
    this.#server = server;
  }

  /** What the server has against an object: nothing, a text, or `undefined` where it does not know the kind. */
  async faultOf(object: KubeObject): Promise<string | null | undefined> {
    const { apiVersion, kind, metadata } = object;
    const resource = (await this.#resources(apiVersion)).get(kind);
    if (resource === undefined) return undefined;
    const namespace = resource.namespaced ? (metadata.namespace ?? "default") : undefined;
    if (namespace !== undefined) await this.#namespace(namespace);
    const folder = `${root(apiVersion)}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${resource.path}`;
    const { status, body } = await this.#call("POST", `${folder}?dryRun=All&fieldValidation=Strict`, object);
    return status === 201 ? null : `${status} ${(body as { message?: string }).message ?? JSON.stringify(body)}`;
  }

  #resources(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    let known = this.#versions.get(apiVersion);
    if (known === undefined) this.#versions.set(apiVersion, (known = this.#discover(apiVersion)));
    return known;
  }

  async #discover(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const { status, body } = await this.#call("GET", root(apiVersion));
    if (status === 404) return new Map();
    if (status !== 200) throw new Error(`${root(apiVersion)}: ${status} ${JSON.stringify(body)}`);
    const { resources } = body as { resources: { name: string; kind: string; namespaced: boolean }[] };
    const whole = resources.filter(({ name }) => !name.includes("/"));
    return new Map(whole.map(({ name, kind, namespaced }) => [kind, { path: name, namespaced }]));
  }

  /** Even what is only tried needs a namespace that is there. */
  #namespace(name: string): Promise<void> {
    let made = this.#namespaces.get(name);
    if (made === undefined) this.#namespaces.set(name, (made = this.#makeNamespace(name)));
    return made;
  }

  async #makeNamespace(name: string): Promise<void> {
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    const { status, body } = await this.#call("POST", "/api/v1/namespaces", object);
    if (status !== 201 && status !== 409) throw new Error(`namespace ${name}: ${status} ${JSON.stringify(body)}`);
  }

  #call(method: string, path: string, object?: object): Promise<{ status: number; body: unknown }> {
    const { url, ca, token } = this.#server;
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        Accept: "application/json",
        "Content-Type": "application/json",
      };
      const call = request(`${url.replace(/\/$/, "")}${path}`, { method, ca, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(parts).toString()) }),
        );
      });
      call.on("error", reject);
      call.end(object === undefined ? undefined : JSON.stringify(object));
    });
  }
}

/** Some refusals are plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

function root(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
