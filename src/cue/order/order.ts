import { comparePlaces, compareText } from "../message/index.ts";
import { Tag, conjunctExpr, isHiddenLabel, isIntLabel, isLetLabel, labelIndex } from "../value/index.ts";
import type {
  Conjunct,
  ConjunctNode,
  DynamicField,
  Expr,
  Label,
  LabelTable,
  Src,
  StructInfo,
  StructLit,
  Vertex,
} from "../value/index.ts";
import { OrderNode, sortNodes } from "./order-graph.ts";

/** One literal that contributes to the struct, and the place that decides where its fields come. */
interface Literal {
  readonly info: StructInfo;
  place: Src | null;
  /** An operand of `&`: its fields have no order relative to the other operand's. */
  isExplicit: boolean;
  readonly hasDynamic: boolean;
}

type Node = OrderNode<Literal>;

/** The arcs of a struct in the order of output, whatever their sort, but without lets. */
export function orderedArcs(v: Vertex, labels: LabelTable): Vertex[] {
  const order = singleLiteral(v) ?? new Order(v, labels).run();
  const out: Vertex[] = [];
  for (const label of order) {
    const arc = v.arc(label);
    if (arc !== null && !isLetLabel(label)) out.push(arc);
  }
  return out;
}

/** The common case: one literal with static labels says it all. */
function singleLiteral(v: Vertex): Label[] | null {
  const info = v.structs[0];
  if (v.structs.length !== 1 || info === undefined) return null;
  const order = new Set<Label>();
  for (const d of info.lit.decls) if (d.tag === Tag.Field) order.add(d.label);
  for (const arc of v.arcs) if (!order.has(arc.label) && !isLetLabel(arc.label)) return null;
  return [...order];
}

class Order {
  readonly #v: Vertex;
  readonly #labels: LabelTable;
  readonly #nodes = new Map<Label, Node>();
  /** Labels that each computed field has made and that are not yet placed. */
  readonly #dynamic = new Map<DynamicField, Label[]>();
  readonly #literals: Literal[] = [];
  /** The literal that holds a declaration. */
  readonly #holder = new Map<object, Literal>();
  /** The literals that a reference led to. */
  readonly #reached = new Map<object, Set<Literal>>();

  constructor(v: Vertex, labels: LabelTable) {
    this.#v = v;
    this.#labels = labels;
  }

  run(): Label[] {
    this.#findDynamic();
    this.#enterLiterals();
    this.#placeLiterals();
    this.#markExplicit();
    const literals = this.#literals.toSorted(compareLiterals);
    let previous: readonly Label[] = [];
    let fileBefore: string | null = null;
    for (const batch of makeBatches(literals)) {
      const file = fileOf(batch[0] as Literal);
      if (fileBefore !== null && file !== fileBefore) previous = [];
      fileBefore = file;
      const explicit = isExplicit(batch);
      const next: Label[] = [];
      for (const literal of batch) {
        literal.isExplicit = explicit;
        next.push(...this.#addEdges(previous, literal));
      }
      previous = next;
    }
    return sortNodes([...this.#nodes.values()], (a, b) => this.#compare(a, b));
  }

  #findDynamic(): void {
    for (const arc of this.#v.arcs) {
      for (const c of arc.conjuncts) {
        if (c.x.tag !== Tag.DynamicField) continue;
        const made = this.#dynamic.get(c.x);
        if (made === undefined) this.#dynamic.set(c.x, [arc.label]);
        else made.push(arc.label);
      }
    }
  }

  #enterLiterals(): void {
    for (const info of this.#v.structs) {
      const { lit } = info;
      const hasDynamic = lit.decls.some((d) => d.tag === Tag.DynamicField && this.#dynamic.has(d));
      const literal: Literal = { info, place: placeOf(lit.src), isExplicit: false, hasDynamic };
      this.#literals.push(literal);
      this.#holder.set(lit, literal);
      for (const d of lit.decls) this.#holder.set(d, literal);
    }
  }

  #metas(node: object): Iterable<Literal> {
    const reached = this.#reached.get(node);
    if (reached !== undefined) return reached;
    const holder = this.#holder.get(node);
    return holder === undefined ? [] : [holder];
  }

  /** A literal stands where its last field was declared, or where the reference was that led to it first. */
  #placeLiterals(): void {
    for (const arc of this.#v.arcs) {
      this.#node(arc.label);
      for (const c of arc.conjuncts) this.#placeConjunct(c);
    }
  }

  #placeConjunct(c: Conjunct): void {
    const field: ConjunctNode | StructLit = c.x.tag === Tag.Comprehension ? c.x.value : c.x;
    const metas = [...this.#metas(field)];
    if (metas.length === 0) return;
    if (field.src !== null) for (const m of metas) m.place = placeOf(field.src);
    let ref = c.ci.refs;
    if (ref === null) return;
    while (ref.next !== null) ref = ref.next;
    let reached = this.#reached.get(ref.ref);
    if (reached === undefined) {
      reached = new Set(this.#metas(ref.ref));
      this.#reached.set(ref.ref, reached);
    }
    for (const m of metas) reached.add(m);
    const place = placeOf(ref.ref.src);
    if (place !== null) for (const m of reached) m.place = place;
  }

  #markExplicit(): void {
    const work: Expr[] = [];
    for (const c of this.#v.conjuncts) {
      const x = conjunctExpr(c.x);
      if (x !== null && x.tag !== Tag.Comprehension) work.push(x);
    }
    for (const { lit } of this.#v.structs) for (const d of lit.decls) if (d.tag < Tag.Field) work.push(d as Expr);
    for (let x = work.pop(); x !== undefined; x = work.pop()) {
      if (x.tag !== Tag.BinaryExpr || x.op !== "&") continue;
      for (const operand of [x.x, x.y]) {
        for (const m of this.#metas(operand)) m.isExplicit = true;
        work.push(operand);
      }
    }
  }

  #node(label: Label): Node {
    let n = this.#nodes.get(label);
    if (n === undefined) {
      n = new OrderNode(label);
      this.#nodes.set(label, n);
    }
    return n;
  }

  /** Chains the fields of a literal after those before; returns what must precede the next ones. */
  #addEdges(before: readonly Label[], literal: Literal): readonly Label[] {
    let previous = before;
    const file = fileOf(literal);
    for (const d of literal.info.lit.decls) {
      let label: Label | undefined;
      if (d.tag === Tag.Field) label = d.label;
      else if (d.tag === Tag.DynamicField) label = this.#dynamic.get(d)?.shift();
      if (label === undefined) continue;
      const node = this.#node(label);
      const { owner } = node;
      if (owner === literal) continue;
      // Later declarations in a file do not move a field.
      if (!literal.isExplicit && literal.place !== null && owner !== null && fileOf(owner) === file) continue;
      node.owner = literal;
      for (const p of previous) this.#node(p).outgoing.add(node);
      previous = [label];
    }
    return previous;
  }

  #compare(a: Label, b: Label): number {
    const aIsInt = isIntLabel(a);
    if (aIsInt !== isIntLabel(b)) return aIsInt ? -1 : 1;
    return aIsInt ? labelIndex(a) - labelIndex(b) : compareText(this.#rawText(a), this.#rawText(b));
  }

  #rawText(label: Label): string {
    const text = this.#labels.text(label);
    return isHiddenLabel(label) || isLetLabel(label) ? `${text}\0${this.#labels.packageOf(label)}` : text;
  }
}

const placeOf = (src: Src | null): Src | null => (src !== null && src.offset >= 0 ? src : null);
const fileOf = (l: Literal): string => l.place?.file.name ?? "";
const isExplicit = (batch: readonly Literal[]): boolean => batch.length > 1 || batch[0]?.isExplicit === true;

/** What has no place comes last; at one place, literals with computed fields come last. */
function compareLiterals(a: Literal, b: Literal): number {
  if (a.place !== b.place) {
    if (a.place === null) return 1;
    if (b.place === null) return -1;
    const c = comparePlaces(a.place, b.place);
    if (c !== 0) return c;
  }
  return Number(a.hasDynamic) - Number(b.hasDynamic);
}

function samePlace(a: Src | null, b: Src | null): boolean {
  return a === b || (a !== null && b !== null && a.file === b.file && a.offset === b.offset);
}

/** Literals of one place belong together; so do neighbours that are all operands of `&`. */
function makeBatches(literals: readonly Literal[]): Literal[][] {
  const batches: Literal[][] = [];
  let batch: Literal[] = [];
  const close = (): void => {
    const last = batches.at(-1);
    if (
      last !== undefined &&
      isExplicit(batch) &&
      isExplicit(last) &&
      fileOf(batch[0] as Literal) === fileOf(last[0] as Literal)
    ) {
      last.push(...batch);
    } else if (batch.length > 0) batches.push(batch);
  };
  const add = (l: Literal): void => {
    const first = batch[0];
    if (first === undefined || (samePlace(first.place, l.place) && !l.hasDynamic)) batch.push(l);
    else {
      close();
      batch = [l];
    }
  };
  for (let i = 0; i < literals.length;) {
    const { info } = literals[i] as Literal;
    let end = i + 1;
    // What one firing of a comprehension inserts is repeated as a whole.
    if (info.compId !== 0) while (end < literals.length && literals[end]?.info.compId === info.compId) end++;
    for (let round = 0; round <= info.repeats; round++) for (let j = i; j < end; j++) add(literals[j] as Literal);
    i = end;
  }
  close();
  return batches;
}
