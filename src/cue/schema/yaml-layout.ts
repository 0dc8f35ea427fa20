import { Rel, decodeString, labelNeedsQuotes, makeIdent } from "../syntax/index.ts";
import type { Expr, Field, Label, ListLit, StructLit } from "../syntax/index.ts";
import type { SourceFile } from "../../source/index.ts";

/**
 * Says of the parts of a decoded YAML document how they stand to what is before them: the mappings and sequences of
 * several lines have one for each part, others stay on their line.
 */
export function layYamlOut(document: Expr, source: SourceFile): void {
  new Layout(source).value(document);
}

class Layout {
  readonly #source: SourceFile;
  /** Where what came before begins. */
  #last = -1;
  #isOnNewLine = false;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  value(x: Expr): void {
    if (x.kind === "StructLit") this.#struct(x);
    else if (x.kind === "ListLit") this.#list(x);
    else if ("rel" in x) this.#token(x);
    if (x.kind === "BasicLit" && x.token === "NULL") x.rel = Rel.blank;
  }

  #struct(x: StructLit): void {
    const last = x.elts.at(-1);
    const isLong = last?.kind === "Field" && this.#isBelow(last.value, x);
    x.rel = Rel.blank;
    x.oneLine = !isLong;
    for (const d of x.elts) {
      if (d.kind !== "Field") continue;
      this.#isOnNewLine ||= isLong;
      this.#comment(d);
      d.label = plainLabel(d.label);
      this.#token(d.label as { pos: number; rel: number });
      this.value(d.value);
    }
    x.rbraceRel = isLong && !this.#closes(x, x.rbrace, "{") ? Rel.newline : Rel.blank;
  }

  #list(x: ListLit): void {
    this.#last = Math.max(this.#last, x.pos);
    const last = x.elts.at(-1);
    const isLong = last !== undefined && this.#isBelow(last, x);
    x.rel = Rel.blank;
    for (const element of x.elts) {
      this.#isOnNewLine = isLong;
      this.value(element);
    }
    // What ends with a brace ends with both.
    const isOpen = isLong && last?.kind !== "StructLit";
    x.rbrackRel = !this.#closes(x, x.rbrack, "[") && isOpen ? Rel.newline : Rel.blank;
  }

  /** A comment that an empty line sets apart begins a section. */
  #comment(field: Field): void {
    const lines = field.comments?.find((group) => group.doc)?.list ?? [];
    const above = this.#line(field.label.pos) - lines.length;
    if (lines[0] !== undefined && this.#last >= 0 && above - this.#line(this.#last) > 1) lines[0].rel = Rel.newSection;
  }

  #isBelow(x: Expr, above: Expr): boolean {
    return this.#line(above.pos) < this.#line(x.pos);
  }

  #line(offset: number): number {
    return this.#source.at(Math.max(0, offset)).line;
  }

  /** Whether brackets are written; blocks have none. */
  #closes(x: Expr, end: number, bracket: string): boolean {
    if (this.#source.text[x.pos] !== bracket) return false;
    this.#last = Math.max(this.#last, end + 1);
    return true;
  }

  #token(x: { pos: number; rel: number }): void {
    const offset = x.pos;
    if (this.#isOnNewLine) x.rel = Rel.newline;
    else if (this.#last < 0 || offset < this.#last) x.rel = Rel.none;
    else {
      const lines = this.#line(offset) - this.#line(this.#last);
      x.rel = lines > 1 ? Rel.newSection : lines === 1 ? Rel.newline : offset > this.#last ? Rel.blank : Rel.noSpace;
    }
    this.#isOnNewLine = false;
    this.#last = Math.max(this.#last, offset);
  }
}

/** Without the quotes that it does not need: names that lose them later lose their places too. */
function plainLabel(label: Label): Label {
  const decoded = label.kind === "BasicLit" ? decodeString(label.text) : undefined;
  if (decoded?.ok !== true || labelNeedsQuotes(decoded.value)) return label;
  return { ...makeIdent(decoded.value), pos: label.pos, end: label.end };
}
