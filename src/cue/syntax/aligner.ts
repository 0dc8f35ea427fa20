/**
 * Aligns columns: a text of lines whose cells end at column marks or indentation tabs.
 *
 * A column is a run of consecutive lines that all have that cell; its width is that of the
 * widest cell plus one blank. The last cell of a line belongs to no column. A hard line end
 * (`breakLine(true)`) ends all columns. Columns of empty marks vanish. Empty cells at the start
 * of a line are filled with tabs, others with blanks.
 */
export class Aligner {
  private readonly tabWidth: number;
  private out = "";
  /** Lines since the last hard line end. */
  private lines: Line[] = [];
  private line: Line;
  private cell = "";

  constructor(tabWidth: number) {
    this.tabWidth = tabWidth;
    this.line = { indent: 0, cells: [], column: null };
  }

  /** Adds text to the current cell; nothing in it ends a cell. */
  text(text: string): void {
    this.cell += text;
  }

  /** Starts the line with as many indentation tabs. Less than none is none. */
  indent(tabs: number): void {
    this.line.indent = tabs > 0 ? tabs : 0;
  }

  /** Ends a cell. */
  mark(): void {
    this.line.cells.push(this.cell);
    this.cell = "";
  }

  breakLine(hard: boolean): void {
    const line = this.line;
    if (hard && this.lines.length === 0 && line.cells.length === 0) {
      // Most lines: a single cell that shares nothing with its neighbours.
      this.out += line.indent > 0 ? tabs(line.indent) + this.cell + "\n" : this.cell + "\n";
      line.indent = 0;
      this.cell = "";
      return;
    }
    line.cells.push(this.cell);
    this.cell = "";
    this.lines.push(line);
    this.line = { indent: 0, cells: [], column: null };
    // A line of a single cell ends every column as well.
    if (hard || (line.indent === 0 && line.cells.length === 1)) {
      this.flush();
      this.out += "\n";
    }
  }

  finish(): string {
    if (this.line.cells.length > 0 || this.line.indent > 0 || this.cell !== "" || this.lines.length > 0) {
      // Of a last line that has indentation alone, the last tab is in no column.
      if (this.line.cells.length === 0 && this.cell === "" && this.line.indent > 0) this.line.indent--;
      this.line.cells.push(this.cell);
      this.lines.push(this.line);
      this.flush();
    }
    return this.out;
  }

  private flush(): void {
    const lines = this.lines;
    this.lines = [];
    if (lines.length === 1) {
      this.writeLone(lines[0] as Line);
      return;
    }
    this.findColumns(lines);
    for (let i = 0; i < lines.length; i++) {
      if (i > 0) this.out += "\n";
      this.writeLine(lines[i] as Line);
    }
  }

  /** A line that shares its columns with no other. */
  private writeLone(line: Line): void {
    let out = tabs(line.indent);
    const cells = line.cells;
    const last = cells.length - 1;
    for (let i = 0; i < last; i++) {
      const cell = cells[i] as string;
      if (cell !== "") out += cell + " ";
    }
    this.out += out + (cells[last] as string);
  }

  private findColumns(lines: Line[]): void {
    // Indentation that all lines have is the same for all.
    let common = (lines[0] as Line).indent;
    for (const line of lines) {
      if (line.indent < common) common = line.indent;
    }
    const work: Run[] = [{ from: 0, to: lines.length, index: common, left: null }];
    for (let run = work.pop(); run !== undefined; run = work.pop()) {
      const { from, to, index, left } = run;
      let i = from;
      while (i < to) {
        if (!hasColumn(lines[i] as Line, index)) {
          i++;
          continue;
        }
        const start = i;
        let width = 0;
        let empty = true;
        for (; i < to && hasColumn(lines[i] as Line, index); i++) {
          const line = lines[i] as Line;
          if (index < line.indent) {
            empty = false;
          } else {
            const w = cellWidth(line.cells[index - line.indent] as string);
            if (w > 0) empty = false;
            if (w > width) width = w;
          }
        }
        const column: Column = { width: empty ? 0 : width + 1, index, left };
        for (let j = start; j < i; j++) (lines[j] as Line).column = column;
        work.push({ from: start, to: i, index: index + 1, left: column });
      }
    }
  }

  private writeLine(line: Line): void {
    let out = "";
    const widths: number[] = [];
    let first = 0;
    for (let c = line.column; c !== null; c = c.left) {
      widths.push(c.width);
      first = c.index;
    }
    const { indent, cells } = line;
    if (widths.length === 0) first = indent;
    widths.reverse();
    // Columns left of the first are indentation of one tab each.
    let useTabs = true;
    let leading = first;
    for (let j = 0; j < widths.length; j++) {
      const index = first + j;
      const cell = index < indent ? "" : (cells[index - indent] as string);
      const width = widths[j] as number;
      if (cell === "" && useTabs) {
        leading += Math.ceil(width / this.tabWidth);
        continue;
      }
      if (useTabs) {
        out = tabs(leading);
        useTabs = false;
      }
      out += cell;
      const padding = width - cellWidth(cell);
      if (padding > 0) out += padding === 1 ? " " : " ".repeat(padding);
    }
    if (useTabs) out = tabs(leading);
    this.out += out + (cells[cells.length - 1] as string);
  }
}

interface Line {
  /** Leading empty cells. */
  indent: number;
  /** The cells after them; the last one is in no column. */
  cells: string[];
  /** Its rightmost column. */
  column: Column | null;
}

interface Column {
  readonly width: number;
  readonly index: number;
  readonly left: Column | null;
}

/** Lines that share all columns left of `index`. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly index: number;
  readonly left: Column | null;
}

function hasColumn(line: Line, index: number): boolean {
  return index < line.indent + line.cells.length - 1;
}

/** Width in code points. */
function cellWidth(text: string): number {
  let width = text.length;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0xd800 && c < 0xdc00) width--;
  }
  return width;
}

const tabStrings: string[] = [];

function tabs(count: number): string {
  if (count > 64) return "\t".repeat(count);
  return (tabStrings[count] ??= "\t".repeat(count));
}
