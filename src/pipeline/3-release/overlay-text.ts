import type { CueText } from "../../values/index.ts";

type Origins = CueText["origins"][number];

/** Text made line by line, with the origin of each: what `CueText` is, for text with more in it than values. */
export class OverlayText {
  readonly #lines: string[] = [];
  readonly #origins: Origins[] = [];
  readonly #secrets: { start: number; end: number; secret: CueText["secrets"][number]["secret"] }[] = [];
  #length = 0;

  line(text: string, origin?: Origins): void {
    this.#lines.push(text);
    this.#origins.push(origin);
    this.#length += text.length + 1;
  }

  /** Lines that were written elsewhere. */
  add({ text, origins, secrets }: CueText): void {
    const base = this.#length;
    text
      .replace(/\n$/, "")
      .split("\n")
      .forEach((line, i) => this.line(line, origins[i]));
    for (const { start, end, secret } of secrets) this.#secrets.push({ start: base + start, end: base + end, secret });
  }

  done(): CueText {
    return { text: `${this.#lines.join("\n")}\n`, origins: this.#origins, secrets: this.#secrets };
  }
}
