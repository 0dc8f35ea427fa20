// All sources by name, and fetching with each request made once.
import { tell, advise } from "../../source/index.ts";
import type { Outcome, Place } from "../../source/index.ts";
import type { Secret } from "../secret.ts";
import { SECRET_CODE } from "../secret-code.ts";
import { envSource } from "./env.ts";
import { fileSource } from "./file.ts";
import { k8sSource } from "./k8s.ts";
import { parseRequest } from "./request.ts";
import type { SecretRequest } from "./request.ts";
import type { ClusterTarget, SecretSource, SourceHost } from "./secret-source.ts";
import { sopsSource } from "./sops.ts";

export const SECRET_SOURCES: readonly SecretSource[] = [envSource, fileSource, sopsSource, k8sSource];

export class SecretFetcher {
  readonly #host: SourceHost;
  readonly #sources = new Map<string, SecretSource>();
  readonly #fetched = new Map<string, Promise<Outcome<Secret>>>();

  constructor(host: SourceHost, sources: readonly SecretSource[] = SECRET_SOURCES) {
    this.#host = host;
    for (const source of sources) this.#sources.set(source.name, source);
  }

  /** Fetches what an attribute asks for; bound, to be passed on. */
  readonly fetchTag = (attribute: string, place: Place, target?: ClusterTarget): Promise<Outcome<Secret>> => {
    const request = parseRequest(attribute, place);
    if ("severity" in request) return Promise.resolve({ diagnostics: [request] });
    return this.fetch(target === undefined ? request : { ...request, target });
  };

  fetch(request: SecretRequest): Promise<Outcome<Secret>> {
    const source = this.#sources.get(request.source);
    if (source === undefined) {
      const known = [...this.#sources.keys()].sort();
      const inCluster = /^(?:k8s-)?(?:eso|csi)$/.test(request.source);
      return Promise.resolve({
        diagnostics: [
          {
            ...(inCluster
              ? tell(
                  SECRET_CODE.unknownSource,
                  "{attribute}: the value is fetched in the cluster alone, so the tag can only stand for a whole #Secret",
                  { attribute: request.attribute },
                )
              : tell(SECRET_CODE.unknownSource, "{attribute}: cannot fetch from the source {source}", {
                  attribute: request.attribute,
                  source: JSON.stringify(request.source),
                })),
            severity: "error",
            ...(request.place && { places: [request.place] }),
            notes: [`fetched here: ${known.join(", ")}; in the cluster, for a #Secret: csi, eso`],
            ...(inCluster && {
              hint: advise(
                SECRET_CODE.unknownSource,
                "give the field of type #Secret nothing but the tag: password: _ {attribute}",
                { attribute: request.attribute },
              ),
            }),
          },
        ],
      });
    }
    // The file that names a path decides what a relative path means.
    const id = JSON.stringify([
      request.source,
      request.path,
      request.key,
      [...request.options],
      request.place?.file.name,
      request.source === "k8s" ? request.target : undefined,
    ]);
    let found = this.#fetched.get(id);
    if (found === undefined) this.#fetched.set(id, (found = source.fetch(request, this.#host)));
    return found;
  }
}
