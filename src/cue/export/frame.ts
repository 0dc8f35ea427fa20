import type { Expr, Field, Ident, StructLit } from "../syntax/index.ts";
import type { Label, Vertex } from "../value/index.ts";

/** A field of a frame as references see it. */
export interface Entry {
  /** The name that stands for a label that is no identifier; "" for none. */
  alias: string;
  field: Field | null;
  /** What identifiers that refer to it are bound to. */
  node: object | null;
  readonly references: Ident[];
}

/** One struct that is being written, and how many scopes of the source it stands for. */
export class Frame {
  readonly outer: Frame | null;
  readonly depth: number;
  readonly node: Vertex | null;
  readonly scope: StructLit;
  upCount = 0;
  /** The pattern that is being written, and its expression. */
  field: Field | null = null;
  labelExpr: Expr | null = null;
  dynamicFields: { readonly alias: string; readonly field: Field }[] = [];
  #fields: Map<Label, Entry> | null = null;

  constructor(outer: Frame | null, node: Vertex | null, scope: StructLit) {
    this.outer = outer;
    this.depth = outer === null ? 1 : outer.depth + 1;
    this.node = node;
    this.scope = scope;
  }

  entry(label: Label): Entry {
    const fields = (this.#fields ??= new Map<Label, Entry>());
    let e = fields.get(label);
    if (e === undefined) fields.set(label, (e = { alias: "", field: null, node: null, references: [] }));
    return e;
  }

  known(label: Label): Entry | undefined {
    return this.#fields?.get(label);
  }

  get entries(): Iterable<Entry> {
    return this.#fields === null ? [] : this.#fields.values();
  }
}
