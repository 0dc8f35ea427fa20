/** The changes between two texts, in the unified form with three lines around each change. */
export function unifiedDiff(oldName: string, oldText: string, newName: string, newText: string): string {
  const a = linesOf(oldText);
  const b = linesOf(newText);
  const edits = editsOf(a, b);
  let out = `diff ${oldName} ${newName}\n--- ${oldName}\n+++ ${newName}\n`;
  for (const hunk of hunksOf(edits)) out += hunkText(hunk);
  return out;
}

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly oldLine: number;
  readonly newLine: number;
}

const around = 3;
/** Above this many pairs of lines the middle is replaced as a whole. */
const maxTable = 4_000_000;

function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const last = lines.length - 1;
  if (text !== "" && !text.endsWith("\n")) lines[last] = `${lines[last]}\n\\ No newline at end of file\n`;
  return text === "" ? [] : lines;
}

/** A longest common subsequence by dynamic programming, after the common head and tail. */
function editsOf(a: readonly string[], b: readonly string[]): Edit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const n = a.length - head - tail;
  const m = b.length - head - tail;
  const width = m + 1;
  const table = n * m > maxTable ? undefined : new Uint32Array((n + 1) * width);
  if (table !== undefined) {
    for (let i = n - 1; i >= 0; i--) {
      for (let j = m - 1; j >= 0; j--) {
        table[i * width + j] =
          a[head + i] === b[head + j]
            ? (table[(i + 1) * width + j + 1] as number) + 1
            : Math.max(table[(i + 1) * width + j] as number, table[i * width + j + 1] as number);
      }
    }
  }
  const out: Edit[] = [];
  let i = 0;
  let j = 0;
  const push = (sign: Edit["sign"], text: string): void => void out.push({ sign, text, oldLine: i, newLine: j });
  for (; i < head; i++, j++) push(" ", a[i] as string);
  while (i < head + n || j < head + m) {
    const canKeep = table !== undefined && i < head + n && j < head + m && a[i] === b[j];
    if (canKeep) {
      push(" ", a[i] as string);
      i++;
      j++;
    } else if (
      i < head + n &&
      (j === head + m ||
        table === undefined ||
        (table[(i - head + 1) * width + j - head] as number) >= (table[(i - head) * width + j - head + 1] as number))
    ) {
      push("-", a[i] as string);
      i++;
    } else {
      push("+", b[j] as string);
      j++;
    }
  }
  for (; i < a.length; i++, j++) push(" ", a[i] as string);
  return out;
}

function hunksOf(edits: readonly Edit[]): Edit[][] {
  const out: Edit[][] = [];
  let end = -1;
  edits.forEach((e, i) => {
    if (e.sign === " ") return;
    const from = Math.max(i - around, end);
    const hunk = out.at(-1);
    if (hunk !== undefined && from <= end) hunk.push(...edits.slice(end, i + 1));
    else out.push(edits.slice(Math.max(0, i - around), i + 1));
    end = i + 1;
    // Lines behind the change belong to it, unless the next change comes before them.
    const next = edits.findIndex((x, k) => k > i && x.sign !== " ");
    if (next < 0 || next - i - 1 > 2 * around) {
      (out.at(-1) as Edit[]).push(...edits.slice(i + 1, i + 1 + around));
      end = Math.min(edits.length, i + 1 + around);
    }
  });
  return out;
}

function hunkText(hunk: readonly Edit[]): string {
  const first = hunk[0] as Edit;
  const olds = hunk.filter((e) => e.sign !== "+").length;
  const news = hunk.filter((e) => e.sign !== "-").length;
  const range = (line: number, count: number): string => `${count === 0 ? line : line + 1},${count}`;
  return `@@ -${range(first.oldLine, olds)} +${range(first.newLine, news)} @@\n${hunk.map((e) => e.sign + e.text).join("")}`;
}
