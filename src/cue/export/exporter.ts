import type { Engine } from "../eval/index.ts";
import { makeAlias, makeBareStruct, makeEllipsis, makeIdent } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { ArcType, Conjunct, Status, Tag, Vertex, noCloseInfo, noEnvironment, structMarker } from "../value/index.ts";
import type {
  Comprehension,
  Elem,
  Environment,
  Expr,
  Label,
  LabelTable,
  LetField,
  Resolver,
  Value,
} from "../value/index.ts";
import { Frame } from "./frame.ts";
import type { Entry } from "./frame.ts";
import type { Profile } from "./options.ts";
import { UniqueNames } from "./unique-names.ts";

/** A conjunct and how many scopes of the source lie between the frame and its expression. */
export interface Term {
  readonly c: Conjunct;
  readonly up: number;
}

export const term = (env: Environment | null, x: Conjunct["x"], up = 0): Term => ({
  c: new Conjunct(env ?? noEnvironment, x, noCloseInfo),
  up,
});

/** Stands for nothing: scopes of comprehensions have no place in the data. */
export const emptyVertex: Vertex = new Vertex(null, 0, ArcType.Member);
emptyVertex.status = Status.Finalized;
emptyVertex.base = structMarker;

/** Deeper values wait in a queue, because the call stack is short. */
const maxDepth = 200;

/**
 * The state of one export, and the operations that files of this room ask of each other. They are abstract here so
 * that no file imports another in a circle; make-exporter.ts joins them.
 */
export abstract class Exporter {
  readonly profile: Profile;
  readonly engine: Engine;
  readonly labels: LabelTable;
  readonly names: UniqueNames;
  frame: Frame | null = null;
  /** Inside definitions, what is referred to is closed already. */
  inDefinition = 0;
  /** Inside operators nothing but scalars is written in place of a reference. */
  inExpression = 0;

  /** What an identifier is bound to; the output is checked against it. */
  readonly links = new Map<ast.Ident, object>();
  /** Lets of the source and what is written for them. */
  readonly lets = new Map<Label, ast.LetClause>();
  readonly unusedLets = new Set<ast.LetClause>();
  /** Fields with `X=` before the label. */
  readonly aliasedFields: {
    readonly source: ast.Field;
    readonly field: ast.Field;
    readonly name: string;
    readonly label: Label;
  }[] = [];
  /** Embedded values, which may begin a file without an empty line, unlike embedded expressions. */
  readonly valueEmbeds = new Set<ast.EmbedDecl>();
  readonly letFields = new Map<Label, LetField>();
  readonly valueAliases = new Map<string, ast.Ident>();
  /** Another way to write a reference, if the value is moved out of its surroundings. */
  substitute: ((r: Resolver) => ast.Expr | null) | null = null;

  readonly #referenced = new Map<Vertex, { field: ast.Field | null; idents: ast.Ident[] }>();
  readonly #active = new Map<Vertex, number>();
  readonly #postponed: (() => void)[] = [];
  #level = 0;

  constructor(profile: Profile, engine: Engine, root: Value | null) {
    this.profile = profile;
    this.engine = engine;
    this.labels = engine.runtime.labels;
    this.names = new UniqueNames(this.labels, root);
  }

  abstract vertex(v: Vertex): ast.Expr;
  abstract value(v: Value, conjuncts?: readonly Conjunct[]): ast.Expr;
  /** An expression of the source; `env` is null where it cannot hold references. */
  abstract expr(env: Environment | null, x: Expr | Comprehension): ast.Expr;
  /** The same, without looking into literals. */
  abstract plainExpr(env: Environment | null, x: Expr | Comprehension): ast.Expr;
  abstract merge(src: Vertex | null, terms: readonly Term[]): ast.Expr;
  abstract reference(env: Environment | null, r: Resolver): ast.Expr;
  abstract comprehension(env: Environment | null, x: Comprehension): ast.Comprehension;

  /** An operand: references inside are not replaced by what they refer to. */
  operand(env: Environment | null, x: Expr): ast.Expr {
    this.inExpression++;
    const e = this.expr(env, x);
    this.inExpression--;
    return e;
  }

  elem(env: Environment | null, x: Elem): ast.Expr {
    if (x.tag === Tag.Ellipsis) return makeEllipsis(x.value === null ? null : this.expr(env, x.value));
    return x.tag === Tag.Comprehension ? this.comprehension(env, x) : this.expr(env, x);
  }

  // ---- frames

  get depth(): number {
    return this.frame === null ? 0 : this.frame.depth;
  }

  get node(): Vertex {
    return this.frame?.node ?? emptyVertex;
  }

  push(node: Vertex | null): Frame {
    const f = new Frame(this.frame, node, makeBareStruct([]));
    this.frame = f;
    if (node !== null) this.#active.set(node, (this.#active.get(node) ?? 0) + 1);
    return f;
  }

  pop(f: Frame): void {
    for (const e of f.entries) {
      let { node } = e;
      if (e.alias !== "" && e.field !== null) {
        setFieldAlias(e.field, e.alias);
        node = e.field;
      }
      if (node !== null) for (const r of e.references) this.links.set(r, node);
    }
    this.#leave(f);
    this.frame = f.outer;
  }

  #leave(f: Frame): void {
    if (f.node === null) return;
    const n = (this.#active.get(f.node) ?? 1) - 1;
    if (n === 0) this.#active.delete(f.node);
    else this.#active.set(f.node, n);
  }

  /** Whether a vertex is being written: it contains itself. */
  isActive(v: Vertex): boolean {
    return this.#active.has(v);
  }

  /** The frame that stands for a scope `up` levels out, if it is written at all. */
  frameAt(up: number, needsField = false): Frame | null {
    let n = up;
    for (let f = this.frame; f !== null; f = f.outer) {
      if (n <= f.upCount - 1 && (!needsField || f.field !== null)) return f;
      n -= f.upCount;
    }
    return null;
  }

  entryAt(up: number, label: Label): Entry | null {
    return this.frameAt(up)?.entry(label) ?? null;
  }

  // ---- depth

  /** Runs f now, or later if the call stack is deep. The result is handed to `into`. */
  deep(f: () => ast.Expr, into: (x: ast.Expr) => void): void {
    if (this.#level < maxDepth) {
      this.#level++;
      into(f());
      this.#level--;
      return;
    }
    const { frame, inDefinition, inExpression } = this;
    this.#postponed.push(() => {
      this.frame = frame;
      this.inDefinition = inDefinition;
      this.inExpression = inExpression;
      this.#enterAll(frame);
      into(f());
      for (let x = frame; x !== null; x = x.outer) this.#leave(x);
    });
  }

  #enterAll(frame: Frame | null): void {
    for (let x = frame; x !== null; x = x.outer)
      if (x.node !== null) this.#active.set(x.node, (this.#active.get(x.node) ?? 0) + 1);
  }

  /** Does what was put off. */
  complete(): void {
    const { frame, inDefinition, inExpression } = this;
    this.#level = 0;
    for (let f = this.#postponed.shift(); f !== undefined; f = this.#postponed.shift()) f();
    this.frame = frame;
    this.inDefinition = inDefinition;
    this.inExpression = inExpression;
  }

  // ---- links between identifiers and fields

  linkField(v: Vertex | null, field: ast.Field): void {
    if (v === null) return;
    const known = this.#referenced.get(v);
    if (known === undefined) {
      this.#referenced.set(v, { field, idents: [] });
      return;
    }
    for (const id of known.idents) this.links.set(id, field.value);
    known.idents = [];
  }

  linkIdent(v: Vertex, ident: ast.Ident): void {
    let known = this.#referenced.get(v);
    if (known === undefined) this.#referenced.set(v, (known = { field: null, idents: [] }));
    if (known.field === null) known.idents.push(ident);
    else this.links.set(ident, known.field.value);
  }
}

/** Gives a field the form `name=label: …`. */
export function setFieldAlias(f: ast.Field, name: string): void {
  if (f.label.kind === "Alias") return;
  const label = f.label as ast.Expr;
  const alias = makeAlias(makeIdent(name), label);
  alias.comments = label.comments;
  label.comments = null;
  f.label = alias;
}
