// The six phases as a stack: what each gave, how long it took, and what the edits changed in it.
import { useState } from "preact/hooks";
import type { PhasePicture } from "../../../src/picture/index.ts";
import { lineDiff } from "../line-diff.ts";
import { base, environment, isEdited, release, releaseOf } from "../state.ts";

const SAYS = [
  "Settings, each with where it came from",
  "Transformers, and what they require",
  "The module as its author wrote it",
  "Values merged, components concrete",
  "Which transformer takes which component",
  "Manifests, in the order of applying",
] as const;

export function Phases() {
  const phases = release.value?.phases ?? [];
  const longest = Math.max(1, ...phases.map(({ ms }) => ms));
  const before = isEdited.value ? releaseOf(base.value, environment.value)?.phases : undefined;
  return (
    <ol class="stack">
      {phases.map((phase) => (
        <Phase
          phase={phase}
          share={phase.ms / longest}
          before={before?.find(({ phase: n }) => n === phase.phase)?.lines}
        />
      ))}
    </ol>
  );
}

function Phase({
  phase,
  share,
  before,
}: {
  phase: PhasePicture;
  share: number;
  before: readonly string[] | undefined;
}) {
  const differs = before !== undefined && before.join("\n") !== phase.lines.join("\n");
  const [open, setOpen] = useState(false);
  const shown = open || differs;
  const lines =
    before === undefined ? phase.lines.map((text) => ({ kind: "same", text })) : lineDiff(before, phase.lines);
  return (
    <li class={`phase ${differs ? "changed" : ""}`}>
      <button type="button" class="phase-head" aria-expanded={shown} onClick={() => setOpen(!open)}>
        <span class="number">{phase.phase}</span>
        <span class="title">
          {phase.name}
          <span class="dim">{SAYS[phase.phase]}</span>
        </span>
        <span class="time">
          <span class="bar" style={{ width: `${Math.max(2, share * 100)}%` }} />
          <span class="ms mono">{phase.ms < 10 ? phase.ms.toFixed(1) : Math.round(phase.ms)} ms</span>
        </span>
        <span class="count">
          {phase.lines.length} {phase.lines.length === 1 ? "line" : "lines"}
          {differs && <b> changed</b>}
        </span>
      </button>
      {shown && (
        <pre class="result mono">
          {lines.map(({ kind, text }) => (
            <span class={`line ${kind}`}>
              {kind === "added" ? "+ " : kind === "removed" ? "− " : "  "}
              {text}
              {"\n"}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}
