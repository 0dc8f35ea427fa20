/**
 * Where a registry may send us: to another place by a redirect, an upload's location, a token server. It chooses the
 * address, so it gets our credentials at its own origin only, and plain HTTP only where the user agreed to it.
 */
import { isLoopback } from "./loopback.ts";

export class Reach {
  readonly origin: string;
  readonly #host: string;
  readonly #insecure: boolean;
  readonly #plain: ReadonlySet<string>;

  /** `plain`: hosts that the user configured as insecure. */
  constructor(host: string, insecure: boolean, plain: ReadonlySet<string> = new Set()) {
    this.#host = host.toLowerCase();
    this.#insecure = insecure;
    this.#plain = plain;
    // As URLs have it: without the scheme's own port. A host that no URL can have (`v0.1.0`) is asked in vain.
    const address = `${insecure ? "http" : "https"}://${host}`;
    this.origin = URL.canParse(address) ? new URL(address).origin : "";
  }

  /** Whether an address belongs to the registry itself, and may see credentials and ask for them. */
  isOwn(url: URL): boolean {
    return url.origin === this.origin;
  }

  /** Why an address is not to be asked; undefined where it may be. */
  refusal(url: URL, what: string): string | undefined {
    if (url.username !== "" || url.password !== "") return `refusing ${what} with credentials in its address`;
    if (url.protocol === "https:") return undefined;
    if (url.protocol !== "http:") return `refusing ${what} to ${url.protocol} address`;
    const agreed =
      this.#insecure &&
      (url.host === this.#host || this.#plain.has(url.host) || (isLoopback(this.#host) && isLoopback(url.host)));
    return agreed ? undefined : `refusing ${what} to insecure ${url.host}`;
  }
}
