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
  /** Finished text, flat, and the piece that is growing. */
  private readonly chunks: string[] = [];
  private chunk = "";
  /** Lines since the last hard line end; the array and its lines are used again and again. */
  private readonly lines: Line[] = [];
  private lineCount = 0;
  /** Their cells, one line after the other, up to the cell that is growing. */
  private readonly cells: string[] = [];
  private cellCount = 0;
  private cell = "";
  /** Of the line that is growing. */
  private firstCell = 0;
  private lineIndent = 0;

  constructor(tabWidth: number) {
    this.tabWidth = tabWidth;
  }

  /** Adds text to the current cell; nothing in it ends a cell. */
  text(text: string): void {
    this.cell += text;
  }

  /** Starts the line with as many indentation tabs. Less than none is none. */
  indent(tabs: number): void {
    this.lineIndent = tabs > 0 ? tabs : 0;
  }

  /** Ends a cell. */
  mark(): void {
    const i = this.cellCount++;
    if (i < this.cells.length) this.cells[i] = this.cell;
    else this.cells.push(this.cell);
    this.cell = "";
  }

  breakLine(hard: boolean): void {
    if (hard && this.cellCount === 0 && this.lineCount === 0) {
      // Most lines: a single cell that shares nothing with its neighbours.
      this.write(tabs(this.lineIndent) + this.cell + "\n");
      this.lineIndent = 0;
      this.cell = "";
      return;
    }
    // A line of a single cell ends every column as well.
    const ends = hard || (this.lineIndent === 0 && this.cellCount === this.firstCell);
    this.endLine();
    if (ends) {
      this.flush();
      this.write("\n");
    }
  }

  finish(): string {
    const empty = this.cellCount === this.firstCell && this.cell === "";
    if (!empty || this.lineIndent > 0 || this.lineCount > 0) {
      // Of a last line that has indentation alone, the last tab is in no column.
      if (empty && this.lineIndent > 0) this.lineIndent--;
      this.endLine();
      this.flush();
    }
    this.chunks.push(this.chunk);
    return this.chunks.join("");
  }

  /** Strings that are joined stay in pieces until someone reads them: reading frees the pieces. */
  private write(text: string): void {
    this.chunk += text;
    if (this.chunk.length > chunkSize) {
      this.chunk.charCodeAt(0);
      this.chunks.push(this.chunk);
      this.chunk = "";
    }
  }

  private endLine(): void {
    this.mark();
    let line = this.lines[this.lineCount];
    if (line === undefined) this.lines.push((line = { indent: 0, first: 0, count: 0, column: null }));
    this.lineCount++;
    line.indent = this.lineIndent;
    line.first = this.firstCell;
    line.count = this.cellCount - this.firstCell;
    line.column = null;
    this.firstCell = this.cellCount;
    this.lineIndent = 0;
  }

  /** Writes all lines; the last one without its line end. */
  private flush(): void {
    if (this.lineCount === 1) {
      this.writeLone(this.lines[0] as Line);
    } else {
      this.findColumns();
      for (let i = 0; i < this.lineCount; i++) {
        if (i > 0) this.write("\n");
        this.writeLine(this.lines[i] as Line);
      }
    }
    this.lineCount = 0;
    this.cellCount = 0;
    this.firstCell = 0;
  }

  /** A line that shares its columns with no other. */
  private writeLone(line: Line): void {
    let out = tabs(line.indent);
    const last = line.first + line.count - 1;
    for (let i = line.first; i < last; i++) {
      const cell = this.cells[i] as string;
      if (cell !== "") out += cell + " ";
    }
    this.write(out + (this.cells[last] as string));
  }

  private findColumns(): void {
    const { lines } = this;
    // Indentation that all lines have is the same for all.
    let common = (lines[0] as Line).indent;
    for (let i = 1; i < this.lineCount; i++) common = Math.min(common, (lines[i] as Line).indent);
    const work: Run[] = [{ from: 0, to: this.lineCount, index: common, left: null }];
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
            const w = cellWidth(this.cells[line.first + index - line.indent] as string);
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
    const widths: number[] = [];
    const { indent, first, count } = line;
    // Columns left of the first are indentation of one tab each.
    let start = indent;
    for (let c = line.column; c !== null; c = c.left) {
      widths.push(c.width);
      start = c.index;
    }
    let out = "";
    let leading = start;
    let useTabs = true;
    for (let j = widths.length - 1, index = start; j >= 0; j--, index++) {
      const cell = index < indent ? "" : (this.cells[first + index - indent] as string);
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
    this.write(out + (this.cells[first + count - 1] as string));
  }
}

const chunkSize = 1 << 14;

interface Line {
  /** Leading empty cells. */
  indent: number;
  /** Index and number of the cells after them; the last one is in no column. */
  first: number;
  count: number;
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
  return index < line.indent + line.count - 1;
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
  if (count <= 0) return "";
  if (count > 64) return "\t".repeat(count);
  return (tabStrings[count] ??= "\t".repeat(count));
}
