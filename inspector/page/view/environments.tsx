// Releases side by side: only what differs, object by object and field by field.
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ReleasePicture } from "../../../src/picture/index.ts";
import { differences, plainId } from "../differences.ts";
import type { Difference } from "../differences.ts";
import { Empty } from "../part/empty.tsx";
import { Path } from "../part/path.tsx";
import { chosen, openObject, picture, releaseOf } from "../state.ts";

/** What the others are compared with. */
const against = signal<string | undefined>(undefined);
const withNames = signal(false);

export function Environments() {
  const releases = picture.value?.releases ?? [];
  const rows = useMemo(() => differences(releases), [releases]);
  if (releases.length < 2)
    return (
      <Empty title="There is one release" command="opm env init staging">
        Environments are compared here, field by field, when there are more.
      </Empty>
    );
  const basis = releaseOf(picture.value, against.value)!;
  const names = rows.filter(({ naming }) => naming).length;
  const shown = rows.filter(({ naming }) => withNames.value || !naming);
  return (
    <div class="page">
      <header class="bar">
        <label>
          Compared with{" "}
          <select value={basis.id} onChange={(event) => (against.value = event.currentTarget.value)}>
            {releases.map(({ id }) => (
              <option value={id}>{id}</option>
            ))}
          </select>
        </label>
        {names > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={withNames.value}
              onChange={(event) => (withNames.value = event.currentTarget.checked)}
            />
            {names} fields that only name the environment
          </label>
        )}
        <span class="dim">
          {shown.length} {shown.length === 1 ? "field differs" : "fields differ"}; all others are equal
        </span>
      </header>
      <section class="pane scroll" aria-label="Differences between environments">
        <table class="grid matrix">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {releases.map((one) => (
                <th scope="col" class={one === basis ? "basis" : ""}>
                  {one.id}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.length === 0 && (
              <tr>
                <td colSpan={releases.length + 1} class="dim">
                  Nothing differs but names.
                </td>
              </tr>
            )}
            {shown.map((row, i) => (
              <>
                {shown[i - 1]?.object !== row.object && (
                  <tr class="group">
                    <th colSpan={releases.length + 1} scope="rowgroup">
                      {row.object.replace("/", " ")}
                    </th>
                  </tr>
                )}
                <Row row={row} releases={releases} basis={releases.indexOf(basis)} />
              </>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Row({ row, releases, basis }: { row: Difference; releases: readonly ReleasePicture[]; basis: number }) {
  return (
    <tr>
      <th scope="row" class="mono">
        {row.path === "" ? <i class="dim">the whole object</i> : <Path text={row.path} />}
      </th>
      {row.texts.map((text, at) => {
        const differs = text !== row.texts[basis];
        return (
          <td class={differs ? "differs" : ""}>
            {text === undefined ? (
              <span class="cell">absent</span>
            ) : (
              <button type="button" class="cell mono" onClick={() => look(releases[at]!, row.object)}>
                {text}
              </button>
            )}
            {differs && <span class="sr"> (differs)</span>}
          </td>
        );
      })}
    </tr>
  );
}

function look(one: ReleasePicture, plain: string): void {
  const found = one.objects.find(({ id }) => plainId(id) === plain);
  chosen.value = one.id;
  if (found !== undefined) openObject(found.id);
}
