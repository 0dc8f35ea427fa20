import { SECRET_CODE } from "../secret-code.ts";
import { readLive } from "./live-secret.ts";
import { notFound } from "./secret-source.ts";
import type { SecretSource } from "./secret-source.ts";
import { tell, advise } from "../../source/index.ts";

/** `@secret(source=k8s, path="[namespace/]name", key=password)`: a Secret of the cluster, read now. */
export const k8sSource: SecretSource = {
  name: "k8s",
  async fetch(request, host) {
    if (host.cluster === undefined)
      return {
        diagnostics: [
          {
            ...tell(SECRET_CODE.unavailable, "{attribute}: no cluster is available to read the Secret from", {
              attribute: request.attribute,
            }),
            severity: "error",
            ...(request.place && { places: [request.place] }),
            hint: advise(
              SECRET_CODE.unavailable,
              'to leave it in the cluster, give a reference: {source: "k8s", path: "name", remoteKey: "key"}',
            ),
          },
        ],
      };
    if (request.key === undefined)
      return notFound(
        request,
        tell(SECRET_CODE.notFound, "{attribute}: key is expected", { attribute: request.attribute }),
      );
    const { path, key, options, target = {} } = request;
    const slash = path.indexOf("/");
    const namespace = slash < 0 ? (options.get("namespace") ?? target.namespace) : path.slice(0, slash);
    const live = await readLive(host.cluster(target), namespace, path.slice(slash + 1), key);
    if (live.kind === "found") return { value: live.secret, diagnostics: [] };
    if (live.kind === "absent")
      return notFound(
        request,
        tell(SECRET_CODE.notFound, "{problem}", { problem: live.message }),
        live.notes ? { notes: live.notes } : {},
      );
    const { place } = request;
    return { diagnostics: live.diagnostics.map((d) => ({ ...(place && { places: [place] }), ...d })) };
  },
};
