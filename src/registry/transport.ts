/** HTTP as the registry client needs it. The host supplies it: node:http, or fetch in a browser. */
export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** A longer body ends the request with a rejection: a server must not fill our memory. */
  readonly maxBytes?: number;
  /** When the whole of it must be over, in milliseconds of the epoch; later is a rejection. */
  readonly deadline?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Does not follow redirects. Rejects with an Error if there is no answer. */
export type HttpTransport = (request: HttpRequest) => Promise<HttpResponse>;

/** What a user has for one host. */
export type Credentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string };

/** Looks up credentials by `host[:port]`. */
export type CredentialSource = (host: string) => Promise<Credentials | undefined>;

export const noCredentials: CredentialSource = () => Promise.resolve(undefined);
