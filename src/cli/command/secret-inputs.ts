// Secrets on their way through one command: opaque from the moment they are read, and hidden in whatever is printed.
import { nodeSourceHost } from "../../host/node-secret-host.ts";
import {
  Redactor,
  Secret,
  SecretFetcher,
  isSecret,
  isSopsFile,
  openValues,
  reveal,
  tagReference,
} from "../../secrets/index.ts";
import type { SourceHost } from "../../secrets/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { suspectLiterals, withoutValues } from "../../values/index.ts";
import type { MakeOpaque, Opaque, TagHost } from "../../values/index.ts";
import type { CommandContext, TextGuard } from "../command-spec.ts";

export class SecretInputs implements TextGuard {
  readonly redactor = new Redactor();
  /** Values may have been read, and nobody knows yet which of them are secret. */
  withheld = true;
  readonly #host: SourceHost;
  /** Files whose values are not shown at all: encrypted ones, and those that cannot be read. */
  readonly #opened = new Set<string>();
  /** Those of `-f`, which hold nothing but values. */
  readonly #given = new Set<string>();
  readonly #suspects = new Redactor();
  readonly #looked = new Set<string>();
  readonly tags: TagHost;
  readonly #made = new Map<string, Secret>();

  constructor({ io, guard }: Pick<CommandContext, "io" | "guard">) {
    guard(this);
    this.#host = nodeSourceHost(io.secretCluster, io.env);
    const fetcher = new SecretFetcher(this.#host);
    this.tags = {
      fetch: fetcher.fetchTag,
      refer: tagReference,
      keep: (secret) => {
        if (isSecret(secret)) this.redactor.add(secret);
      },
      reveal: (secret) => this.reveal(secret),
      runtime: (name) => io.env[name],
    };
  }

  /** The same object for the same text, so that equal secrets compare equal. */
  readonly opaque: MakeOpaque = (text, origin, place) => {
    if (place !== undefined) this.redactor.hide(place);
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

  /** Files of values, with those that SOPS encrypted opened in memory. */
  async open(files: readonly SourceText[]): Promise<{ files: SourceText[]; diagnostics: Diagnostic[] }> {
    const out: SourceText[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const file of files) {
      this.#given.add(file.name);
      if (!isSopsFile(file)) {
        out.push(file);
        continue;
      }
      this.#opened.add(file.name);
      const opened = await openValues(file, { crypto: this.#host.crypto, identities: await this.#host.identities() });
      diagnostics.push(...opened.diagnostics);
      if (opened.value === undefined) continue;
      for (const secret of opened.value.secrets) this.redactor.add(secret);
      out.push(opened.value.file);
    }
    return { files: out, diagnostics };
  }

  /** All secrets are known now. */
  readonly known = (): void => {
    this.withheld = false;
  };

  redact(text: string): string {
    return this.redactor.redact(text);
  }

  diagnostic(diagnostic: Diagnostic): Diagnostic {
    this.#suspect([diagnostic]);
    const hidden = this.#suspects.diagnostic(this.redactor.diagnostic(diagnostic));
    if (hidden.places === undefined) return hidden;
    return {
      ...hidden,
      places: hidden.places.map((place) =>
        this.#opened.has(place.file.name) || (this.withheld && this.#given.has(place.file.name))
          ? { ...place, file: withoutValues(place.file) }
          : place,
      ),
    };
  }

  // While it is not known which values are secret, all in the files that messages point at are.
  #suspect(diagnostics: readonly Diagnostic[]): void {
    if (!this.withheld) return;
    for (const { places = [], quoted = [] } of diagnostics)
      for (const file of [...places.map((place) => place.file), ...quoted]) {
        if (!file.name.endsWith(".cue") || this.#looked.has(file.name)) continue;
        this.#looked.add(file.name);
        const { texts, broken } = suspectLiterals(file);
        for (const text of texts) this.#suspects.add(new Secret(text, file.name));
        if (broken) this.#opened.add(file.name);
      }
  }

  /** Diagnostics that are safe to print, code frames included. */
  safe(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    this.#suspect(diagnostics);
    return diagnostics.map((d) => this.diagnostic(d));
  }
}
