// A manifest, line by line; each line is its field.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { yamlPaths } from "../../../src/picture/yaml-paths.ts";
import { pathText } from "../compare.ts";
import { lineDiff } from "../line-diff.ts";
import { Windowed } from "./windowed.tsx";

interface Props {
  readonly yaml: string;
  /** The same object before the edits. */
  readonly before?: string | undefined;
  readonly selected?: readonly (string | number)[] | undefined;
  readonly onSelect: (path: readonly (string | number)[]) => void;
}

interface Line {
  readonly text: string;
  readonly kind: "same" | "removed" | "added";
  readonly path: readonly (string | number)[];
}

const ROW = 20;

export function Yaml({ yaml, before, selected, onSelect }: Props) {
  const lines = useMemo(() => linesOf(yaml, before), [yaml, before]);
  const key = selected === undefined ? undefined : pathText(selected);
  const at = key === undefined ? undefined : lines.findIndex(({ path }) => pathText(path) === key);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = lines[Math.min(lines.length - 1, Math.max(0, (at ?? -1) + step))];
    if (next !== undefined) onSelect(next.path);
  };
  return (
    <Windowed items={lines} rowHeight={ROW} label="Manifest" role="listbox" class="yaml mono" at={at} onKeyDown={move}>
      {({ text, kind, path }, i) => (
        <div
          role="option"
          aria-selected={i === at}
          class={`line ${kind} ${i === at ? "selected" : ""}`}
          onClick={() => onSelect(path)}
          title={pathText(path)}
        >
          <span class="gutter" aria-hidden="true">
            {kind === "added" ? "+" : kind === "removed" ? "−" : ""}
          </span>
          {painted(text)}
        </div>
      )}
    </Windowed>
  );
}

function linesOf(yaml: string, before: string | undefined): Line[] {
  const paths = yamlPaths(yaml);
  const now = yaml.replace(/\n$/, "").split("\n");
  if (before === undefined || before === yaml) return now.map((text, i) => ({ text, kind: "same", path: paths[i]! }));
  let at = 0;
  return lineDiff(before.replace(/\n$/, "").split("\n"), now).map(({ kind, text }) => {
    const path = paths[Math.min(at, paths.length - 1)]!;
    if (kind !== "removed") at++;
    return { kind, text, path };
  });
}

/** Names and values apart. */
function painted(text: string): ComponentChildren {
  const found = /^(\s*(?:- )*)([^\s'"][^:]*|"[^"]*"|'[^']*')(:)( .*)?$/.exec(text);
  if (found === null) return <span class="value">{text}</span>;
  const [, head, name, colon, value = ""] = found;
  return (
    <>
      {head}
      <span class="name">{name}</span>
      {colon}
      <span class={/^ '?\*\*\*/.test(value) ? "hidden" : "value"}>{value}</span>
    </>
  );
}
