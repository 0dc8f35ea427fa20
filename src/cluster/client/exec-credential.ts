// What an exec plugin prints: one ExecCredential. Its text is a credential and never shown.
import { at, isRecord, textAt } from "../kube-object.ts";
import type { Connection, ExecPlugin } from "./kubeconfig.ts";

export interface ExecCredential {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** Milliseconds since 1970; absent: until the server refuses it. */
  readonly expires?: number;
}

/** What the plugin is told in `KUBERNETES_EXEC_INFO`. */
export function execInfo(
  plugin: ExecPlugin,
  connection: Connection,
  caData: string | undefined,
  interactive: boolean,
): string {
  const { server, serverName, insecure, proxyUrl } = connection;
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: {
      ...(plugin.provideClusterInfo && {
        cluster: {
          server,
          ...(serverName !== undefined && { "tls-server-name": serverName }),
          ...(insecure && { "insecure-skip-tls-verify": true }),
          ...(caData !== undefined && { "certificate-authority-data": caData }),
          ...(proxyUrl !== undefined && { "proxy-url": proxyUrl }),
        },
      }),
      interactive,
    },
  });
}

/** The credential, or what is wrong with it: a sentence's end, behind the plugin's name. */
export function readExecCredential(output: string, plugin: ExecPlugin): ExecCredential | string {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return "printed something that is no JSON";
  }
  if (!isRecord(value) || value["kind"] !== "ExecCredential") return "printed something that is no ExecCredential";
  const version = textAt(value, "apiVersion");
  if (version !== plugin.apiVersion)
    return `answered with the apiVersion ${JSON.stringify(version)}, but ${plugin.apiVersion} was asked for`;
  if (!isRecord(value["status"])) return "printed no status";
  const token = textAt(value, "status", "token");
  const certificate = textAt(value, "status", "clientCertificateData");
  const key = textAt(value, "status", "clientKeyData");
  if ((certificate === "") !== (key === ""))
    return certificate === "" ? "gave a key without its certificate" : "gave a certificate without its key";
  if (token === "" && certificate === "") return "gave neither a token nor a certificate";
  const stamp = at(value, "status", "expirationTimestamp");
  const expires = typeof stamp === "string" ? Date.parse(stamp) : Number.NaN;
  if (stamp !== undefined && stamp !== null && Number.isNaN(expires))
    return "gave an expirationTimestamp that is no time";
  return {
    ...(token !== "" && { token }),
    ...(certificate !== "" && { certificate, key }),
    ...(!Number.isNaN(expires) && { expires }),
  };
}
