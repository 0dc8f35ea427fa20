import { isSecretName } from "../context/secret-name.ts";

/** A run of output that came from one place of one template. */
export interface Segment {
  /** Where it begins in the output; it ends where the next one begins. */
  readonly out: number;
  readonly template: string;
  readonly offset: number;
  /** Copied text runs along with the output; what a tag wrote points at the tag as a whole. */
  readonly copied: boolean;
}

/** A range of output that holds something of a secret. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
}

/** Follows the output back to the templates, and secrets into it. Kept only on request. */
export class Trace {
  readonly segments: Segment[] = [];
  readonly secretRanges: SecretRange[] = [];
  /** Set as soon as a secret is read; whoever wants to know clears it first. */
  touched = false;
  readonly #secrets: ReadonlySet<string>;

  constructor(secrets: ReadonlySet<string>) {
    this.#secrets = secrets;
  }

  /** For output that is caught and used as a value. */
  child(): Trace {
    return new Trace(this.#secrets);
  }

  text(out: number, template: string, offset: number): void {
    this.segments.push({ out, template, offset, copied: true });
  }

  tag(out: number, template: string, offset: number): void {
    this.segments.push({ out, template, offset, copied: false });
  }

  mark(start: number, end: number): void {
    if (end > start) this.secretRanges.push({ start, end });
  }

  get hasSecrets(): boolean {
    return this.secretRanges.length > 0;
  }

  /** A variable of the context was read by a path. */
  read(root: string, rest: readonly string[]): void {
    if (this.isSecret(root) || rest.some((part) => this.isSecret(part))) this.touched = true;
    // The whole of `vars` holds every variable.
    else if (root === "vars" && rest.length === 0 && this.#secrets.size > 0) this.touched = true;
  }

  isSecret(name: string): boolean {
    return this.#secrets.has(name) || isSecretName(name);
  }

  readEverything(): void {
    this.touched = true;
  }
}
