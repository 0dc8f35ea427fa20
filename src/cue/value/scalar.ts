import { toText } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import type { Kind } from "./kind.ts";
import { tellBytes } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { BoundOp } from "./op.ts";
import type { Src } from "./source.ts";
import type { Value } from "./expr.ts";
import { Tag } from "./tag.ts";

export class Null {
  readonly tag = Tag.Null;
  readonly src: Src | null;
  readonly marks: Marks;
  constructor(src: Src | null, marks: Marks = null) {
    this.src = src;
    this.marks = marks;
  }
}

export class Bool {
  readonly tag = Tag.Bool;
  readonly src: Src | null;
  readonly b: boolean;
  readonly marks: Marks;
  constructor(src: Src | null, b: boolean, marks: Marks = null) {
    this.src = src;
    this.b = b;
    this.marks = marks;
  }
}

export class Num {
  readonly tag = Tag.Num;
  readonly src: Src | null;
  /** IntKind or FloatKind: decided by the spelling of a literal, not by the number. */
  readonly kind: Kind;
  readonly x: Decimal;
  readonly marks: Marks;
  constructor(src: Src | null, kind: Kind, x: Decimal, marks: Marks = null) {
    this.src = src;
    this.kind = kind;
    this.x = x;
    this.marks = marks;
    if (marks?.tell !== undefined) marks.tell(toText(x));
  }
}

export class Str {
  readonly tag = Tag.String;
  readonly src: Src | null;
  readonly s: string;
  readonly marks: Marks;
  constructor(src: Src | null, s: string, marks: Marks = null) {
    this.src = src;
    this.s = s;
    this.marks = marks;
    if (marks !== null) marks.tell?.(s);
  }
}

export class Bytes {
  readonly tag = Tag.Bytes;
  readonly src: Src | null;
  readonly b: Uint8Array;
  readonly marks: Marks;
  constructor(src: Src | null, b: Uint8Array, marks: Marks = null) {
    this.src = src;
    this.b = b;
    this.marks = marks;
    if (marks?.tell !== undefined) tellBytes(marks.tell, b);
  }
}

/** `_` */
export class Top {
  readonly tag = Tag.Top;
  readonly src: Src | null;
  constructor(src: Src | null) {
    this.src = src;
  }
}

/** All values of some kinds: `string`, `int`, … */
export class BasicType {
  readonly tag = Tag.BasicType;
  readonly src: Src | null;
  readonly kind: Kind;
  constructor(src: Src | null, kind: Kind) {
    this.src = src;
    this.kind = kind;
  }
}

/** An evaluated unary comparison: `<5`, `=~"x$"`. */
export class BoundValue {
  readonly tag = Tag.BoundValue;
  readonly src: Src | null;
  readonly op: BoundOp;
  readonly value: Value;
  constructor(src: Src | null, op: BoundOp, value: Value) {
    this.src = src;
    this.op = op;
    this.value = value;
  }
}

/** Constraints that stay together because no single value says the same. */
export class Conjunction {
  readonly tag = Tag.Conjunction;
  readonly src: Src | null;
  readonly values: readonly Value[];
  constructor(src: Src | null, values: readonly Value[]) {
    this.src = src;
    this.values = values;
  }
}

/** What is left of a disjunction; the first `numDefaults` values are the defaults. */
export class Disjunction {
  readonly tag = Tag.Disjunction;
  readonly src: Src | null;
  readonly values: readonly Value[];
  readonly numDefaults: number;
  readonly hasDefaults: boolean;
  constructor(src: Src | null, values: readonly Value[], numDefaults: number, hasDefaults: boolean) {
    this.src = src;
    this.values = values;
    this.numDefaults = numDefaults;
    this.hasDefaults = hasDefaults;
  }
}

/** The base value of a vertex that is a struct. */
export class StructMarker {
  readonly tag = Tag.StructMarker;
  readonly src = null;
}
export const structMarker = new StructMarker();

/** The base value of a vertex that is a list. */
export class ListMarker {
  readonly tag = Tag.ListMarker;
  readonly src: Src | null;
  isOpen: boolean;
  /** The `...T` expressions that keep it open, for printing. */
  ellipses: readonly Src[];
  constructor(src: Src | null, isOpen: boolean, ellipses: readonly Src[] = []) {
    this.src = src;
    this.isOpen = isOpen;
    this.ellipses = ellipses;
  }
}
