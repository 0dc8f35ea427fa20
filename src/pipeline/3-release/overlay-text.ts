import type { CueText, SecretLiteral } from "../../values/index.ts";

type Origins = CueText["origins"][number];

/** Text made line by line, with the origin of each: what `CueText` is, for text with more in it than values. */
export class OverlayText {
  readonly #lines: string[] = [];
  readonly #origins: Origins[] = [];
  readonly #secrets: SecretLiteral[] = [];
  #length = 0;

  line(text: string, origin?: Origins): void {
    this.#lines.push(text);
    this.#origins.push(origin);
    this.#length += text.length + 1;
  }

  /** Lines that were written elsewhere. */
  add({ text, origins, secrets }: CueText, root?: string): void {
    const base = this.#length;
    text
      .replace(/\n$/, "")
      .split("\n")
      .forEach((line, i) => this.line(line, origins[i]));
    for (const literal of secrets)
      this.#secrets.push({
        ...literal,
        ...(root !== undefined && { root }),
        start: base + literal.start,
        end: base + literal.end,
      });
  }

  done(): CueText {
    return { text: `${this.#lines.join("\n")}\n`, origins: this.#origins, secrets: this.#secrets };
  }
}
