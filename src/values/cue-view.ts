// An evaluated CUE value as this room sees it. value-view.ts is the one implementation, over the CUE library.
import type { SourceTree } from "../cue/index.ts";
import type { Place } from "../source/index.ts";
import type { OverlayAct } from "./overlay-attribute.ts";
import type { Path } from "./path.ts";
import type { TagNode } from "./value-tree.ts";

export interface CueView {
  /** With the default taken; "other" is what is not data yet: a type, a bound, an open choice, an error. */
  readonly kind: "null" | "bool" | "number" | "string" | "bytes" | "struct" | "list" | "other";
  /** A choice with a default: what `*x | T` is. */
  readonly hasDefault: boolean;
  /** The text of a scalar: `true`, `1.5`, the characters of a string, the literal of bytes. */
  readonly text: string;
  /** A scalar that was made from a secret. */
  readonly isMarked: boolean;
  /** The value as one line of CUE, with the default marked; and what it allows, without marks ("" if unknown). */
  readonly source: string;
  readonly bare: string;
  /** The same for another evaluation. */
  readonly tree: SourceTree;
  readonly bareTree: SourceTree;
  /** Some of it may be computed: not all that its declarations say, the schema apart, is written in them. */
  readonly isComputed: boolean;
  /** The same in an evaluation in which the scalars at these paths are marked; undefined if there are none. */
  marking(paths: readonly Path[], name: string | ((path: Path) => string)): CueView | undefined;
  /** The names of its marks. */
  readonly marks: readonly string[];
  /** Every place that contributes to it; the one that gives the value first. */
  readonly places: readonly Place[];
  /** Whether a struct may have a regular field of this name. */
  allows(name: string): boolean;
  /** The comments above the field's declarations, without `//`; "" if there are none. */
  readonly doc: string;
  /** Tags on the field's declarations, such as `@env(NAME)`: evaluation does not know them. */
  readonly tags: readonly CueTag[];
  /** `@unset()` or `@replace()` on one of its declarations. */
  readonly act?: OverlayAct | undefined;
  /** The error that the value is, as CUE words it. */
  readonly error?: string;
  /** Regular fields in the order of output. */
  fields(): readonly CueField[];
  items(): readonly CueView[];
  /** The alternatives of a choice, or the value itself. */
  alternatives(): readonly CueView[];
  /** A field by its name; definitions are named with their `#`. Optional ones only if `declared` is enough. */
  field(name: string, declared?: boolean): CueView | undefined;
}

export interface CueTag {
  readonly attribute: string;
  readonly wants: TagNode["wants"];
  readonly place: Place;
}

export interface CueField {
  readonly name: string;
  readonly presence: "field" | "required" | "optional";
  readonly value: CueView;
  /** The name was made from something that nobody may read. */
  readonly isMarked?: boolean;
}

/** What is declared at a path, optional fields included. */
export function viewAt(root: CueView, path: readonly string[]): CueView | undefined {
  let view: CueView | undefined = root;
  for (const name of path) view = view?.field(name, true);
  return view;
}
