// The six phases as a stack: what each gave, how long it took, and what differs from the phase or the run before.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { PhasePicture } from "../../../src/picture/index.ts";
import { lineDiff } from "../../../src/picture/line-diff.ts";
import { Empty } from "../part/empty.tsx";
import { base, chosen, isEdited, release, releaseOf } from "../state.ts";

const SAYS = [
  { title: "Settings", says: "each with where it came from" },
  { title: "Provider", says: "transformers, and what they require" },
  { title: "Module", says: "as its author wrote it" },
  { title: "Release", says: "values merged, components concrete" },
  { title: "Match", says: "which transformer takes which component" },
  { title: "Execute", says: "manifests, in the order of applying" },
] as const;

type Shown = "result" | "neighbour" | "edit";
const SHOWN: Readonly<Record<Shown, string>> = {
  result: "Result",
  neighbour: "Since the phase before",
  edit: "Since the edit",
};
const shown = signal<Shown>("result");

export function Phases() {
  const phases = release.value?.phases ?? [];
  if (phases.length === 0) return <Empty title="No phase has run">The messages above say why.</Empty>;
  const total = Math.max(
    1,
    phases.reduce((sum, { ms }) => sum + ms, 0),
  );
  const before = isEdited.value ? releaseOf(base.value, chosen.value)?.phases : undefined;
  const how: Shown = shown.value === "edit" && before === undefined ? "result" : shown.value;
  let from = 0;
  return (
    <div class="page">
      <header class="bar">
        <div class="segments" role="group" aria-label="What is shown of each phase">
          {(Object.keys(SHOWN) as Shown[]).map((name) => (
            <button
              type="button"
              aria-pressed={how === name}
              disabled={name === "edit" && before === undefined}
              onClick={() => (shown.value = name)}
            >
              {SHOWN[name]}
            </button>
          ))}
        </div>
        <span class="dim">{Math.round(total)} ms in all</span>
      </header>
      <ol class="stack">
        {phases.map((phase, i) => {
          const start = from;
          from += phase.ms;
          const other =
            how === "neighbour"
              ? (phases[i - 1]?.lines ?? [])
              : before?.find(({ phase: n }) => n === phase.phase)?.lines;
          return (
            <Phase
              phase={phase}
              start={start / total}
              share={phase.ms / total}
              before={how === "result" ? undefined : other}
              differs={how === "edit" && other?.join("\n") !== phase.lines.join("\n")}
            />
          );
        })}
      </ol>
    </div>
  );
}

interface Props {
  readonly phase: PhasePicture;
  readonly start: number;
  readonly share: number;
  readonly before: readonly string[] | undefined;
  readonly differs: boolean;
}

function Phase({ phase, start, share, before, differs }: Props) {
  const [open, setOpen] = useState(phase.phase >= 3);
  const isOpen = open || differs;
  const { title, says } = SAYS[phase.phase] ?? { title: phase.name, says: "" };
  const lines =
    before === undefined ? phase.lines.map((text) => ({ kind: "same", text })) : lineDiff(before, phase.lines);
  return (
    <li class={`phase ${differs ? "changed" : ""}`}>
      <button type="button" class="phase-head" aria-expanded={isOpen} onClick={() => setOpen(!open)}>
        <span class="number">{phase.phase}</span>
        <span class="title">
          <b>{title}</b> <span class="dim">{says}</span>
        </span>
        <span class="time" aria-hidden="true">
          <span class="track" style={{ "--from": `${start * 100}%`, "--share": `${Math.max(0.6, share * 100)}%` }} />
        </span>
        <span class="ms mono">{phase.ms < 10 ? phase.ms.toFixed(1) : Math.round(phase.ms)} ms</span>
        <span class="lines">
          {phase.lines.length} {phase.lines.length === 1 ? "line" : "lines"}
          {differs && <b class="mark changed"> ~</b>}
        </span>
      </button>
      {isOpen && (
        <pre class="result mono" tabIndex={0} aria-label={`Result of ${title}`}>
          {lines.map(({ kind, text }) => (
            <span class={`line ${kind}`}>
              {before !== undefined && (kind === "added" ? "+ " : kind === "removed" ? "− " : "  ")}
              {text}
              {"\n"}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}
