// Where the kubeconfig is on this machine, and the service account of a pod.
import { clusterCode, tell, advise } from "../source/index.ts";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { connectionOf, mergeKubeconfigs } from "../cluster/index.ts";
import type { Connection, Kubeconfig, KubeconfigFile } from "../cluster/index.ts";
import type { Outcome } from "../source/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface ClusterChoice {
  /** One file, and no other. */
  readonly kubeconfig?: string;
  readonly context?: string;
}

const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The flag's file alone, else those of KUBECONFIG, else the user's own; undefined where there is none. */
export function readKubeconfigs(env: Environment, choice: ClusterChoice): Outcome<Kubeconfig | undefined> {
  const { kubeconfig } = choice;
  if (kubeconfig !== undefined) {
    const text = readText(kubeconfig);
    if (text === undefined)
      return {
        diagnostics: [
          {
            ...tell(clusterCode.kubeconfig, "cannot read the kubeconfig {kubeconfig}", { kubeconfig }),
            severity: "error",
          },
        ],
      };
    return mergeKubeconfigs([{ path: kubeconfig, text }]);
  }
  const named = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  const paths = named.length > 0 ? named : [join(env["HOME"] || env["USERPROFILE"] || homedir(), ".kube", "config")];
  const files = paths.flatMap((path): KubeconfigFile[] => {
    const text = readText(path);
    return text === undefined ? [] : [{ path, text }];
  });
  return files.length === 0 ? { value: undefined, diagnostics: [] } : mergeKubeconfigs(files);
}

/** What to connect with; without any kubeconfig the service account of the pod that this runs in. */
export function findConnection(env: Environment, choice: ClusterChoice): Outcome<Connection> {
  const read = readKubeconfigs(env, choice);
  if (read.diagnostics.length > 0) return { diagnostics: read.diagnostics };
  if (read.value !== undefined) return connectionOf(read.value, choice.context);
  const inside = inCluster(env);
  if (inside !== undefined && choice.context === undefined) return { value: inside, diagnostics: [] };
  return {
    diagnostics: [
      {
        ...tell(clusterCode.noCluster, "no cluster is configured: there is no kubeconfig"),
        severity: "error",
        hint: advise(clusterCode.noCluster, "give one with --kubeconfig or KUBECONFIG, or put it at ~/.kube/config"),
      },
    ],
  };
}

function inCluster(env: Environment): Connection | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  if (!host || !port || readText(`${serviceAccount}/token`) === undefined) return undefined;
  return {
    context: "in-cluster",
    server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    namespace: readText(`${serviceAccount}/namespace`)?.trim(),
    ca: { file: `${serviceAccount}/ca.crt` },
    tokenFile: `${serviceAccount}/token`,
    insecure: false,
    user: "in-cluster",
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // absent and unreadable are one to the caller, who names the path
  }
}
