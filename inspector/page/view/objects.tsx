// Component → transformer → object on the left, the manifest in the middle, where a field comes from on the right.
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ObjectPicture, ReleasePicture } from "../../../src/picture/index.ts";
import { Copy } from "../part/copy.tsx";
import { Empty } from "../part/empty.tsx";
import { Tier, tierName } from "../part/tier.tsx";
import { Windowed } from "../part/windowed.tsx";
import { Yaml } from "../part/yaml.tsx";
import { deciderOf } from "../decider.ts";
import {
  base,
  chosen,
  filter,
  isEdited,
  live,
  object as shownObject,
  origins,
  release,
  releaseOf,
  selectedObject,
  selectedPath,
} from "../state.ts";
import { Origin } from "./origin.tsx";

interface Row {
  readonly depth: 0 | 1 | 2;
  readonly text: string;
  readonly hint?: string;
  readonly object?: ObjectPicture;
  readonly mark?: "added" | "changed";
}

const ROW = 28;

export function Objects() {
  const now = release.value;
  const before = isEdited.value ? releaseOf(base.value, chosen.value) : undefined;
  const rows = useMemo(() => treeRows(now, before, filter.value), [now, before, filter.value]);
  const object = shownObject.value;
  const was = object && before?.objects.find(({ id }) => id === object.id);
  const at = rows.findIndex((row) => row.object !== undefined && row.object === object);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    for (let i = at + step; i >= 0 && i < rows.length; i += step) {
      const next = rows[i]!.object;
      if (next === undefined) continue;
      select(next.id);
      return;
    }
  };
  if (now === undefined || now.objects.length === 0)
    return <Empty title="Nothing is rendered">The messages above say why; under Source it can be mended.</Empty>;
  return (
    <div class="columns objects">
      <section class="pane tree" aria-label="Objects">
        <label class="search">
          <span class="sr">Filter objects</span>
          <input
            type="search"
            placeholder="Filter by kind, name, component"
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </label>
        <Windowed
          items={rows}
          rowHeight={ROW}
          label="Component, transformer, object"
          role="tree"
          at={at}
          onKeyDown={move}
        >
          {(row, i) => (
            <div
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={i === at}
              class={`node depth-${row.depth} ${i === at ? "selected" : ""} ${row.object ? "leaf" : ""}`}
              onClick={() => row.object && select(row.object.id)}
            >
              <span class="text">{row.text}</span>
              {row.hint !== undefined && <span class="dim cut">{row.hint}</span>}
              {row.object !== undefined && <Health object={row.object.id} />}
              {row.mark !== undefined && (
                <span class={`mark ${row.mark}`} title={row.mark}>
                  {row.mark === "added" ? "+" : "~"}
                </span>
              )}
            </div>
          )}
        </Windowed>
      </section>
      {object !== undefined && <Manifest object={object} before={was?.yaml} />}
      <section class="pane side origin" aria-label="Where it comes from" aria-live="polite">
        {selectedPath.value === undefined || object === undefined ? (
          <div class="prompt">
            <h2>Where does it come from?</h2>
            <p class="dim">
              Choose a line of the manifest. Here is its way back: the transformer’s line, the component, the value, and
              whoever wrote it.
            </p>
          </div>
        ) : (
          <Origin object={object} path={selectedPath.value} />
        )}
      </section>
    </div>
  );
}

/** What the cluster said of it, if it was asked. */
function Health({ object }: { object: string }) {
  const now = live.value.get(release.value?.id ?? "");
  const found = typeof now === "object" ? now.objects.find((one) => one.object === object) : undefined;
  if (found === undefined) return null;
  const [sign, words, how] =
    found.drift.length > 0
      ? ["≠", "drifted in the cluster", "warn"]
      : found.health === "Current"
        ? ["✓", "well in the cluster", "good"]
        : ["✕", `${found.health} in the cluster`, "bad"];
  return (
    <span class={`sign live-sign ${how}`} title={words}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr">{words}</span>
    </span>
  );
}

/** Only what this one decided stands out. */
const lit = signal<string | undefined>(undefined);

function Manifest({ object, before }: { object: ObjectPicture; before: string | undefined }) {
  const values = release.value?.values ?? [];
  const known = origins.value;
  const deciders = useMemo(
    () => new Map([...(known ?? [])].map(([path, chain]) => [path, deciderOf(chain, values)])),
    [known, values],
  );
  const counts = new Map<string, number>();
  for (const by of deciders.values()) if (by !== undefined) counts.set(by, (counts.get(by) ?? 0) + 1);
  return (
    <section class="pane manifest" aria-label="Manifest">
      <header class="pane-head">
        <h2>
          {object.kind} <span class="dim">{object.name}</span>
        </h2>
        <Copy text={object.yaml} label="Copy YAML" />
      </header>
      <Yaml
        yaml={object.yaml}
        before={before}
        selected={selectedPath.value}
        decider={(path) => deciders.get(path)}
        lit={lit.value !== undefined && counts.has(lit.value) ? lit.value : undefined}
        onSelect={(path) => {
          selectedObject.value = object.id;
          selectedPath.value = path;
        }}
      />
      <footer class="legend" aria-label="Who decided">
        {known === undefined ? (
          <span class="dim">Following every field back…</span>
        ) : (
          [...counts].map(([by]) => (
            <button
              type="button"
              aria-pressed={lit.value === by}
              onClick={() => (lit.value = lit.value === by ? undefined : by)}
            >
              <Tier tier={by} /> {tierName(by)}
            </button>
          ))
        )}
      </footer>
    </section>
  );
}

function select(id: string): void {
  selectedObject.value = id;
  selectedPath.value = undefined;
}

function treeRows(now: ReleasePicture | undefined, before: ReleasePicture | undefined, wanted: string): Row[] {
  const rows: Row[] = [];
  const old = before && new Map(before.objects.map((object) => [object.id, object.yaml]));
  const needle = wanted.toLowerCase();
  const groups = new Map<string, Map<string, ObjectPicture[]>>();
  for (const object of now?.objects ?? []) {
    if (needle !== "" && !`${object.id} ${object.component}`.toLowerCase().includes(needle)) continue;
    const owner = object.component || (object.policy === undefined ? "release" : `policy ${object.policy}`);
    let transformers = groups.get(owner);
    if (transformers === undefined) groups.set(owner, (transformers = new Map()));
    const made = transformers.get(object.transformer);
    if (made === undefined) transformers.set(object.transformer, [object]);
    else made.push(object);
  }
  for (const [owner, transformers] of groups) {
    rows.push({ depth: 0, text: owner });
    for (const [transformer, objects] of transformers) {
      rows.push({ depth: 1, text: transformer });
      for (const object of objects) {
        const was = old?.get(object.id);
        const mark = old === undefined || was === object.yaml ? undefined : was === undefined ? "added" : "changed";
        rows.push({ depth: 2, text: object.kind, hint: object.name, object, ...(mark && { mark }) });
      }
    }
  }
  return rows;
}
