// Line breaks of a JSON text, for the CUE that is made of it: JSON is CUE, so the parser knows them.
import { Rel, decodeString, labelNeedsQuotes, makeIdent, parseExpr } from "../../cue/syntax/index.ts";
import type { Expr, Label } from "../../cue/syntax/index.ts";
import type { SourceFile } from "../../source/index.ts";

/** A decoded document in the layout of its source; as it is where the text is no CUE. */
export function laidOut(decoded: Expr, source: SourceFile): Expr {
  const { expr, errors } = parseExpr(source);
  return errors.length === 0 && takeTexts(expr, decoded) ? expr : decoded;
}

/** Gives literals the texts that the reader of JSON made of them; false if the trees differ. */
function takeTexts(to: Expr, from: Expr): boolean {
  if (to.kind === "StructLit" && from.kind === "StructLit") {
    // A text of several lines puts each field on its own.
    const isLong = from.elts.some(
      (e) => e.kind === "Field" && e.value.kind === "BasicLit" && e.value.text.includes("\n"),
    );
    return (
      to.elts.length === from.elts.length &&
      to.elts.every((inner, i) => {
        const other = from.elts[i];
        if (inner.kind !== "Field" || other?.kind !== "Field") return false;
        inner.label = plainLabel(inner.label, isLong);
        return takeTexts(inner.value, other.value);
      })
    );
  }
  if (to.kind === "ListLit" && from.kind === "ListLit")
    return to.elts.length === from.elts.length && to.elts.every((inner, i) => takeTexts(inner, from.elts[i]!));
  if (to.kind === "BasicLit" && from.kind === "BasicLit") {
    if (to.token !== from.token) return false;
    to.text = from.text;
    return true;
  }
  return to.kind === "UnaryExpr" && from.kind === "UnaryExpr" && takeTexts(to.x, from.x);
}

/** Without quotes where none are needed; the place stays, which the layout is made of. */
function plainLabel(label: Label, ownLine: boolean): Label {
  if (label.kind !== "BasicLit") return label;
  // Empty lines of data are not kept.
  if (ownLine || (label.rel & Rel.mask) === Rel.newSection) label.rel = (label.rel & ~Rel.mask) | Rel.newline;
  const decoded = decodeString(label.text);
  if (!decoded.ok || labelNeedsQuotes(decoded.value)) return label;
  return { ...makeIdent(decoded.value), pos: label.pos, end: label.end, rel: label.rel };
}
