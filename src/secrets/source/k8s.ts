import { SECRET_CODE } from "../secret-code.ts";
import { readLive } from "./live-secret.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";

/** `@secret(source=k8s, path="[namespace/]name", key=password)`: a Secret of the cluster, read now. */
export const k8sSource: SecretSource = {
  name: "k8s",
  async fetch(request, host) {
    if (host.cluster === undefined)
      return {
        diagnostics: [
          {
            code: SECRET_CODE.unavailable,
            severity: "error",
            message: `${request.attribute}: no cluster is available to read the Secret from`,
            ...(request.place && { places: [request.place] }),
            hint: 'to leave it in the cluster, give a reference: {source: "k8s", path: "name", remoteKey: "key"}',
          },
        ],
      };
    if (request.key === undefined) return notFound(request, `${request.attribute}: key is expected`);
    const { path, key, options, target = {} } = request;
    const slash = path.indexOf("/");
    const namespace = slash < 0 ? (options.get("namespace") ?? target.namespace) : path.slice(0, slash);
    const live = await readLive(host.cluster(target), namespace, path.slice(slash + 1), key);
    if (live.kind === "found") return { value: live.secret, diagnostics: [] };
    if (live.kind === "absent") return notFound(request, live.message, live.notes ? { notes: live.notes } : {});
    const { place } = request;
    return { diagnostics: live.diagnostics.map((d) => ({ ...(place && { places: [place] }), ...d })) };
  },
};
