import {
  labelNeedsQuotes,
  makeBareStruct,
  makeBasicLit,
  makeField,
  makeIdent,
  makeSelector,
  quoteString,
  Rel,
} from "../syntax/index.ts";
import type { BasicLit, CommentGroup, Expr, Field, Ident } from "../syntax/index.ts";
import { compareBytes } from "../codec/index.ts";

/** A step of the place where a definition goes. Ranks are the order in which steps stand in a file. */
export interface Step {
  readonly rank: number;
  /** As CUE source writes it. */
  readonly text: string;
}

export const field = (name: string): Step => ({ rank: 0, text: labelNeedsQuotes(name) ? quoteString(name) : name });
export const definition = (name: string): Step => ({ rank: 1, text: `#${name}` });
export const hidden = (name: string): Step => ({ rank: 2, text: `_${name}` });
export const hiddenDefinition = (name: string): Step => ({ rank: 3, text: `_#${name}` });

export const compareSteps = (a: Step, b: Step): number => a.rank - b.rank || compareBytes(a.text, b.text);

export function labelOf({ text }: Step): Ident | BasicLit {
  return text.startsWith('"') ? makeBasicLit("STRING", text) : makeIdent(text);
}

/** `base.a."b"` */
export function selectPath(base: Expr, path: readonly Step[]): Expr {
  return path.reduce<Expr>((x, step) => makeSelector(x, labelOf(step)), base);
}

/** `a: b: value`, in a section of its own. */
export function fieldAt(path: readonly Step[], value: Expr, comment: CommentGroup | null): Field {
  let x = value;
  for (const step of path.slice(1).toReversed()) {
    const label = labelOf(step);
    label.rel = Rel.blank;
    x = makeBareStruct([makeField(label, x)]);
  }
  const label = labelOf(path[0]!);
  label.rel = Rel.newSection;
  const made = makeField(label, x);
  if (comment !== null) made.comments = [comment];
  return made;
}
