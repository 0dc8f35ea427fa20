// HTTP with a cluster: TLS by the kubeconfig, credentials that change, connections that are kept.
import { tell, advise, clusterCode } from "../source/index.ts";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { TransportFault } from "../cluster/index.ts";
import type {
  Connection,
  ExecCredential,
  KubeAnswer,
  KubeRequest,
  KubeStream,
  KubeTransport,
  PemSource,
} from "../cluster/index.ts";
import { ExecCredentials } from "./node-kube-exec.ts";
import { ProxyAgent, proxyFor } from "./node-kube-proxy.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const silence = 60_000;
const tokenAge = 60_000;

export class NodeKubeTransport implements KubeTransport {
  readonly #connection: Connection;
  readonly #env: Environment;
  readonly #agentName: string;
  readonly #server: URL;
  readonly #ca: string | undefined;
  readonly #exec: ExecCredentials | undefined;
  #agent: HttpAgent | HttpsAgent | undefined;
  /** The certificate that the agent was made with. */
  #agentKey: string | undefined;
  #token: { readonly text: string; readonly read: number } | undefined;

  /** Throws a `TransportFault` for what cannot work whoever answers. */
  constructor(connection: Connection, env: Environment, userAgent: string) {
    this.#connection = connection;
    this.#env = env;
    this.#agentName = userAgent;
    this.#server = new URL(connection.server);
    this.#ca = connection.ca && readPem(connection.ca, "certificate authority");
    if (connection.exec !== undefined)
      this.#exec = new ExecCredentials(
        connection.exec,
        connection,
        this.#ca && Buffer.from(this.#ca).toString("base64"),
      );
  }

  /** How often the exec plugin was run, for tests. */
  get execRuns(): number {
    return this.#exec?.runs ?? 0;
  }

  async send(request: KubeRequest): Promise<KubeAnswer> {
    const incoming = await this.#start(request);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch (error) {
      throw this.#fault(error as NodeJS.ErrnoException, false);
    }
    const raw = Buffer.concat(chunks);
    const bytes = incoming.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
    return {
      status: incoming.statusCode ?? 0,
      headers: headersOf(incoming),
      warnings: warningsOf(incoming),
      body: bytes.toString("utf8"),
    };
  }

  async open(request: KubeRequest): Promise<KubeStream> {
    const incoming = await this.#start(request);
    const zipped = incoming.headers["content-encoding"] === "gzip";
    const source: Readable = zipped ? incoming.pipe(createGunzip()) : incoming;
    const fault = (error: unknown): TransportFault => this.#fault(error as NodeJS.ErrnoException, false);
    let closed = false;
    return {
      status: incoming.statusCode ?? 0,
      headers: headersOf(incoming),
      close: () => {
        closed = true;
        incoming.destroy();
      },
      // Bytes are cut anywhere, in the middle of a character too: lines are found in bytes.
      async *lines() {
        let held: Buffer = Buffer.alloc(0);
        try {
          for await (const chunk of source) {
            held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer]);
            for (let end = held.indexOf(10); end >= 0; end = held.indexOf(10)) {
              yield held.subarray(0, end).toString("utf8");
              held = held.subarray(end + 1);
            }
          }
        } catch (error) {
          if (closed) return;
          throw fault(error);
        }
        if (held.length > 0) yield held.toString("utf8");
      },
    };
  }

  async refresh(): Promise<boolean> {
    if (this.#connection.tokenFile !== undefined) {
      const before = this.#token?.text;
      this.#token = undefined;
      return this.#fileToken(this.#connection.tokenFile) !== before;
    }
    if (this.#exec === undefined) return false;
    this.#exec.forget();
    await this.#exec.get();
    return true;
  }

  credentialDoubt(): string | undefined {
    const { certificate } = this.#connection;
    if (certificate === undefined) return undefined;
    const { validTo, validToDate } = certificateOf(readPem(certificate, "client certificate"));
    return validToDate < new Date() ? `the client certificate has expired (${validTo})` : undefined;
  }

  close(): void {
    this.#agent?.destroy();
  }

  async #start(request: KubeRequest): Promise<IncomingMessage> {
    const { impersonate, basic } = this.#connection;
    const credential = await this.#exec?.get();
    const token = credential?.token ?? this.#bearer();
    const headers: Record<string, string | string[]> = {
      "user-agent": this.#agentName,
      "accept-encoding": "gzip",
      ...request.headers,
    };
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    else if (basic !== undefined)
      headers["authorization"] = `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString("base64")}`;
    if (impersonate !== undefined) {
      headers["impersonate-user"] = impersonate.user;
      if (impersonate.uid !== "") headers["impersonate-uid"] = impersonate.uid;
      if (impersonate.groups.length > 0) headers["impersonate-group"] = [...impersonate.groups];
      for (const [name, values] of impersonate.extra)
        headers[`impersonate-extra-${encodeURIComponent(name)}`] = [...values];
    }
    if (request.body !== undefined) headers["content-length"] = String(Buffer.byteLength(request.body));
    const secure = this.#server.protocol === "https:";
    const agent = this.#agentFor(credential);
    return new Promise((resolve, reject) => {
      let outgoing: ClientRequest;
      try {
        outgoing = (secure ? httpsRequest : httpRequest)({
          method: request.method,
          host: this.#server.hostname.replace(/^\[|\]$/g, ""),
          port: this.#server.port || (secure ? 443 : 80),
          path: this.#server.pathname.replace(/\/$/, "") + request.path,
          headers,
          agent,
        });
      } catch (error) {
        // A key that does not fit its certificate throws at once.
        reject(this.#fault(error as NodeJS.ErrnoException, false));
        return;
      }
      outgoing.setTimeout(request.timeoutMs ?? silence, () =>
        outgoing.destroy(
          new TransportFault(
            "timeout",
            tell(clusterCode.unreachable, "the server {host} is silent", { host: this.#server.host }).message,
          ),
        ),
      );
      outgoing.on("response", resolve);
      outgoing.on("error", (error: NodeJS.ErrnoException) =>
        reject(this.#fault(error, outgoing.reusedSocket && error.code === "ECONNRESET")),
      );
      outgoing.end(request.body);
    });
  }

  #bearer(): string | undefined {
    const { token, tokenFile } = this.#connection;
    return tokenFile === undefined ? token : this.#fileToken(tokenFile);
  }

  // Tokens of service accounts are replaced in their file.
  #fileToken(path: string): string {
    if (this.#token === undefined || Date.now() - this.#token.read > tokenAge) {
      try {
        this.#token = { text: readFileSync(path, "utf8").trim(), read: Date.now() };
      } catch {
        throw new TransportFault(
          "credential",
          tell(clusterCode.credential, "cannot read the token file {path}", { path }).message,
        );
      }
    }
    return this.#token.text;
  }

  #agentFor(credential: ExecCredential | undefined): HttpAgent | HttpsAgent {
    const key = credential?.certificate ?? "";
    if (this.#agent !== undefined && this.#agentKey === key) return this.#agent;
    this.#agent?.destroy();
    const { certificate, key: ownKey, insecure, serverName, proxyUrl } = this.#connection;
    const proxy = proxyFor(this.#server, proxyUrl, this.#env);
    // Connections that were idle for long may be closed on the other side without a word.
    const kept = { keepAlive: true, maxSockets: 32, maxFreeSockets: 32, timeout: silence };
    if (this.#server.protocol === "http:") {
      if (proxy !== undefined)
        throw new TransportFault(
          "proxy",
          tell(clusterCode.unreachable, "a proxy for a server without TLS is not supported").message,
        );
      this.#agent = new HttpAgent(kept);
    } else {
      const cert = credential?.certificate ?? (certificate && readPem(certificate, "client certificate"));
      const tls = {
        ...kept,
        ...(this.#ca !== undefined && { ca: this.#ca }),
        ...(cert !== undefined && { cert, key: credential?.key ?? (ownKey && readPem(ownKey, "client key")) }),
        ...(serverName !== undefined && { servername: serverName }),
        rejectUnauthorized: !insecure,
      };
      this.#agent = proxy === undefined ? new HttpsAgent(tls) : new ProxyAgent(proxy, tls);
    }
    this.#agentKey = key;
    return this.#agent;
  }

  #fault(error: NodeJS.ErrnoException, stale: boolean): TransportFault {
    if (error instanceof TransportFault) return error;
    const { host, hostname } = this.#server;
    const code = error.code ?? "";
    switch (code) {
      case "ECONNREFUSED":
        return new TransportFault(
          "connect",
          tell(clusterCode.unreachable, "the server {host} refuses connections", { host }).message,
          {
            hint: advise(clusterCode.unreachable, "is the cluster running, and does the kubeconfig name its address?"),
          },
        );
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return new TransportFault(
          "connect",
          tell(clusterCode.unreachable, "the name {hostname} of the server cannot be resolved", { hostname }).message,
        );
      case "EHOSTUNREACH":
      case "ENETUNREACH":
      case "ETIMEDOUT":
        return new TransportFault(
          "connect",
          tell(clusterCode.unreachable, "the server {host} cannot be reached ({code})", { host, code }).message,
        );
      case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      case "SELF_SIGNED_CERT_IN_CHAIN":
      case "DEPTH_ZERO_SELF_SIGNED_CERT":
      case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
        return new TransportFault(
          "certificate",
          tell(clusterCode.certificate, "the certificate of {host} is not of the kubeconfig's authority", { host })
            .message,
          {
            hint: advise(
              clusterCode.certificate,
              "certificate-authority-data of the cluster must be the authority of this server",
            ),
          },
        );
      case "CERT_HAS_EXPIRED":
        return new TransportFault(
          "certificate",
          tell(clusterCode.certificate, "the certificate of the server {host} has expired", { host }).message,
        );
      case "ERR_TLS_CERT_ALTNAME_INVALID":
        return new TransportFault(
          "certificate",
          tell(clusterCode.certificate, "the certificate of the server is for other names than {hostname}", {
            hostname,
          }).message,
          {
            hint: advise(clusterCode.certificate, "{problem}; tls-server-name says which name to expect", {
              problem: error.message.slice(0, 300),
            }),
          },
        );
      case "ERR_OSSL_X509_KEY_VALUES_MISMATCH":
        return new TransportFault(
          "credential",
          tell(clusterCode.credential, "the client key does not belong to the client certificate").message,
        );
      default:
    }
    if (code.startsWith("ERR_OSSL"))
      return new TransportFault(
        "credential",
        tell(clusterCode.credential, "the client certificate or key cannot be read ({code})", { code }).message,
      );
    if (code === "EPROTO" || code === "ERR_SSL_WRONG_VERSION_NUMBER")
      return new TransportFault(
        "connect",
        tell(clusterCode.unreachable, "the server {host} does not speak TLS", { host }).message,
      );
    if (code === "ECONNRESET" || code === "EPIPE")
      return new TransportFault(
        "reset",
        tell(clusterCode.unreachable, "the server {host} closed the connection", { host }).message,
        { stale },
      );
    return new TransportFault(
      "connect",
      tell(clusterCode.unreachable, "the server {host} cannot be reached ({code})", {
        host,
        code: code || error.message,
      }).message,
    );
  }
}

function readPem(source: PemSource, what: string): string {
  let text: string;
  if ("data" in source) text = Buffer.from(source.data, "base64").toString("utf8");
  else
    try {
      text = readFileSync(source.file, "utf8");
    } catch {
      throw new TransportFault(
        "credential",
        tell(clusterCode.credential, "cannot read the {what} {file}", { what, file: source.file }).message,
      );
    }
  // Node ignores an authority that is no PEM, and then trusts others.
  if (!/-----BEGIN [A-Z ]+-----/.test(text))
    throw new TransportFault(
      "credential",
      tell(clusterCode.credential, "the {what}{file} is no PEM", {
        what,
        file: "file" in source ? ` ${source.file}` : "",
      }).message,
    );
  return text;
}

function certificateOf(text: string): { validTo: string; validToDate: Date } {
  try {
    const { validTo } = new X509Certificate(text);
    return { validTo, validToDate: new Date(validTo) };
  } catch {
    return { validTo: "", validToDate: new Date(8.64e15) };
  }
}

function headersOf(incoming: IncomingMessage): Map<string, string> {
  const out = new Map<string, string>();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) out.set(name, Array.isArray(value) ? value.join(", ") : value);
  return out;
}

/** `299 - "text"`: several are one header each, which Node joins. */
function warningsOf(incoming: IncomingMessage): string[] {
  const found: string[] = [];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    if (incoming.rawHeaders[i]!.toLowerCase() !== "warning") continue;
    const text = /^\s*299\s+\S+\s+"((?:[^"\\]|\\.)*)"/.exec(incoming.rawHeaders[i + 1]!);
    if (text !== null) found.push(text[1]!.replace(/\\(.)/g, "$1"));
  }
  return [...new Set(found)];
}
