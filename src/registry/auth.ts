/** Authentication as OCI registries ask for it: a 401 with a Basic or Bearer challenge. */
import type { Reach } from "./reach.ts";
import type { CredentialSource, Credentials, HttpTransport } from "./transport.ts";

interface Challenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

/** Parses a WWW-Authenticate header with one challenge. */
export function parseChallenge(header: string): Challenge | undefined {
  const m = /^\s*([A-Za-z]+)(?:\s+(.*))?$/s.exec(header);
  if (m === null) return undefined;
  const params = new Map<string, string>();
  const pattern = /([A-Za-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g;
  for (const p of (m[2] ?? "").matchAll(pattern)) {
    params.set(p[1]!.toLowerCase(), p[2] === undefined ? p[3]! : p[2].replace(/\\(.)/g, "$1"));
  }
  return { scheme: m[1]!.toLowerCase(), params };
}

/** Keeps what was learnt about each host: one instance for each set of credentials. */
export class Authenticator {
  readonly #transport: HttpTransport;
  readonly #source: CredentialSource;
  readonly #headers = new Map<string, string>();

  constructor(transport: HttpTransport, source: CredentialSource) {
    this.#transport = transport;
    this.#source = source;
  }

  /** The Authorization header known to work for this host and scope, if any. */
  known(host: string, scope: string): string | undefined {
    return this.#headers.get(`${host} ${scope}`);
  }

  /**
   * Answers a challenge of the host itself: the Authorization header to try, or undefined if nothing can help. Whoever
   * calls has made sure that the answer came from there and not from where a redirect led.
   */
  async answer(
    host: string,
    scope: string,
    header: string,
    reach: Reach,
    deadline: number,
  ): Promise<string | undefined> {
    const challenge = parseChallenge(header);
    if (challenge === undefined) return undefined;
    const credentials = await this.#source(host);
    let value: string | undefined;
    if (credentials?.kind === "bearer") value = `Bearer ${credentials.token}`;
    else if (challenge.scheme === "basic") value = credentials === undefined ? undefined : basic(credentials);
    else if (challenge.scheme === "bearer") value = await this.#token(challenge, scope, credentials, reach, deadline);
    if (value !== undefined) this.#headers.set(`${host} ${scope}`, value);
    return value;
  }

  async #token(
    challenge: Challenge,
    scope: string,
    credentials: Credentials | undefined,
    reach: Reach,
    deadline: number,
  ): Promise<string | undefined> {
    const realm = challenge.params.get("realm");
    if (realm === undefined || !URL.canParse(realm)) return undefined;
    const url = new URL(realm);
    // Credentials never travel in the clear where the user has not agreed to it.
    const refused = reach.refusal(url, "token request");
    if (refused !== undefined) throw new Error(refused);
    const service = challenge.params.get("service");
    if (service !== undefined) url.searchParams.set("service", service);
    url.searchParams.set("scope", challenge.params.get("scope") ?? scope);
    const headers: Record<string, string> = { accept: "application/json" };
    if (credentials?.kind === "basic") headers["authorization"] = basic(credentials);
    const response = await this.#transport({ method: "GET", url: url.href, headers, maxBytes: 1 << 20, deadline });
    if (response.status !== 200) return undefined;
    const token = readToken(new TextDecoder().decode(response.body));
    return token === undefined ? undefined : `Bearer ${token}`;
  }
}

function readToken(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { token?: unknown; access_token?: unknown };
    const token = body.token ?? body.access_token;
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined;
  }
}

function basic(c: Credentials & { kind: "basic" }): string {
  let binary = "";
  for (const b of new TextEncoder().encode(`${c.username}:${c.password}`)) binary += String.fromCharCode(b);
  return `Basic ${btoa(binary)}`;
}
