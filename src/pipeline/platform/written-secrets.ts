// Secrets that stand in components and bindings, beside those of the values.
import { discoverSecrets } from "../../secrets/index.ts";
import type { Release } from "../3-release/release.ts";
import { givenPlaces, markedAs, sealedValue } from "../sealed-value.ts";

interface WrittenSecret {
  readonly component: string;
  /** In the component: `spec.secrets.db.data.password`, `requires.db.password`. */
  readonly path: string;
  readonly literal: boolean;
}

/** What values gave is theirs, wherever it went; a tag is no literal. */
export function writtenSecrets(release: Release): WrittenSecret[] {
  const places = givenPlaces(release.cue.get().secrets);
  const isTag = (name: string): boolean => {
    const place = places.get(name);
    return place !== undefined && place.file.text[place.span.start] === "@";
  };
  return release.components.flatMap(({ id, cue: handle }) =>
    ["spec", "requires"].flatMap((part) => {
      const value = handle.get().field(part);
      const data = value && sealedValue(value);
      return discoverSecrets({ [part]: data }).flatMap(({ path, variant }): WrittenSecret[] => {
        if (variant.kind !== "literal") return [];
        const { names } = markedAs(variant.secret);
        if (names.some((name) => name.startsWith("values."))) return [];
        return [{ component: id, path: path.join("."), literal: !names.some(isTag) }];
      });
    }),
  );
}
