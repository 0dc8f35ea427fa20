// Which proxy a request goes through, as other tools read it from the environment: HTTPS_PROXY, HTTP_PROXY, NO_PROXY,
// in capitals or not. This machine itself is never asked for by a proxy.
type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where none is set, or where the host is to be reached without one. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const scheme = url.protocol === "https:" ? "HTTPS" : "HTTP";
  // A server's own HTTP_PROXY may come from a request's Proxy header; there only the small name counts.
  const setting =
    env[`${scheme.toLowerCase()}_proxy`] ||
    (scheme === "HTTP" && env["REQUEST_METHOD"] ? undefined : env[`${scheme}_PROXY`]) ||
    undefined;
  if (setting === undefined || withoutProxy(url, env["no_proxy"] || env["NO_PROXY"] || "")) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(setting) ? setting : `http://${setting}`;
  if (!URL.canParse(text)) throw new Error(`${scheme}_PROXY is no valid address`);
  const proxy = new URL(text);
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:")
    throw new Error(`${scheme}_PROXY has an unsupported scheme, ${proxy.protocol.slice(0, -1)}`);
  return proxy;
}

/** For the proxy alone: it is no part of the request that goes on. */
export function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function withoutProxy(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)) return true;
  for (const entry of list.split(",")) {
    const rule = entry.trim().toLowerCase();
    if (rule === "*") return true;
    if (rule !== "" && matches(rule, host, port)) return true;
  }
  return false;
}

function matches(rule: string, host: string, port: string): boolean {
  const range = /^(\d+\.\d+\.\d+\.\d+)\/(\d+)$/.exec(rule);
  if (range !== null) return inRange(host, range[1]!, Number(range[2]));
  const withPort = /^(?:\[(.*)\]|([^:]*)):(\d+)$/.exec(rule);
  if (withPort !== null && withPort[3] !== port) return false;
  const name = (withPort === null ? rule : (withPort[1] ?? withPort[2]!)).replace(/^\*(?=\.)/, "");
  return name.startsWith(".") ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

function inRange(host: string, base: string, bits: number): boolean {
  const number = (text: string): number | undefined => {
    if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
    return text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  };
  const [a, b] = [number(host), number(base)];
  if (a === undefined || b === undefined || bits > 32) return false;
  const block = 2 ** (32 - bits);
  return Math.floor(a / block) === Math.floor(b / block);
}
