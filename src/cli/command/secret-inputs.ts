// Secrets on their way through one command: opaque from the moment they are read, and hidden in whatever is printed.
import { nodeSourceHost } from "../../host/node-secret-host.ts";
import { Redactor, Secret, SecretFetcher, isSecret, reveal } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { MakeOpaque, Opaque, TagHost } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";

export class SecretInputs {
  readonly redactor = new Redactor();
  readonly tags: TagHost;
  readonly #made = new Map<string, Secret>();

  constructor({ io }: Pick<CommandContext, "io">) {
    const fetcher = new SecretFetcher(nodeSourceHost());
    this.tags = {
      fetch: async (attribute, place) => {
        const fetched = await fetcher.fetchTag(attribute, place);
        if (fetched.value !== undefined) this.redactor.add(fetched.value);
        return fetched;
      },
      reveal: (secret) => this.reveal(secret),
      runtime: (name) => io.env[name],
    };
  }

  /** The same object for the same text, so that equal secrets compare equal. */
  readonly opaque: MakeOpaque = (text, origin) => {
    let secret = this.#made.get(text);
    if (secret === undefined) {
      secret = new Secret(text, origin);
      this.#made.set(text, secret);
      this.redactor.add(secret);
    }
    return secret;
  };

  readonly reveal = (secret: Opaque): string => {
    if (!isSecret(secret)) throw new Error("a secret that this program did not make");
    return reveal(secret);
  };

  /** Diagnostics that are safe to print, code frames included. */
  safe(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((d) => this.redactor.diagnostic(d));
  }
}
