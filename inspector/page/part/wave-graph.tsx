// Waves as columns, one after the other, with lines from what comes first to what waits for it. Our graphs are layered
// already, so a layout is a matter of counting.
import type { ComponentChildren } from "preact";

export interface WaveNode {
  readonly id: string;
  /** Nodes of earlier waves that it waits for. */
  readonly after: readonly string[];
  readonly show: ComponentChildren;
}

export interface Wave {
  readonly title: ComponentChildren;
  readonly nodes: readonly WaveNode[];
}

const WIDTH = 208;
const GAP = 56;
const HEIGHT = 76;
const SPACE = 12;
const HEAD = 40;

export function WaveGraph({ waves, label }: { waves: readonly Wave[]; label: string }) {
  const places = new Map<string, { x: number; y: number }>();
  waves.forEach(({ nodes }, column) =>
    nodes.forEach(({ id }, row) => places.set(id, { x: column * (WIDTH + GAP), y: HEAD + row * (HEIGHT + SPACE) })),
  );
  const tallest = Math.max(1, ...waves.map(({ nodes }) => nodes.length));
  const [width, height] = [waves.length * (WIDTH + GAP) - GAP, HEAD + tallest * (HEIGHT + SPACE)];
  const lines = waves.flatMap(({ nodes }) =>
    nodes.flatMap(({ id, after }) =>
      after.flatMap((name) => {
        const [from, to] = [places.get(name), places.get(id)];
        if (from === undefined || to === undefined) return [];
        const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x - 6, to.y + HEIGHT / 2];
        const bend = (x2 - x1) / 2;
        return [`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`];
      }),
    ),
  );
  return (
    <div class="graph-scroll" tabIndex={0} role="group" aria-label={label}>
      <div class="graph" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          <defs>
            <marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0l8 4-8 4z" />
            </marker>
          </defs>
          {lines.map((line) => (
            <path d={line} marker-end="url(#head)" />
          ))}
        </svg>
        <ol>
          {waves.map(({ title, nodes }, column) => (
            <li>
              <div class="wave-title" style={{ left: `${column * (WIDTH + GAP)}px`, width: `${WIDTH}px` }}>
                <span class="number">{column + 1}</span> {title}
              </div>
              {nodes.map(({ id, show }) => {
                const { x, y } = places.get(id)!;
                return (
                  <div
                    class="graph-node"
                    style={{ left: `${x}px`, top: `${y}px`, width: `${WIDTH}px`, height: `${HEIGHT}px` }}
                  >
                    {show}
                  </div>
                );
              })}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
