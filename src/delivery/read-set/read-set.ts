// What a render read: names alone say what it depends on, digests whether that is still the same.

/** `file:apps/blog/module.cue`, `folder:…` (its CUE files), `entries:…` (all that is in it), `kind:…` (whether it is a file, a folder or nothing),
 * `variable:NAME`, `module:example.com/web@v0.1.0`. */
export type ReadName = string;

/** SHA-256 in hex. */
export type HashText = (content: string | Uint8Array) => string;

export class ReadSet {
  readonly #digests = new Map<ReadName, string>();
  /** Why nothing that was made with it may be kept. */
  unkept: string | undefined;

  note(name: ReadName, digest: string): void {
    this.#digests.set(name, digest);
  }

  /** Takes over what another one read. */
  join(other: ReadSet): void {
    for (const [name, digest] of other.#digests) this.#digests.set(name, digest);
    this.unkept ??= other.unkept;
  }

  get names(): ReadName[] {
    return [...this.#digests.keys()].sort();
  }

  digest(name: ReadName): string {
    return this.#digests.get(name) ?? "";
  }
}

/** A key for what is made of inputs: of their names and digests, in one order. */
export function contentKey(
  hash: HashText,
  base: string,
  names: readonly ReadName[],
  digest: (name: ReadName) => string,
): string {
  return hash(`${base}\n${names.map((name) => `${JSON.stringify(name)} ${digest(name)}\n`).join("")}`);
}
