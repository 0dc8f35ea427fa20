import { changes, chosen, isEdited, picture, release } from "../state.ts";

/** More than these are a list. */
const SIDE_BY_SIDE = 6;

/** Which release is looked at: each with a sign of how it is. */
export function Releases() {
  const all = picture.value?.releases ?? [];
  const one = release.value;
  if (one === undefined) return null;
  const where = one.namespace === undefined ? undefined : `${one.name} in ${one.namespace}`;
  if (all.length < 2) return <span class="dim cut">{where}</span>;
  return (
    <>
      {all.length <= SIDE_BY_SIDE && (
        <div class="segments releases" role="group" aria-label="Release">
          {all.map(({ id }) => (
            <button type="button" aria-pressed={id === one.id} onClick={() => (chosen.value = id)}>
              {id}
              <Sign id={id} />
            </button>
          ))}
        </div>
      )}
      <label class={all.length <= SIDE_BY_SIDE ? "narrow" : ""}>
        <span class="sr">Environment</span>
        <select
          value={one.id}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
          aria-label="Environment"
        >
          {all.map(({ id }) => (
            <option value={id}>{id}</option>
          ))}
        </select>
      </label>
      <span class="dim cut wide">{where}</span>
    </>
  );
}

function Sign({ id }: { id: string }) {
  const one = picture.value?.releases.find((release) => release.id === id);
  if (one?.diagnostics.some(({ severity }) => severity === "error") === true)
    return (
      <span class="sign bad" title="has errors">
        ✕<span class="sr"> has errors</span>
      </span>
    );
  const changed = isEdited.value && (changes.value.find(({ release }) => release === id)?.objects.length ?? 0) > 0;
  return changed ? (
    <span class="mark changed" title="changed by the edit">
      ~<span class="sr"> changed by the edit</span>
    </span>
  ) : null;
}
