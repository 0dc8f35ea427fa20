// A manifest, line by line; each line is its field, and says who decided it.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { lineDiff } from "../../../src/picture/line-diff.ts";
import { yamlPaths } from "../../../src/picture/yaml-paths.ts";
import { pathText } from "../compare.ts";
import { Tier } from "./tier.tsx";
import { Windowed } from "./windowed.tsx";

interface Props {
  readonly yaml: string;
  /** The same object before the edits. */
  readonly before?: string | undefined;
  readonly selected?: readonly (string | number)[] | undefined;
  /** Who decided a field: a tier, the module, the transformer; undefined while that is not known. */
  readonly decider: (path: string) => string | undefined;
  /** Only what this one decided stands out. */
  readonly lit?: string | undefined;
  readonly onSelect: (path: readonly (string | number)[]) => void;
}

interface Line {
  readonly text: string;
  readonly kind: "same" | "removed" | "added";
  readonly path: readonly (string | number)[];
  readonly key: string;
  /** It holds a value, and not only a name. */
  readonly leaf: boolean;
}

const ROW = 20;

export function Yaml({ yaml, before, selected, decider, lit, onSelect }: Props) {
  const lines = useMemo(() => linesOf(yaml, before), [yaml, before]);
  const key = selected === undefined ? undefined : pathText(selected);
  const at = key === undefined ? undefined : lines.findIndex((line) => line.key === key && line.kind !== "removed");
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = lines[Math.min(lines.length - 1, Math.max(0, (at ?? -1) + step))];
    if (next !== undefined) onSelect(next.path);
  };
  return (
    <Windowed items={lines} rowHeight={ROW} label="Manifest" role="listbox" class="yaml mono" at={at} onKeyDown={move}>
      {({ text, kind, path, key: own, leaf }, i) => {
        const by = leaf ? decider(own) : undefined;
        const isDim = lit !== undefined && by !== lit;
        return (
          <div
            role="option"
            aria-selected={i === at}
            class={`line ${kind} ${i === at ? "selected" : ""} ${isDim ? "faint" : ""}`}
            onClick={() => onSelect(path)}
            title={own}
          >
            <span class="by">{by !== undefined && <Tier tier={by} />}</span>
            <span class="gutter" aria-hidden="true">
              {kind === "added" ? "+" : kind === "removed" ? "−" : ""}
            </span>
            {painted(text)}
          </div>
        );
      }}
    </Windowed>
  );
}

function linesOf(yaml: string, before: string | undefined): Line[] {
  const paths = yamlPaths(yaml);
  const now = yaml.replace(/\n$/, "").split("\n");
  const line = (text: string, kind: Line["kind"], at: number): Line => {
    const path = paths[Math.min(at, paths.length - 1)]!;
    return { text, kind, path, key: pathText(path), leaf: kind !== "removed" && isLeaf(path, paths[at + 1]) };
  };
  if (before === undefined || before === yaml) return now.map((text, i) => line(text, "same", i));
  let at = 0;
  return lineDiff(before.replace(/\n$/, "").split("\n"), now).map(({ kind, text }) => {
    const made = line(text, kind, at);
    if (kind !== "removed") at++;
    return made;
  });
}

function isLeaf(path: readonly (string | number)[], next: readonly (string | number)[] | undefined): boolean {
  return next === undefined || next.length <= path.length || !path.every((step, i) => next[i] === step);
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
      <span class="dim">{colon}</span>
      <span class={/^ '?\*\*\*/.test(value) ? "hidden" : "value"}>{value}</span>
    </>
  );
}
