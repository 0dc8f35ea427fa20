// Ways through a proxy: CONNECT by hand, because Node 20 has none.
import { tell, advise, clusterCode } from "../source/index.ts";
import { request as httpRequest } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AgentOptions } from "node:https";
import { isIP } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import type { Duplex } from "node:stream";
import { TransportFault } from "../cluster/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for a server: the kubeconfig's own, or the environment's, which is never for this machine. */
export function proxyFor(server: URL, own: string | undefined, env: Environment): URL | undefined {
  const given =
    own ??
    (isExcepted(server, env) ? undefined : variable(env, server.protocol === "https:" ? "https_proxy" : "http_proxy"));
  if (given === undefined || given === "") return undefined;
  let url: URL;
  try {
    url = new URL(given.includes("://") ? given : `http://${given}`);
  } catch {
    throw new TransportFault("proxy", tell(clusterCode.unreachable, "the address of the proxy is no URL").message);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TransportFault(
      "proxy",
      tell(clusterCode.unreachable, "proxies of the kind {protocol} are not supported", {
        protocol: url.protocol.replace(":", ""),
      }).message,
      {
        hint: advise(clusterCode.unreachable, "use an http or https proxy"),
      },
    );
  return url;
}

function variable(env: Environment, name: string): string | undefined {
  return env[name.toUpperCase()] ?? env[name];
}

function isExcepted({ hostname, port }: URL, env: Environment): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host === "::1" || host.startsWith("127.")) return true;
  for (const part of (variable(env, "no_proxy") ?? "").split(",")) {
    const entry = part.trim().toLowerCase();
    if (entry === "") continue;
    if (entry === "*") return true;
    const [name = "", only] = entry.replace(/^\[|\]/g, "").split(/:(?=[0-9]+$)/);
    if (only !== undefined && only !== (port || "443")) continue;
    if (name.includes("/") && isIP(host) === 4 && inRange(host, name)) return true;
    const bare = name.replace(/^\*?\./, "");
    if (host === bare || host.endsWith(`.${bare}`)) return true;
  }
  return false;
}

function inRange(address: string, range: string): boolean {
  const [base = "", bits = ""] = range.split("/");
  if (isIP(base) !== 4) return false;
  const number = (text: string): number => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(address) / size) === Math.floor(number(base) / size);
}

/** An agent whose connections go through the proxy; TLS is spoken with the server itself. */
export class ProxyAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: ConnectionOptions & { readonly servername?: string },
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { host = "", port = 443 } = options;
    const { hostname, port: proxyPort, username, password, protocol } = this.#proxy;
    const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const login = username === "" ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const fail = (message: string): void => done?.(new TransportFault("proxy", message), undefined as never);
    const at = `${hostname}:${proxyPort || (protocol === "https:" ? 443 : 80)}`;
    const request = httpRequest({
      host: hostname,
      port: proxyPort || (protocol === "https:" ? 443 : 80),
      method: "CONNECT",
      path: target,
      headers: {
        host: target,
        ...(login !== undefined && { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
      },
      agent: false,
    });
    request.on("connect", (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        fail(`the proxy ${at} refused to connect: HTTP ${answer.statusCode}`);
        return;
      }
      const secure = tlsConnect({ ...options, socket });
      done?.(null, secure);
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      fail(`the proxy ${at} does not answer: ${error.code ?? "unknown"}`),
    );
    request.end();
    return undefined;
  }
}
