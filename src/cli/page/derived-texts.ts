// What a render derived from the catalog goes along with its page, whose engine would do the same work again.
import type { DerivedCache, PipelineHost } from "../../pipeline/index.ts";

export class DerivedTexts {
  readonly cache: DerivedCache;
  readonly #texts = new Map<string, string>();
  readonly #key: string | undefined;

  constructor({ cache, catalog }: PipelineHost) {
    this.#key = catalog.contentKey;
    this.cache = {
      get: (key) => this.#seen(key, this.#texts.get(key) ?? cache?.get(key)),
      put: (key, text) => {
        this.#seen(key, text);
        cache?.put(key, text);
      },
    };
  }

  /** Of the catalog alone: it is public, and in the page. */
  ofCatalog(): Record<string, string> {
    return Object.fromEntries([...this.#texts].filter(([key]) => key.startsWith(`${this.#key}/provider`)));
  }

  #seen(key: string, text: string | undefined): string | undefined {
    if (text !== undefined) this.#texts.set(key, text);
    return text;
  }
}
