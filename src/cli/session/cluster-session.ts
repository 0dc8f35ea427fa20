// A cluster for a command: chosen by environment, flag and settings; everything it says passes the redactor.
import { clusterCode, tell, advise } from "../../source/index.ts";
import { resolve } from "node:path";
import { ApiError, TransportFault, isRecord } from "../../cluster/index.ts";
import type { ClusterContext, KubeObject, RunEvent } from "../../cluster/index.ts";
import type { OpenedCluster } from "../../host/node-cluster.ts";
import { Secret } from "../../secrets/index.ts";
import type { Redactor } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import type { ClusterWish } from "./cluster-target.ts";

export interface ClusterSession {
  readonly cluster: OpenedCluster;
  readonly context: ClusterContext;
}

/** Clusters by context: releases to one cluster share its connections. */
export class ClusterSessions {
  readonly #command: CommandContext;
  readonly #redactor: Redactor;
  readonly #emit: (event: RunEvent) => void;
  readonly #open = new Map<string, ClusterSession>();

  constructor(command: CommandContext, redactor: Redactor, emit: (event: RunEvent) => void) {
    this.#command = command;
    this.#redactor = redactor;
    this.#emit = emit;
  }

  /** Undefined if it cannot be, which is told. */
  async open(wish: ClusterWish): Promise<ClusterSession | undefined> {
    const { io, version, report } = this.#command;
    const wrong = contextProblem(wish);
    if (wrong !== undefined) {
      report([wrong]);
      return undefined;
    }
    const context = wish.environment?.kubeContext ?? wish.context;
    const own = wish.environment?.kubeConfig;
    const kubeconfig = wish.kubeconfig ?? own;
    const key = JSON.stringify([kubeconfig, context]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const { openCluster } = await import("../../host/node-cluster.ts");
    const redact = (text: string): string => neutralise(this.#redactor.redact(text));
    const opened = openCluster(
      io.env,
      {
        ...(kubeconfig !== undefined && { kubeconfig: resolve(io.cwd, kubeconfig) }),
        ...(context !== undefined && { context }),
      },
      {
        version,
        redact,
        learn: (object) => learnSecret(object, this.#redactor),
        emit: this.#emit,
        foreign: wish.kubeconfig === undefined && own !== undefined,
      },
    );
    report(opened.diagnostics);
    if (opened.value === undefined) return undefined;
    const session = { cluster: opened.value, context: opened.value.context };
    this.#open.set(key, session);
    return session;
  }

  close(): void {
    for (const { cluster } of this.#open.values()) cluster.transport.close();
  }
}

/** The environment says which cluster it is; another one is never meant. */
function contextProblem({ environment, contextFlag }: ClusterWish): Diagnostic | undefined {
  if (environment === undefined || contextFlag === undefined || contextFlag === environment.kubeContext)
    return undefined;
  return {
    ...tell(
      clusterCode.otherContext,
      "the environment {environment} is in the context {kubeContext}; {contextFlag} is another cluster",
      { environment: environment.name, kubeContext: environment.kubeContext, contextFlag },
    ),
    severity: "error",
    hint: advise(clusterCode.otherContext, "leave --context out, or choose another environment"),
  };
}

/** What the cluster keeps in Secrets is hidden from now on, as it is stored and as it is meant. */
function learnSecret(object: KubeObject, redactor: Redactor): void {
  if (object.kind !== "Secret" || object.apiVersion !== "v1" || object["type"] === "opmodel.dev/release") return;
  const origin = `the Secret ${object.metadata.name}`;
  for (const text of Object.values(isRecord(object["data"]) ? object["data"] : {})) {
    if (typeof text !== "string") continue;
    redactor.add(new Secret(text, origin));
    const bytes = Buffer.from(text, "base64");
    redactor.add(new Secret(bytes.toString("utf8"), origin));
  }
}

/** Runs what asks a cluster; silence and refusals become messages. */
export async function guarded(
  { report }: CommandContext,
  session: ClusterSession,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const diagnostic = await failureOf(error, session);
    if (diagnostic === undefined) throw error;
    report([diagnostic]);
    return exitCode.validation;
  }
}

export async function failureOf(error: unknown, { cluster }: ClusterSession): Promise<Diagnostic | undefined> {
  const { server, context, user } = cluster.connection;
  const notes = [`context ${context}, user ${user}, server ${server}`];
  if (error instanceof TransportFault) {
    const { faultDiagnostic } = await import("../../host/node-cluster.ts");
    return { ...faultDiagnostic(error), notes };
  }
  if (!(error instanceof ApiError)) return undefined;
  const message = cluster.context.redact(error.words).slice(0, 1000);
  if (error.code === 401)
    return {
      ...tell(clusterCode.unauthorized, "the server does not accept the credentials"),
      severity: "error",
      notes: [...notes, ...[cluster.transport.credentialDoubt() ?? []].flat()],
      hint: advise(clusterCode.unauthorized, "log in again, or look at the user of the context in the kubeconfig"),
    };
  if (error.code === 403)
    return {
      ...tell(clusterCode.forbidden, "the server does not allow it: {problem}", { problem: message }),
      severity: "error",
      notes,
    };
  return {
    ...tell(clusterCode.server, "the server refused: {problem}", { problem: message, status: error.code }),
    severity: "error",
    notes,
  };
}
