// Component → transformer → object on the left, the manifest in the middle, where a field comes from on the right.
import { useMemo } from "preact/hooks";
import type { ObjectPicture, OriginPicture, ReleasePicture } from "../../../src/picture/index.ts";
import { pathText } from "../compare.ts";
import { Place } from "../part/place.tsx";
import { Windowed } from "../part/windowed.tsx";
import { Yaml } from "../part/yaml.tsx";
import {
  base,
  environment,
  filter,
  isEdited,
  openValue,
  origins,
  release,
  releaseOf,
  selectedObject,
  selectedPath,
} from "../state.ts";

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
  const before = isEdited.value ? releaseOf(base.value, environment.value) : undefined;
  const rows = useMemo(() => treeRows(now, before, filter.value), [now, before, filter.value]);
  const object =
    now?.objects.find(({ id }) => id === selectedObject.value) ?? rows.find((row) => row.object !== undefined)?.object;
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
    return <p class="empty">Nothing is rendered. The messages above say why.</p>;
  return (
    <div class="columns objects">
      <section class="pane tree" aria-label="Objects">
        <label class="search">
          <span class="sr">Filter objects</span>
          <input
            type="search"
            placeholder="Filter: kind, name, component"
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
              {row.hint !== undefined && <span class="dim">{row.hint}</span>}
              {row.mark !== undefined && <span class={`mark ${row.mark}`}>{row.mark === "added" ? "+" : "~"}</span>}
            </div>
          )}
        </Windowed>
      </section>
      <section class="pane manifest" aria-label="Manifest">
        {object !== undefined && (
          <>
            <header class="pane-head">
              <h2>
                {object.kind} <span class="dim">{object.name}</span>
              </h2>
              <button type="button" class="quiet" onClick={() => void navigator.clipboard.writeText(object.yaml)}>
                Copy YAML
              </button>
            </header>
            <Yaml
              yaml={object.yaml}
              before={was?.yaml}
              selected={selectedPath.value}
              onSelect={(path) => {
                selectedObject.value = object.id;
                selectedPath.value = path;
              }}
            />
          </>
        )}
      </section>
      <section class="pane origin" aria-label="Where it comes from" aria-live="polite">
        {selectedPath.value === undefined || object === undefined ? (
          <p class="empty">Choose a line of the manifest: here is the way back to whoever wrote it.</p>
        ) : (
          <Origin object={object} path={selectedPath.value} />
        )}
      </section>
    </div>
  );
}

function select(id: string): void {
  selectedObject.value = id;
  selectedPath.value = undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  "rendered by": "Rendered by",
  transformer: "Transformer's line",
  component: "Component",
  value: "Value",
  shadows: "Shadows",
};

function Origin({ object, path }: { object: ObjectPicture; path: readonly (string | number)[] }) {
  const chain = origins.value;
  return (
    <>
      <header class="pane-head">
        <h2>Where it comes from</h2>
      </header>
      <p class="mono path">
        {object.kind}/{object.name} <b>{pathText(path)}</b>
      </p>
      {chain === undefined ? (
        <p class="dim">Looking…</p>
      ) : (
        <ol class="chain">
          {chain.map((step) => (
            <Step step={step} />
          ))}
        </ol>
      )}
      <p class="dim foot mono">
        opm mod explain {object.kind}/{object.name}.{pathText(path)}
      </p>
    </>
  );
}

function Step({ step }: { step: OriginPicture }) {
  const value = step.what === "value" || step.what === "shadows" ? (/^(\S+) = /.exec(step.text)?.[1] ?? "") : "";
  return (
    <li class={`step ${step.what.replace(" ", "-")}`}>
      <span class="what">{WORDS[step.what] ?? step.what}</span>
      {value === "" ? (
        <code>{step.text}</code>
      ) : (
        <code>
          <button type="button" class="link" onClick={() => openValue(value)}>
            {value}
          </button>
          {step.text.slice(value.length)}
        </code>
      )}
      {step.place !== undefined && <Place place={step.place} />}
    </li>
  );
}

function treeRows(now: ReleasePicture | undefined, before: ReleasePicture | undefined, wanted: string): Row[] {
  const rows: Row[] = [];
  const old = before && new Map(before.objects.map((object) => [object.id, object.yaml]));
  const needle = wanted.toLowerCase();
  const groups = new Map<string, Map<string, ObjectPicture[]>>();
  for (const object of now?.objects ?? []) {
    if (needle !== "" && !`${object.id} ${object.component}`.toLowerCase().includes(needle)) continue;
    const owner = object.component || (object.policy === undefined ? "release" : `policy ${object.policy}`);
    const transformers = groups.get(owner) ?? new Map<string, ObjectPicture[]>();
    groups.set(owner, transformers);
    transformers.set(object.transformer, [...(transformers.get(object.transformer) ?? []), object]);
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
