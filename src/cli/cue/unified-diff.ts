import { anchors } from "./anchors.ts";
import type { Anchor } from "./anchors.ts";

/** Lines of context around a change. */
const around = 3;

/**
 * The changes between two texts, in the unified form with three lines around each change. Lines that occur once in
 * both texts hold the two together; what stands between them and differs is replaced as a whole.
 */
export function unifiedDiff(oldName: string, oldText: string, newName: string, newText: string): string {
  const a = linesOf(oldText);
  const b = linesOf(newText);
  let out = `diff ${oldName} ${newName}\n--- ${oldName}\n+++ ${newName}\n`;
  let hunk = new Hunk(0, 0);
  let done: Anchor = { x: 0, y: 0 };
  for (const m of anchors(a, b)) {
    if (m.x < done.x) continue;
    let { x, y } = m;
    while (x > done.x && y > done.y && a[x - 1] === b[y - 1]) {
      x--;
      y--;
    }
    let end = m.x;
    while (end < a.length && end + y - x < b.length && a[end] === b[end + y - x]) end++;
    hunk.add("-", a.slice(done.x, x));
    hunk.add("+", b.slice(done.y, y));
    const same = end - x;
    const isEnd = end >= a.length && end + y - x >= b.length;
    // Too little in common to end a hunk here: what follows goes on with it.
    if (!isEnd && (same < around || (hunk.isUsed && same < 2 * around))) {
      hunk.add(" ", a.slice(x, end));
      done = { x: end, y: end + y - x };
      continue;
    }
    if (hunk.isUsed) {
      hunk.add(" ", a.slice(x, Math.min(end, x + around)));
      out += hunk.text;
    }
    if (isEnd) break;
    done = { x: end, y: end + y - x };
    hunk = new Hunk(done.x - around, done.y - around);
    hunk.add(" ", a.slice(done.x - around, done.x));
  }
  return out;
}

class Hunk {
  readonly #oldStart: number;
  readonly #newStart: number;
  readonly #lines: string[] = [];
  #olds = 0;
  #news = 0;

  constructor(oldStart: number, newStart: number) {
    this.#oldStart = oldStart;
    this.#newStart = newStart;
  }

  get isUsed(): boolean {
    return this.#lines.length > 0;
  }

  add(sign: " " | "-" | "+", lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(sign + line);
    if (sign !== "+") this.#olds += lines.length;
    if (sign !== "-") this.#news += lines.length;
  }

  get text(): string {
    // Lines count from 1; no lines at all stand behind the line before them.
    const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
    return `@@ -${range(this.#oldStart, this.#olds)} +${range(this.#newStart, this.#news)} @@\n${this.#lines.join("")}`;
  }
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/(?<=\n)/);
  if (!text.endsWith("\n")) lines.push(`${lines.pop() as string}\n\\ No newline at end of file\n`);
  return lines;
}
