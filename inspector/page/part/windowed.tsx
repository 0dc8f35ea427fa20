// A list of which only what can be seen is in the page: 5,000 objects scroll like 50.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

interface Props<T> {
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly label: string;
  readonly role?: "listbox" | "list" | "tree";
  readonly class?: string;
  /** Brought into view when it changes. */
  readonly at?: number | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: (item: T, index: number) => ComponentChildren;
}

const SPARE = 12;

export function Windowed<T>({
  items,
  rowHeight,
  label,
  role = "list",
  class: name = "",
  at,
  onKeyDown,
  children,
}: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 60 });
  const look = (): void => {
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE);
    const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + SPARE;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useEffect(() => {
    look();
    const seen = new ResizeObserver(look);
    seen.observe(box.current!);
    return () => seen.disconnect();
  }, [items.length]);
  useEffect(() => {
    if (at === undefined || box.current === null) return;
    const top = at * rowHeight;
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop || top > scrollTop + clientHeight - rowHeight * 2)
      box.current.scrollTop = Math.max(0, top - clientHeight / 3);
  }, [at, items]);
  const shown = items.slice(range.from, range.to);
  return (
    <div
      ref={box}
      class={`windowed ${name}`}
      role={role}
      aria-label={label}
      tabIndex={0}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: `${items.length * rowHeight}px`, position: "relative" }}>
        <div style={{ position: "absolute", top: `${range.from * rowHeight}px`, left: 0, right: 0 }}>
          {shown.map((item, i) => children(item, range.from + i))}
        </div>
      </div>
    </div>
  );
}
