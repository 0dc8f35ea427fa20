// What differs between releases, object by object and field by field.
import type { ReleasePicture } from "../../src/picture/index.ts";
import { fieldTexts } from "./compare.ts";

export interface Difference {
  readonly object: string;
  readonly path: string;
  /** By release; undefined where the field is not there. */
  readonly texts: readonly (string | undefined)[];
  /** It only says which release this is: its environment, its namespace, its uuid. */
  readonly naming: boolean;
}

/** Objects are the same by kind and name: their namespaces are what environments are about. */
export const plainId = (id: string): string => {
  const [kind, ...rest] = id.split("/");
  return `${kind}/${rest.at(-1)}`;
};

export function differences(releases: readonly ReleasePicture[]): Difference[] {
  const byObject = new Map<string, (ReadonlyMap<string, string> | undefined)[]>();
  releases.forEach((one, at) => {
    for (const { id, yaml } of one.objects) {
      const texts = byObject.get(plainId(id)) ?? releases.map(() => undefined);
      byObject.set(plainId(id), texts);
      texts[at] = fieldTexts(yaml);
    }
  });
  const out: Difference[] = [];
  for (const [object, all] of byObject) {
    if (all.includes(undefined)) {
      const texts = all.map((one) => (one === undefined ? undefined : "there"));
      out.push({ object, path: "", texts, naming: false });
      continue;
    }
    for (const path of new Set(all.flatMap((one) => [...one!.keys()]))) {
      const texts = all.map((one) => one!.get(path));
      if (new Set(texts).size > 1)
        out.push({ object, path, texts, naming: texts.every((text, i) => isName(text, releases[i]!)) });
    }
  }
  return out;
}

function isName(text: string | undefined, { environment, namespace, uuid }: ReleasePicture): boolean {
  return text !== undefined && [environment, namespace, uuid].includes(text.replace(/^(["'])(.*)\1$/, "$2"));
}
