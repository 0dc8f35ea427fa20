import { comparePlaces, compareText } from "../message/index.ts";
import { Tag, conjunctExpr, isHiddenLabel, isIntLabel, isLetLabel, labelIndex } from "../value/index.ts";
import type {
  Conjunct,
  ConjunctNode,
  Decl,
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

/** Up to this number a search from the start is faster than a map. */
const few = 16;

/** The arcs of a struct in the order of output, whatever their sort, but without lets. */
export function orderedArcs(v: Vertex, labels: LabelTable): Vertex[] {
  const plain = singleLiteral(v);
  if (plain !== null) return plain;
  const out: Vertex[] = [];
  for (const label of new Order(v, labels).run()) {
    const arc = v.arc(label);
    if (arc !== null && !isLetLabel(label)) out.push(arc);
  }
  return out;
}

/** The common case: one literal with static labels says it all. */
function singleLiteral(v: Vertex): Vertex[] | null {
  if (v.structs.length !== 1) return null;
  let missing = 0;
  for (let i = 0; i < v.arcs.length; i++) if (!isLetLabel((v.arcs[i] as Vertex).label)) missing++;
  const out: Vertex[] = [];
  const { decls } = (v.structs[0] as StructInfo).lit;
  const seen = decls.length > few ? new Set<Vertex>() : null;
  for (let i = 0; i < decls.length && missing > 0; i++) {
    const d = decls[i] as Decl;
    if (d.tag !== Tag.Field) continue;
    const arc = v.arc(d.label);
    if (arc === null || (seen === null ? out.includes(arc) : seen.has(arc))) continue;
    seen?.add(arc);
    out.push(arc);
    missing--;
  }
  return missing === 0 ? out : null;
}

/** Labels that a computed field has made; `next` is the first that is not yet placed. */
interface Made {
  readonly labels: Label[];
  next: number;
}

class Order {
  readonly #v: Vertex;
  readonly #labels: LabelTable;
  readonly #nodes: Node[] = [];
  #nodeOf: Map<Label, Node> | null = null;
  readonly #dynamic = new Map<DynamicField, Made>();
  readonly #literals: Literal[] = [];
  /** The literal that holds a declaration, where there are many. */
  #holderOf: Map<object, Literal> | null = null;
  /** The literals that a reference led to. */
  readonly #reached = new Map<object, Literal[]>();

  constructor(v: Vertex, labels: LabelTable) {
    this.#v = v;
    this.#labels = labels;
  }

  run(): Label[] {
    this.#findDynamic();
    this.#enterLiterals();
    this.#placeLiterals();
    this.#markExplicit();
    const literals = this.#literals.length < 2 ? this.#literals : this.#literals.toSorted(compareLiterals);
    let previous: readonly Label[] = [];
    let fileBefore: string | null = null;
    for (const batch of makeBatches(literals)) {
      const file = fileOf(batch[0] as Literal);
      if (fileBefore !== null && file !== fileBefore) previous = [];
      fileBefore = file;
      const explicit = isExplicit(batch);
      if (batch.length === 1) {
        const literal = batch[0] as Literal;
        literal.isExplicit = explicit;
        previous = this.#addEdges(previous, literal);
        continue;
      }
      const next: Label[] = [];
      for (const literal of batch) {
        literal.isExplicit = explicit;
        for (const label of this.#addEdges(previous, literal)) next.push(label);
      }
      previous = next;
    }
    return sortNodes(this.#nodes, (a, b) => this.#compare(a, b));
  }

  #findDynamic(): void {
    const { arcs } = this.#v;
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i] as Vertex;
      for (let k = 0; k < arc.conjuncts.length; k++) {
        const { x } = arc.conjuncts[k] as Conjunct;
        if (x.tag !== Tag.DynamicField) continue;
        const made = this.#dynamic.get(x);
        if (made === undefined) this.#dynamic.set(x, { labels: [arc.label], next: 0 });
        else made.labels.push(arc.label);
      }
    }
  }

  #enterLiterals(): void {
    const { structs } = this.#v;
    let count = 0;
    for (let i = 0; i < structs.length; i++) {
      const info = structs[i] as StructInfo;
      const { lit } = info;
      const hasDynamic =
        this.#dynamic.size > 0 && lit.decls.some((d) => d.tag === Tag.DynamicField && this.#dynamic.has(d));
      this.#literals.push({ info, place: placeOf(lit.src), isExplicit: false, hasDynamic });
      count += lit.decls.length;
    }
    if (count <= 4 * few) return;
    const holderOf = (this.#holderOf = new Map<object, Literal>());
    for (const literal of this.#literals) {
      const { lit } = literal.info;
      holderOf.set(lit, literal);
      for (const d of lit.decls) holderOf.set(d, literal);
    }
  }

  /** The literal that is a node, or that has it as a declaration. */
  #holder(node: object): Literal | undefined {
    if (this.#holderOf !== null) return this.#holderOf.get(node);
    for (let i = this.#literals.length - 1; i >= 0; i--) {
      const literal = this.#literals[i] as Literal;
      const { lit } = literal.info;
      if (lit === node || (lit.decls as readonly object[]).includes(node)) return literal;
    }
    return undefined;
  }

  #metas(node: object): readonly Literal[] {
    const reached = this.#reached.get(node);
    if (reached !== undefined) return reached;
    const holder = this.#holder(node);
    return holder === undefined ? noLiterals : [holder];
  }

  /** A literal stands where its last field was declared, or where the reference was that led to it first. */
  #placeLiterals(): void {
    const { arcs } = this.#v;
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i] as Vertex;
      this.#node(arc.label);
      for (let k = 0; k < arc.conjuncts.length; k++) this.#placeConjunct(arc.conjuncts[k] as Conjunct);
    }
  }

  #placeConjunct(c: Conjunct): void {
    const field: ConjunctNode | StructLit = c.x.tag === Tag.Comprehension ? c.x.value : c.x;
    const metas = this.#metas(field);
    if (metas.length === 0) return;
    if (field.src !== null) for (const m of metas) m.place = placeOf(field.src);
    let ref = c.ci.refs;
    if (ref === null) return;
    while (ref.next !== null) ref = ref.next;
    let reached = this.#reached.get(ref.ref);
    if (reached === undefined) {
      reached = [...this.#metas(ref.ref)];
      this.#reached.set(ref.ref, reached);
    }
    if (reached !== metas) for (const m of metas) if (!reached.includes(m)) reached.push(m);
    const place = placeOf(ref.ref.src);
    if (place !== null) for (const m of reached) m.place = place;
  }

  #markExplicit(): void {
    const work: Expr[] = [];
    for (const c of this.#v.conjuncts) {
      const x = conjunctExpr(c.x);
      if (x !== null && x.tag !== Tag.Comprehension) work.push(x);
    }
    for (const { lit } of this.#v.structs)
      if (lit.hasEmbedding) for (const d of lit.decls) if (d.tag < Tag.Field) work.push(d as Expr);
    for (let x = work.pop(); x !== undefined; x = work.pop()) {
      if (x.tag !== Tag.BinaryExpr || x.op !== "&") continue;
      for (const operand of [x.x, x.y]) {
        for (const m of this.#metas(operand)) m.isExplicit = true;
        work.push(operand);
      }
    }
  }

  #node(label: Label): Node {
    const nodes = this.#nodes;
    let n: Node | undefined;
    if (this.#nodeOf !== null) n = this.#nodeOf.get(label);
    else
      for (let i = 0; i < nodes.length; i++)
        if ((nodes[i] as Node).label === label) {
          n = nodes[i] as Node;
          break;
        }
    if (n !== undefined) return n;
    n = new OrderNode(label);
    nodes.push(n);
    if (this.#nodeOf !== null) this.#nodeOf.set(label, n);
    else if (nodes.length > few) this.#nodeOf = new Map(nodes.map((x) => [x.label, x]));
    return n;
  }

  /** Chains the fields of a literal after those before; returns what must precede the next ones. */
  #addEdges(before: readonly Label[], literal: Literal): readonly Label[] {
    let previous = before;
    const file = fileOf(literal);
    const { decls } = literal.info.lit;
    for (let i = 0; i < decls.length; i++) {
      const d = decls[i] as Decl;
      let label: Label;
      if (d.tag === Tag.Field) label = d.label;
      else if (d.tag === Tag.DynamicField) {
        const made = this.#dynamic.get(d);
        if (made === undefined || made.next === made.labels.length) continue;
        label = made.labels[made.next++] as Label;
      } else continue;
      const node = this.#node(label);
      const { owner } = node;
      if (owner === literal) continue;
      // Later declarations in a file do not move a field.
      if (!literal.isExplicit && literal.place !== null && owner !== null && fileOf(owner) === file) continue;
      node.owner = literal;
      for (let k = 0; k < previous.length; k++) this.#node(previous[k] as Label).outgoing.push(node);
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

const noLiterals: readonly Literal[] = [];
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
      for (const l of batch) last.push(l);
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
