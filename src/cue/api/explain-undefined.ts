import { nearestName } from "../../source/index.ts";
import { nodeBehind } from "../eval/index.ts";
import {
  ArcType,
  Environment,
  Tag,
  conjunctExpr,
  isDefinitionLabel,
  isHiddenLabel,
  isLetLabel,
  isResolver,
} from "../value/index.ts";
import type { Resolver, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";
import { references } from "./explain-incomplete.ts";
import type { Reference } from "./explain-incomplete.ts";

/** What was probably meant where an expression of a vertex selects a name that is not there. */
export function explainUndefined(core: Core, v: Vertex, name: string): string | undefined {
  const { labels } = core.runtime;
  for (const { ref, env } of selections(v)) {
    if (ref.tag !== Tag.SelectorExpr || labels.selector(ref.sel) !== name) continue;
    // A literal may be selected from too, `[3].b`: there is nothing to follow.
    if (!isResolver(ref.x)) continue;
    const from = core.resolve(ref.x as Resolver, env);
    if (from === null) continue;
    core.finalize(from);
    const names = nodeBehind(from)
      .arcs.filter((a) => a.arcType === ArcType.Member && !isLetLabel(a.label) && !isHiddenLabel(a.label))
      .filter((a) => isDefinitionLabel(a.label) === name.startsWith("#"))
      .map((a) => labels.selector(a.label));
    return nearestName(name, names) ?? undefined;
  }
  return undefined;
}

/** The references of a vertex, those that it embeds too. */
function selections(v: Vertex): Reference[] {
  return v.conjuncts.flatMap((c) => {
    const x = conjunctExpr(c.x);
    if (x === null) return [];
    if (x.tag !== Tag.StructLit) return references(x, c.env, v);
    const inner = new Environment(c.env, v);
    const embedded = x.decls.filter((d) => d.tag === Tag.SelectorExpr || d.tag === Tag.BinaryExpr);
    return [...references(x, c.env, v), ...embedded.flatMap((d) => references(d, inner, v))];
  });
}
