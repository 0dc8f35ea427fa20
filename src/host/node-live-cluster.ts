// Single values of a cluster: Secrets that values refer to, fields that environments ask for. Nothing is loaded or asked
// before a value is.
import { resolve } from "node:path";
import type { ClusterTarget, OpenSecretCluster } from "../secrets/index.ts";
import { tell } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { LiveQuery } from "../values/index.ts";
import type { OpenedCluster } from "./node-cluster.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface LiveCluster {
  readonly secrets: OpenSecretCluster;
  query(target: ClusterTarget, query: LiveQuery): Promise<Outcome<{ text: string; secret: boolean } | null>>;
}

export function nodeLiveCluster(env: Environment, cwd: string): LiveCluster {
  const opened = new Map<string, Promise<Outcome<OpenedCluster>>>();
  const open = (target: ClusterTarget): Promise<Outcome<OpenedCluster>> => {
    const { kubeconfig, context, foreign = false } = target;
    const key = JSON.stringify([kubeconfig, context, foreign]);
    let found = opened.get(key);
    if (found === undefined) {
      found = import("./node-cluster.ts").then(({ openCluster }) =>
        openCluster(
          env,
          {
            ...(kubeconfig !== undefined && { kubeconfig: resolve(cwd, kubeconfig) }),
            ...(context !== undefined && { context }),
          },
          {
            version: "live",
            redact: (text) => text,
            learn: () => {},
            emit: () => {},
            foreign,
          },
        ),
      );
      opened.set(key, found);
    }
    return found;
  };
  return {
    secrets: (target) => ({
      async readSecret(namespace, name) {
        const read = await readObject(open, target, {
          apiVersion: "v1",
          kind: "Secret",
          ...(namespace !== undefined && { namespace }),
          name,
        });
        if (read.value === undefined || read.value === null)
          return { value: read.value, diagnostics: read.diagnostics };
        const out = new Map<string, string>();
        for (const [key, text] of Object.entries((read.value["data"] ?? {}) as Record<string, unknown>)) {
          const decoded = typeof text === "string" ? decode(text) : undefined;
          if (decoded !== undefined) out.set(key, decoded);
        }
        return { value: out, diagnostics: [] };
      },
    }),
    async query(target, query) {
      const read = await readObject(open, target, query);
      if (read.value === undefined || read.value === null) return { value: read.value, diagnostics: read.diagnostics };
      const found = fieldAt(read.value, query.path);
      if (found === undefined || found === null) return { value: null, diagnostics: [] };
      const secret = query.kind === "Secret" && query.apiVersion === "v1";
      const text = typeof found === "object" ? JSON.stringify(found) : String(found);
      const isData = secret && /^(data|\.data)\b/.test(query.path);
      return { value: { text: isData || query.decode ? (decode(text) ?? text) : text, secret }, diagnostics: [] };
    },
  };
}

async function readObject(
  open: (target: ClusterTarget) => Promise<Outcome<OpenedCluster>>,
  target: ClusterTarget,
  query: Pick<LiveQuery, "apiVersion" | "kind" | "namespace" | "name">,
): Promise<Outcome<Readonly<Record<string, unknown>> | null>> {
  const { value: cluster, diagnostics } = await open(target);
  if (cluster === undefined) return { diagnostics };
  const { ApiError, TransportFault } = await import("../cluster/index.ts");
  const { clusterCode } = await import("../source/index.ts");
  const what = `${query.kind} ${query.name}`;
  const failed = (message: string): Outcome<never> => {
    const diagnostic: Diagnostic = {
      ...tell(clusterCode.runtimeQuery, "{what} cannot be read: {problem}", { what, problem: message }),
      severity: "error",
    };
    return { diagnostics: [diagnostic] };
  };
  try {
    const resource = (await cluster.client.resources()).find(query.apiVersion, query.kind);
    if (resource === undefined) return failed(`the server does not serve ${query.apiVersion} ${query.kind}`);
    const namespace = query.namespace ?? target.namespace ?? cluster.connection.namespace ?? "default";
    const found = await cluster.client.get(resource, resource.namespaced ? namespace : "", query.name);
    return { value: found ?? null, diagnostics: [] };
  } catch (error) {
    if (error instanceof TransportFault) return failed(error.message);
    // The server's words about a Secret may hold what is in it.
    if (error instanceof ApiError)
      return failed(error.code === 403 ? "you may not read it" : `the server answered ${error.code}`);
    throw error;
  }
}

/** `data.host`, `spec.ports[0].port`, `data["a.b"]`; a name with dots is found too. */
function fieldAt(object: unknown, path: string): unknown {
  const steps = [...path.matchAll(/"([^"]*)"|[^."[\]]+/g)].map((found) => found[1] ?? found[0]);
  let here = object;
  for (let i = 0; i < steps.length;) {
    if (typeof here !== "object" || here === null) return undefined;
    let length = steps.length - i;
    while (length > 1 && !(steps.slice(i, i + length).join(".") in here)) length--;
    here = (here as Record<string, unknown>)[steps.slice(i, i + length).join(".")];
    i += length;
  }
  return here;
}

/** Text that is no UTF-8 is none. */
function decode(text: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64"));
  } catch {
    return undefined;
  }
}
