import { bottomOf, defaultVertex, derefValue, isConcrete, valueOf } from "../eval/index.ts";
import { nodeText, vertexPath } from "../message/index.ts";
import { Tag, conjunctExpr, isResolver, isValue } from "../value/index.ts";
import type { Clause, Comprehension, Elem, Environment, Expr, Resolver, Src, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";

/** A field that must be given before a value can be computed. */
export interface MissingInput {
  readonly path: string;
  /** What it may be. */
  readonly type: string;
  readonly src: Src | null;
  readonly vertex: Vertex;
}

/** The inputs that a vertex waits for: itself, or what its expressions refer to, to the end. */
export function missingInputs(core: Core, v: Vertex): MissingInput[] {
  const out = new Map<string, MissingInput>();
  collect(core, v, out, new Set());
  return [...out.values()];
}

const maxInputs = 8;

function collect(core: Core, v: Vertex, out: Map<string, MissingInput>, seen: Set<Vertex>): void {
  if (seen.has(v) || out.size >= maxInputs) return;
  seen.add(v);
  core.finalize(v);
  let hasReferences = false;
  for (const c of v.conjuncts) {
    const x = conjunctExpr(c.x);
    if (x === null) continue;
    for (const { ref, env } of references(x, c.env)) {
      const target = core.resolve(ref, env);
      if (target === null || !isOpen(core, target)) continue;
      hasReferences = true;
      collect(core, target, out, seen);
    }
  }
  if (hasReferences) return;
  const path = vertexPath(v, core.runtime.labels).join(".");
  if (path !== "" && isOpen(core, v)) out.set(path, { path, type: typeOf(core, v), src: placeOf(v), vertex: v });
}

function isOpen(core: Core, v: Vertex): boolean {
  core.finalize(v);
  const b = bottomOf(v);
  if (b !== null) return b.isIncomplete;
  return !isConcrete(derefValue(defaultVertex(v)));
}

function typeOf(core: Core, v: Vertex): string {
  const x = derefValue(v);
  return bottomOf(x) !== null ? "" : nodeText(valueOf(x) ?? x, core.runtime.labels);
}

function placeOf(v: Vertex): Src | null {
  for (const c of v.conjuncts) {
    const src = conjunctExpr(c.x)?.src ?? null;
    if (src !== null) return src;
  }
  return null;
}

interface Reference {
  readonly ref: Resolver;
  readonly env: Environment;
}

/** The references in an expression. Fields of structs are left out: they report for themselves. */
function references(root: Expr | Comprehension, env: Environment): Reference[] {
  const out: Reference[] = [];
  const work: (Expr | Comprehension | Elem | Clause | null)[] = [root];
  for (let i = 0; i < work.length; i++) {
    const x = work[i] as (typeof work)[number];
    if (x === null || isValue(x)) continue;
    if (isResolver(x)) {
      out.push({ ref: x as Resolver, env });
      if (x.tag === Tag.SelectorExpr) work.push(x.x);
      if (x.tag === Tag.IndexExpr) work.push(x.x, x.index);
      continue;
    }
    switch (x.tag) {
      case Tag.BinaryExpr:
        work.push(x.x, x.y);
        break;
      case Tag.UnaryExpr:
      case Tag.OpenExpr:
        work.push(x.x);
        break;
      case Tag.BoundExpr:
        work.push(x.expr);
        break;
      case Tag.SliceExpr:
        work.push(x.x, x.lo, x.hi);
        break;
      case Tag.Interpolation:
        work.push(...x.parts);
        break;
      case Tag.CallExpr:
        work.push(...x.args);
        break;
      case Tag.DisjunctionExpr:
        work.push(...x.values.map((v) => v.expr));
        break;
      case Tag.StructLit:
        for (const d of x.decls) if (d.tag === Tag.Comprehension) work.push(d);
        break;
      case Tag.Comprehension: {
        // What follows the first clause is read in an environment that is gone.
        const [first] = x.clauses;
        if (first?.tag === Tag.ForClause) work.push(first.source);
        else if (first?.tag === Tag.IfClause) work.push(first.condition);
        break;
      }
      default:
        break;
    }
  }
  return out;
}
