// Secrets on their way through the page's engine: opaque when they are read, and blotted out of every text that leaves it.
import { Redactor, Secret, isSecret, reveal } from "../../src/secrets/index.ts";
import type { Hiding } from "../../src/picture/index.ts";
import type { RenderRequest } from "../../src/pipeline/index.ts";
import type { Diagnostic } from "../../src/source/index.ts";
import { withoutValues } from "../../src/values/index.ts";
import type { ValueInputs } from "../../src/pipeline/index.ts";

export class HiddenValues implements Hiding {
  readonly #redactor = new Redactor();
  readonly #made = new Map<string, Secret>();
  #reading = 0;
  #known = false;

  /** What the pipeline needs to keep secrets opaque. Nothing can be fetched in a page: tags stay as they are. */
  readonly inputs: Pick<ValueInputs, "opaque" | "begin" | "known"> = {
    opaque: (text, origin, place) => {
      if (place !== undefined) this.#redactor.hide(place);
      let secret = this.#made.get(text);
      if (secret === undefined) {
        this.#made.set(text, (secret = new Secret(text, origin)));
        this.#redactor.add(secret);
      }
      return secret;
    },
    begin: () => void this.#reading++,
    known: () => {
      this.#known = true;
      this.#reading = Math.max(0, this.#reading - 1);
    },
  };

  readonly reveal: NonNullable<RenderRequest["reveal"]> = (secret) => {
    if (!isSecret(secret)) throw new Error("a secret that this program did not make");
    return reveal(secret);
  };

  diagnostic(diagnostic: Diagnostic): Diagnostic {
    const hidden = this.#redactor.diagnostic(diagnostic);
    if (hidden.places === undefined || !this.#withheld) return hidden;
    return { ...hidden, places: hidden.places.map((place) => ({ ...place, file: withoutValues(place.file) })) };
  }

  file(name: string, text: string): string {
    const [place] = this.diagnostic({
      code: "",
      severity: "info",
      message: "",
      places: [{ file: { name, text }, span: { start: 0, end: 0 } }],
    }).places!;
    return place!.file.text;
  }

  /** Values may have been read, and nobody knows yet which of them are secret. */
  get #withheld(): boolean {
    return !this.#known || this.#reading > 0;
  }
}
