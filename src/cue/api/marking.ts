import { Outline, defaultVertex, nodeBehind, marksOf, withMarks } from "../eval/index.ts";
import {
  ArcType,
  Conjunct,
  Ellipsis,
  Environment,
  Field,
  ListLit,
  NoLabel,
  StructLit,
  Tag,
  Top,
  Vertex,
  isIntLabel,
  labelIndex,
  noCloseInfo,
  unionMarks,
} from "../value/index.ts";
import type { Expr, Label, Value as EngineValue } from "../value/index.ts";
import type { Core } from "./core.ts";

interface MarkedPath {
  readonly steps: readonly Label[];
  readonly name: string;
  /** What is made from it is told nobody. */
  readonly quiet?: boolean;
}

/**
 * The same vertex in another evaluation of all around it, in which the scalars below it at these labels are marked: so
 * what is computed from them is marked too. Undefined if none of them is a scalar. What is around is evaluated as far
 * as the vertex needs it, and once for the same marks: many releases ask the same of one module.
 */
export function markingVertex(core: Core, v: Vertex, paths: readonly MarkedPath[]): Vertex | undefined {
  const own: Label[] = [];
  let root = v;
  for (; root.parent !== null; root = root.parent) own.unshift(root.label);
  const known = core.markings.get(root) ?? new Map<string, Vertex>();
  core.markings.set(root, known);
  const key = JSON.stringify([own, paths]);
  const before = known.get(key);
  if (before !== undefined) return descend(core, before, own);
  const added = paths.flatMap(({ steps, name, quiet }): Expr[] => {
    const scalar = scalarAt(core, v, steps);
    if (scalar === undefined) return [];
    core.mark();
    const marks = quiet === true ? { names: [name] } : core.runtime.marksNamed([name]);
    return [at([...own, ...steps], withMarks(scalar, unionMarks(marks, marksOf(scalar))) as Expr)];
  });
  if (added.length === 0) return undefined;
  const again = new Vertex(null, NoLabel, ArcType.Member);
  again.conjuncts = [
    ...root.conjuncts.map(({ env, x }) => new Conjunct(env, x, noCloseInfo)),
    ...added.map((x) => new Conjunct(new Environment(null, null), x, noCloseInfo)),
  ];
  known.set(key, again);
  return descend(core, again, own);
}

function scalarAt(core: Core, v: Vertex, path: readonly Label[]): EngineValue | undefined {
  const found = descend(core, v, path);
  if (found === undefined) return undefined;
  core.finalize(found);
  const { base } = nodeBehind(defaultVertex(nodeBehind(found)));
  switch (base?.tag) {
    case Tag.String:
    case Tag.Bytes:
    case Tag.Num:
    case Tag.Bool:
    case Tag.Null:
      return base;
    default:
      return undefined;
  }
}

function descend(core: Core, from: Vertex, path: readonly Label[]): Vertex | undefined {
  let v: Vertex = from;
  for (const label of path) {
    const inner = v;
    core.evaluate(inner, (engine) => engine.unify(inner, Outline));
    const arc = nodeBehind(defaultVertex(nodeBehind(v))).arc(label) ?? nodeBehind(v).arc(label);
    if (arc === null) return undefined;
    v = arc;
  }
  return v;
}

/** An expression at a path; elements before one of a list may be anything. */
function at([label, ...rest]: readonly Label[], x: Expr): Expr {
  if (label === undefined) return x;
  const inner = at(rest, x);
  if (!isIntLabel(label)) return new StructLit(null, [new Field(null, ArcType.Member, label, inner)], false);
  const before = Array.from({ length: labelIndex(label) }, () => new Top(null));
  return new ListLit(null, [...before, inner, new Ellipsis(null, null)]);
}
