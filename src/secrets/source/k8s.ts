import { Secret } from "../secret.ts";
import { SECRET_CODE } from "../secret-code.ts";
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
    const slash = request.path.indexOf("/");
    const namespace = slash < 0 ? request.options.get("namespace") : request.path.slice(0, slash);
    const name = request.path.slice(slash + 1);
    const data = await host.cluster.readSecret(namespace, name);
    if (data === null) return notFound(request, `the cluster has no Secret ${request.path}`);
    const text = data.get(request.key);
    if (text === undefined)
      return notFound(request, `the Secret ${request.path} has no key ${request.key}`, {
        notes: [`its keys: ${[...data.keys()].sort().join(", ")}`],
      });
    return { value: new Secret(text, `k8s ${request.path}#${request.key}`), diagnostics: [] };
  },
};
