import { unionMarks } from "./marks.ts";
import type { MarkSet, Marks } from "./marks.ts";
/**
 * A field's label as one small integer: an index into the label table with the sort of label in the
 * low bits. Labels compare with `===`, and list indices need no table at all.
 */
export type Label = number;

export const NoLabel: Label = 0;

const String_ = 1;
const Int_ = 2;
const Definition_ = 3;
const Hidden_ = 4;
const HiddenDefinition_ = 5;
const Let_ = 6;

const sortOf = (label: Label): number => label & 7;

export const labelIndex = (label: Label): number => label >>> 3;
export const intLabel = (index: number): Label => (index << 3) | Int_;

export const isStringLabel = (label: Label): boolean => sortOf(label) === String_;
export const isIntLabel = (label: Label): boolean => sortOf(label) === Int_;
/** `#x` and `_#x`. */
export const isDefinitionLabel = (label: Label): boolean =>
  sortOf(label) === Definition_ || sortOf(label) === HiddenDefinition_;
/** `_x` and `_#x`. */
export const isHiddenLabel = (label: Label): boolean =>
  sortOf(label) === Hidden_ || sortOf(label) === HiddenDefinition_;
export const isLetLabel = (label: Label): boolean => sortOf(label) === Let_;
/** What data consists of: named fields and list elements. */
export const isRegularLabel = (label: Label): boolean => sortOf(label) === String_ || sortOf(label) === Int_;

/** Separates a hidden identifier from its package and a let name from its number. */
const separator = "\0";

/**
 * Interns label text. One table is shared by everything that is evaluated together;
 * it only grows, and holds no state of an evaluation.
 */
export class LabelTable {
  readonly #texts: string[] = [""];
  readonly #ids = new Map<string, number>([["", 0]]);
  #lets = 0;
  #marks: Map<Label, MarkSet> | null = null;

  #intern(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#texts.push(text);
      this.#ids.set(text, id);
    }
    return id;
  }

  /** A name that was computed from something marked; it carries the marks wherever it is read again. */
  mark(label: Label, marks: MarkSet): void {
    this.#marks ??= new Map();
    this.#marks.set(label, unionMarks(this.#marks.get(label) ?? null, marks) as MarkSet);
  }

  marksOf(label: Label): Marks {
    return this.#marks === null ? null : (this.#marks.get(label) ?? null);
  }

  /** Whether any name is marked. */
  get hasMarks(): boolean {
    return this.#marks !== null;
  }

  string(text: string): Label {
    return (this.#intern(text) << 3) | String_;
  }

  /** The label of an identifier as written in source; hidden ones belong to a package. */
  identifier(name: string, packagePath: string): Label {
    if (name.startsWith("#")) return (this.#intern(name) << 3) | Definition_;
    if (!name.startsWith("_") || name === "_") return this.string(name);
    const id = this.#intern(name + separator + packagePath);
    return (id << 3) | (name.startsWith("_#") ? HiddenDefinition_ : Hidden_);
  }

  /** A label of its own for every let clause, however it is named. */
  let(name: string): Label {
    this.#lets++;
    return (this.#intern(`${name}${separator}${this.#lets}`) << 3) | Let_;
  }

  /** Text of any label but an int: the name without package or number. */
  text(label: Label): string {
    if (isIntLabel(label)) return String(labelIndex(label));
    const text = this.#texts[labelIndex(label)] ?? "";
    if (sortOf(label) <= Definition_) return text;
    const at = text.indexOf(separator);
    return at < 0 ? text : text.slice(0, at);
  }

  /** The package that a hidden label belongs to. */
  packageOf(label: Label): string {
    const text = this.#texts[labelIndex(label)] ?? "";
    const at = text.indexOf(separator);
    return at < 0 ? "" : text.slice(at + 1);
  }

  /** The way a label stands in a path: quoted where it is not an identifier. */
  selector(label: Label): string {
    const text = this.text(label);
    return isStringLabel(label) ? quoteSelector(text) : text;
  }
}

/** Quotes a string label as paths and messages show it. */
export function quoteSelector(text: string): string {
  return /^[\p{L}$][\p{L}\p{Nd}_$]*$/u.test(text) ? text : JSON.stringify(text);
}
