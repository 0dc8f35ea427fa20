// A cluster, opened from this machine: the kubeconfig's connection, its sockets, who we are.
import { clusterCode, tell, advise } from "../source/index.ts";
import { hostname, userInfo } from "node:os";
import { KubeClient, RecordStore, TransportFault, randomHex } from "../cluster/index.ts";
import type { ClusterContext, Connection, RequestTrace } from "../cluster/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { nodeClock } from "./node-clock.ts";
import { nodeDiscoveryCache } from "./node-discovery-cache.ts";
import { findConnection } from "./node-kube-config.ts";
import type { ClusterChoice } from "./node-kube-config.ts";
import { NodeKubeTransport } from "./node-kube-transport.ts";

export interface OpenedCluster {
  readonly connection: Connection;
  readonly transport: NodeKubeTransport;
  readonly client: KubeClient;
  readonly context: ClusterContext;
}

export interface OpenOptions extends Pick<ClusterContext, "redact" | "learn" | "emit"> {
  readonly version: string;
  readonly trace?: (line: RequestTrace) => void;
  /** The kubeconfig was named by a module or an environment: it may not run programs. */
  readonly foreign?: boolean;
}

export function openCluster(
  env: Readonly<Record<string, string | undefined>>,
  choice: ClusterChoice,
  options: OpenOptions,
): Outcome<OpenedCluster> {
  const found = findConnection(env, choice);
  if (found.value === undefined) return { diagnostics: found.diagnostics };
  const connection = found.value;
  if (options.foreign === true && connection.exec !== undefined && env["OPM_ALLOW_EXEC"] !== "1")
    return {
      diagnostics: [
        {
          ...tell(
            clusterCode.foreignExec,
            "the kubeconfig {file}, which the environment names, would run the program {command}",
            { file: connection.exec.file, command: connection.exec.command },
          ),
          severity: "error",
          hint: advise(
            clusterCode.foreignExec,
            "give the kubeconfig yourself with --kubeconfig, or set OPM_ALLOW_EXEC=1 if you trust it",
          ),
        },
      ],
    };
  try {
    const transport = new NodeKubeTransport(connection, env, `opm/${options.version}`);
    const client = new KubeClient({
      server: connection.server,
      transport,
      clock: nodeClock,
      cache: nodeDiscoveryCache(env, connection.server, connection.user),
      ...(options.trace && { trace: options.trace }),
    });
    const seconds = Number(env["OPM_LEASE_SECONDS"]);
    const { redact, learn, emit } = options;
    const context: ClusterContext = {
      api: client,
      store: new RecordStore(client, options.version),
      clock: nodeClock,
      holder: `${whoami()}, process ${process.pid} (${randomHex(4)})`,
      by: whoami(),
      ...(seconds >= 1 && { leaseSeconds: seconds }),
      redact,
      learn,
      emit,
    };
    return { value: { connection, transport, client, context }, diagnostics: [] };
  } catch (error) {
    if (error instanceof TransportFault) return { diagnostics: [faultDiagnostic(error)] };
    throw error;
  }
}

export function faultDiagnostic(fault: TransportFault): Diagnostic {
  const codes = {
    connect: clusterCode.unreachable,
    reset: clusterCode.unreachable,
    timeout: clusterCode.unreachable,
    proxy: clusterCode.unreachable,
    certificate: clusterCode.certificate,
    credential: clusterCode.credential,
  };
  return {
    code: codes[fault.kind],
    message: fault.message,
    severity: "error",
    ...(fault.hint !== undefined && { hint: fault.hint }),
  };
}

function whoami(): string {
  let user = "somebody";
  try {
    user = userInfo().username;
  } catch {
    // a user without a name, as in some containers
  }
  return `${user}@${hostname()}`;
}
