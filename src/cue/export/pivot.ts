import { bottomOf, nodeBehind, isConcrete } from "../eval/index.ts";
import {
  Rel,
  addComment,
  makeBasicLit,
  makeComment,
  makeCommentGroup,
  makeField,
  makeIdent,
  makeIndex,
  makeLetClause,
  makeSelector,
  makeStruct,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { NoLabel, Status, Tag, isIntLabel, labelIndex, quoteSelector } from "../value/index.ts";
import type { Expr, ImportReference, Label, Resolver, Vertex } from "../value/index.ts";
import { findDependencies } from "./dependencies.ts";
import type { Exporter } from "./exporter.ts";
import { labelName, labelSyntax } from "./label.ts";

/** A node that something in the output refers to. */
class Target {
  readonly node: Vertex;
  readonly pkg: ImportReference | null;
  /** The outermost node around it that is a target, too. */
  parent: Target | null = null;
  /** How a reference to it begins, if it is written outside of the value. */
  path: Step[] = [];
  uses = 0;
  /** It is part of the value. */
  included = false;
  needed = false;
  written = false;
  constructor(node: Vertex, pkg: ImportReference | null) {
    this.node = node;
    this.pkg = pkg;
  }

  get root(): Target {
    let t: Target = this;
    while (t.parent !== null) t = t.parent;
    return t;
  }
}

/** A name that was made, or a label. */
type Step = string | Label;

/**
 * Turns the tree around a value: what the value refers to outside of it is written in place of the reference, or as a
 * let behind the value.
 */
export class Pivot {
  readonly #e: Exporter;
  readonly #targets: Target[] = [];
  readonly #byNode = new Map<Vertex, Target>();
  readonly #refs = new Map<Resolver, Target>();
  /** What is being written in place of references: it must not be, again, inside of itself. */
  readonly #inlining = new Set<Vertex>();
  #writing: Target | null = null;

  constructor(e: Exporter, root: Vertex) {
    this.#e = e;
    e.substitute = (r) => this.#substitute(r);
    findDependencies(e.engine, root, ({ node, reference, pkg }) => this.#add(node, reference, pkg));
    this.#include(root);
    for (const t of this.#byNode.values())
      for (let n = t.node.parent; n !== null; n = n.parent) t.parent = this.#byNode.get(n) ?? t.parent;
    for (const t of this.#byNode.values()) {
      if (t.parent === null) continue;
      t.parent = t.parent.root;
      t.parent.uses++;
    }
    for (const t of this.#targets) e.names.mark(t.node);
    for (const t of this.#targets) if (t.parent === null && !t.included) this.#name(t);
  }

  #add(node: Vertex, reference: Resolver, pkg: ImportReference | null): boolean {
    if (this.#refs.has(reference)) return false;
    if (pkg !== null) {
      if (!this.#e.profile.inlineImports || !pkg.importPath.includes(".")) return false;
    } else if (node.status === Status.Unprocessed) return false;
    let t = this.#byNode.get(node);
    const isNew = t === undefined;
    if (t === undefined) {
      t = new Target(node, pkg);
      this.#byNode.set(node, t);
      this.#targets.push(t);
    }
    t.uses++;
    this.#refs.set(reference, t);
    return isNew;
  }

  #include(root: Vertex): void {
    const stack = [root];
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      let t = this.#byNode.get(v);
      if (t === undefined) this.#byNode.set(v, (t = new Target(v, null)));
      if (t.included) continue;
      t.included = true;
      for (let i = v.arcs.length - 1; i >= 0; i--) stack.push(v.arcs[i] as Vertex);
    }
  }

  #name(t: Target): void {
    const path = pathOf(t.node);
    const last = path.at(-1);
    let name: string;
    if (last !== undefined) name = isIntLabel(last) ? `Index${labelIndex(last)}` : upper(this.#e.labels.text(last));
    else if (t.pkg !== null) name = upper(t.pkg.name);
    else return;
    t.path = [this.#e.names.unique(name)];
    // What is closed must stay in a definition.
    if (t.node.closedRecursive) t.path.push(this.#e.labels.identifier("#x", ""));
  }

  #substitute(r: Resolver): ast.Expr | null {
    const t = this.#refs.get(r);
    if (t === undefined) return null;
    if (this.#canInline(t)) {
      this.#inlining.add(t.node);
      const x = this.#e.expr(null, t.node);
      this.#inlining.delete(t.node);
      return x;
    }
    const x = this.#reference(t, r);
    if (x !== null) t.needed = true;
    return x;
  }

  /** Only where it cannot multiply: values that are used once, and scalars. */
  #canInline(t: Target): boolean {
    const e = this.#e;
    const n = t.node;
    const { uses } = t.root;
    if (t.included || (e.inDefinition === 0 && n.closedRecursive) || uses === 0 || bottomOf(n) !== null) return false;
    if ((!isConcrete(n) && e.inExpression > 0) || this.#inlining.has(n)) return false;
    return (uses === 1 && e.inExpression === 0) || (isConcrete(n) && nodeBehind(n).arcs.length === 0);
  }

  #reference(t: Target, r: Resolver): ast.Expr | null {
    const e = this.#e;
    // Inside its own let, a definition is known by its label.
    if (t === this.#writing && t.parent === null && t.path.length > 1) return this.#ident(t.path.at(-1) as Step);
    let path: Step[];
    if (t.parent === null) path = t.path;
    else {
      const { length, fromPackage } = referenceLength(r);
      const count = stepsTo(t.node, t.parent.node);
      if (t.included ? count > length : !fromPackage && count >= length) return null;
      path = [...t.parent.path, ...pathOf(t.node).slice(-count)];
    }
    const [first = "ROOT", ...rest] = path;
    // Elements of the value itself have no name.
    if (typeof first === "number" && isIntLabel(first)) return null;
    let x: ast.Expr = this.#ident(first);
    for (const step of rest as Label[])
      x = isIntLabel(step)
        ? makeIndex(x, makeBasicLit("INT", String(labelIndex(step))))
        : makeSelector(x, labelSyntax(e, step));
    return x;
  }

  #ident(step: Step): ast.Ident {
    return makeIdent(typeof step === "string" ? step : labelName(this.#e, step));
  }

  /** The lets for what was referred to. Writing one may need others. */
  declarations(): ast.Decl[] {
    const out: ast.Decl[] = [];
    for (;;) {
      let progress = false;
      for (const t of this.#targets) {
        if (t.written || !t.needed || typeof t.path[0] !== "string") continue;
        t.written = true;
        progress = true;
        out.push(this.#let(t, t.path[0]));
      }
      if (!progress) return out;
    }
  }

  #let(t: Target, name: string): ast.LetClause {
    const e = this.#e;
    const saved = this.#writing;
    this.#writing = t;
    let expr = e.expr(null, t.node);
    e.complete();
    this.#writing = saved;
    if (t.path.length > 1) expr = makeStruct([makeField(labelSyntax(e, t.path[1] as Label), expr)]);
    const let_ = makeLetClause(makeIdent(name), expr);
    let_.rel = Rel.newSection;
    const path = pathOf(t.node).map((l) => e.labels.selector(l));
    if (t.pkg !== null) path.unshift(quoteSelector(t.pkg.importPath));
    const comment = makeComment(`//cue:path: ${path.join(".")}`);
    comment.rel = Rel.newSection;
    addComment(let_, makeCommentGroup([comment], true, false, 0));
    return let_;
  }
}

const upper = (name: string): string => name.replace(/^[_#]+/, "").toUpperCase();

function pathOf(vertex: Vertex): Label[] {
  const out: Label[] = [];
  for (let v = vertex; v.parent !== null; v = v.parent)
    if (v.label !== NoLabel && v.parent.base !== v) out.push(v.label);
  return out.reverse();
}

function stepsTo(node: Vertex, parent: Vertex): number {
  let n = 0;
  for (let v: Vertex | null = node; v !== null && v !== parent; v = v.parent) n++;
  return n;
}

/** How many labels a reference names, and whether it begins at a package. */
function referenceLength(r: Resolver): { readonly length: number; readonly fromPackage: boolean } {
  let length = 0;
  let x: Expr = r;
  while (x.tag === Tag.SelectorExpr || x.tag === Tag.IndexExpr) {
    length++;
    x = x.x;
  }
  if (x.tag === Tag.ImportReference) return { length, fromPackage: true };
  return { length: x.tag >= Tag.FieldReference && x.tag <= Tag.IndexExpr ? length + 1 : length, fromPackage: false };
}
