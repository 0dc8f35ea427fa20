// HTTP as the client needs it; src/host brings the sockets.

export interface KubeRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query; below the server's own prefix. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the server may be silent. */
  readonly timeoutMs?: number;
}

export interface KubeAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** `Warning` headers, which repeat. */
  readonly warnings: readonly string[];
  readonly body: string;
}

/** An answer that does not end, as a watch or a log: its lines. */
export interface KubeStream {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  lines(): AsyncIterable<string>;
  close(): void;
}

export interface KubeTransport {
  send(request: KubeRequest): Promise<KubeAnswer>;
  open(request: KubeRequest): Promise<KubeStream>;
  /** New credentials, where there are any to be had: after a 401. Whether something new came. */
  refresh(): Promise<boolean>;
  /** Why the credentials may have been refused, if this machine can tell. */
  credentialDoubt?(): string | undefined;
  close(): void;
}

type FaultKind = "connect" | "certificate" | "credential" | "proxy" | "timeout" | "reset";

/** No answer came. The message names the leg that failed, and never a credential. */
export class TransportFault extends Error {
  readonly kind: FaultKind;
  readonly hint: string | undefined;
  /** Nothing was received on a connection that had served before: the request may be sent again. */
  readonly stale: boolean;

  constructor(kind: FaultKind, message: string, options: { readonly hint?: string; readonly stale?: boolean } = {}) {
    super(message);
    this.kind = kind;
    this.hint = options.hint;
    this.stale = options.stale ?? false;
  }
}

/** Time, and what depends on it; tests bring their own. */
export interface Clock {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** The date, for records. */
  date(): Date;
  sleep(ms: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}
