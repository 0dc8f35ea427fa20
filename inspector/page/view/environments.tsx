// Environments side by side: only what differs, object by object and field by field.
import { useMemo } from "preact/hooks";
import type { ReleasePicture } from "../../../src/picture/index.ts";
import { fieldTexts } from "../compare.ts";
import { environment, openObject, picture } from "../state.ts";

interface Cell {
  readonly object: string;
  readonly path: string;
  readonly texts: readonly (string | undefined)[];
}

export function Environments() {
  const releases = picture.value?.releases ?? [];
  const rows = useMemo(() => differences(releases), [releases]);
  if (releases.length < 2)
    return <p class="empty">There is one release. Environments are compared when there are more.</p>;
  return (
    <section class="pane scroll" aria-label="Differences between environments">
      <table class="grid">
        <caption>
          {rows.length} fields differ between {releases.length} environments; all others are equal.
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {releases.map((one) => (
              <th scope="col">{one.environment}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <>
              {rows[i - 1]?.object !== row.object && (
                <tr class="group">
                  <th colSpan={releases.length + 1} scope="rowgroup">
                    {row.object}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row" class="mono">
                  {row.path}
                </th>
                {row.texts.map((text, at) => (
                  <td class={`mono ${text === undefined ? "none" : text === row.texts[0] ? "" : "wins"}`}>
                    {text === undefined ? (
                      <span class="dim">absent</span>
                    ) : (
                      <button
                        type="button"
                        class="link"
                        onClick={() => {
                          environment.value = releases[at]!.environment;
                          const id = realId(releases[at]!, row.object);
                          if (id !== undefined) openObject(id);
                        }}
                      >
                        {text}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            </>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Objects are the same by kind and name: their namespaces are what environments are about. */
const plainId = (id: string): string => {
  const [kind, ...rest] = id.split("/");
  return `${kind}/${rest.at(-1)}`;
};

function realId({ objects }: ReleasePicture, plain: string): string | undefined {
  return objects.find(({ id }) => plainId(id) === plain)?.id;
}

function differences(releases: readonly ReleasePicture[]): Cell[] {
  const byObject = new Map<string, (Map<string, string> | undefined)[]>();
  releases.forEach((one, at) => {
    for (const { id, yaml } of one.objects) {
      const texts = byObject.get(plainId(id)) ?? releases.map(() => undefined);
      byObject.set(plainId(id), texts);
      texts[at] = fieldTexts(yaml);
    }
  });
  const out: Cell[] = [];
  for (const [object, all] of byObject) {
    if (all.includes(undefined)) {
      out.push({
        object,
        path: "the object itself",
        texts: all.map((one) => (one === undefined ? undefined : "there")),
      });
      continue;
    }
    for (const path of new Set(all.flatMap((one) => [...one!.keys()]))) {
      const texts = all.map((one) => one!.get(path));
      if (new Set(texts).size > 1) out.push({ object, path, texts });
    }
  }
  return out;
}
