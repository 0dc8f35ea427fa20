// Line breaks of a JSON text, for the CUE that is made of it: JSON is CUE, so the parser knows them.
import { Rel, decodeString, labelNeedsQuotes, makeIdent, parseExpr } from "../../cue/syntax/index.ts";
import type { Expr, Field, Label, ListLit, StructLit } from "../../cue/syntax/index.ts";
import type { SourceFile } from "../../source/index.ts";

/** What is longer, in bytes, is laid out anew. */
const SHORT = 50;

/** A decoded document in the layout of its source; as it is where the text is no CUE. */
export function laidOut(decoded: Expr, source: SourceFile): Expr {
  const { expr, errors } = parseExpr(source);
  return errors.length === 0 && new JsonLayout(source.text).take(expr, decoded, true) ? expr : decoded;
}

class JsonLayout {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Gives literals the texts that the reader of JSON made of them; false if the trees differ. */
  take(to: Expr, from: Expr, isFree: boolean): boolean {
    if (to.kind === "StructLit" && from.kind === "StructLit") {
      const frees = this.#frees(to);
      if (frees) [to.rel, to.rbraceRel] = [free(to.rel), free(to.rbraceRel)];
      return (
        to.elts.length === from.elts.length && to.elts.every((inner, i) => this.#field(inner, from.elts[i]!, frees))
      );
    }
    if (to.kind === "ListLit" && from.kind === "ListLit") {
      const frees = this.#frees(to);
      if (frees) [to.rel, to.rbrackRel] = [free(to.rel), free(to.rbrackRel)];
      return to.elts.length === from.elts.length && to.elts.every((inner, i) => this.take(inner, from.elts[i]!, frees));
    }
    if (isFree && "rel" in to) to.rel = free(to.rel);
    if (to.kind === "BasicLit" && from.kind === "BasicLit") {
      if (to.token !== from.token) return false;
      to.text = from.text;
      return true;
    }
    return to.kind === "UnaryExpr" && from.kind === "UnaryExpr" && this.take(to.x, from.x, isFree);
  }

  #field(to: StructLit["elts"][number], from: StructLit["elts"][number], isFree: boolean): boolean {
    if (to.kind !== "Field" || from.kind !== "Field") return false;
    to.label = plainLabel(to.label, isFree);
    return this.take(to.value, from.value, isFree);
  }

  /** Whether the author's line breaks inside are not kept: in long texts, and in those without any space. */
  #frees(x: StructLit | ListLit): boolean {
    if (new TextEncoder().encode(this.#text.slice(x.pos, x.end)).length > SHORT) return true;
    return x.kind === "ListLit"
      ? !x.elts.some(hasSpace)
      : !x.elts.some((d) => d.kind !== "Field" || hasSpace((d as Field).label) || hasSpace((d as Field).value));
  }
}

const free = (rel: number): number => rel & ~Rel.mask;

const hasSpace = (x: Expr | Label): boolean => "rel" in x && (x.rel & Rel.mask) > Rel.noSpace;

/** Without quotes where none are needed; the place stays, which the layout is made of. */
function plainLabel(label: Label, isFree: boolean): Label {
  if (label.kind !== "BasicLit") return label;
  if (isFree) label.rel = free(label.rel);
  const decoded = decodeString(label.text);
  if (!decoded.ok || labelNeedsQuotes(decoded.value)) return label;
  return { ...makeIdent(decoded.value), pos: label.pos, end: label.end, rel: label.rel };
}
