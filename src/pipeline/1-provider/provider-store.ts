import { CueHandle } from "../cue-handle.ts";
import type { DerivedCache } from "../host.ts";
import type { Provider, ReleaseTransformer, TransformerSource } from "./provider.ts";

/** A provider between runs: its description in one text, each transformer that was used in one more. */
export class ProviderStore {
  readonly #key: string;
  readonly #cache: DerivedCache;
  readonly #load: () => Promise<Provider | undefined>;
  #loaded: Promise<Provider | undefined> | undefined;

  /** `load` evaluates the provider, for what is not there. */
  constructor(key: string, cache: DerivedCache, load: () => Promise<Provider | undefined>) {
    this.#key = `${key}/provider`;
    this.#cache = cache;
    this.#load = load;
  }

  read(): Provider | undefined {
    const text = this.#cache.get(this.#key);
    if (text === undefined) return undefined;
    return this.#with(JSON.parse(text) as Provider);
  }

  write(provider: Provider): Provider {
    this.#loaded = Promise.resolve(provider);
    this.#cache.put(this.#key, JSON.stringify(provider));
    return this.#with(provider);
  }

  #with(provider: Provider): Provider {
    const put = <T extends ReleaseTransformer>(list: readonly T[]): T[] =>
      list.map((t) => ({ ...t, cue: new CueHandle(this.#source(t.fqn)) }));
    return {
      ...provider,
      transformers: put(provider.transformers),
      policyTransformers: put(provider.policyTransformers),
      secretsTransformers: put(provider.secretsTransformers),
    };
  }

  #source(fqn: string): TransformerSource {
    const evaluated = async (): Promise<TransformerSource | undefined> => {
      const provider = await (this.#loaded ??= this.#load());
      const { transformers = [], policyTransformers = [], secretsTransformers = [] } = provider ?? {};
      return [...transformers, ...policyTransformers, ...secretsTransformers].find((t) => t.fqn === fqn)?.cue.get();
    };
    const read = async (): Promise<string> => {
      const key = `${this.#key}/${fqn}`;
      const kept = this.#cache.get(key);
      if (kept !== undefined) return kept;
      const text = await (await evaluated())?.text();
      if (text === undefined) throw new Error(`the provider has lost its transformer ${fqn}`);
      this.#cache.put(key, text);
      return text;
    };
    // A thousand releases ask for it, and a cache may check what it has each time.
    let text: Promise<string> | undefined;
    return {
      text: () => (text ??= read()),
      original: async () => (await (await evaluated())?.original()) ?? { diagnostics: [] },
    };
  }
}
