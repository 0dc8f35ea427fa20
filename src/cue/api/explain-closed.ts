import { nodeText, vertexPath } from "../message/index.ts";
import {
  ArcType,
  Tag,
  conjunctExpr,
  isDefinitionLabel,
  isLetLabel,
  isResolver,
  isStringLabel,
} from "../value/index.ts";
import type { Node, Resolver, Src, Vertex } from "../value/index.ts";
import { nearestName } from "../../source/index.ts";
import { bottomOf, nodeBehind } from "../eval/index.ts";
import type { Core } from "./core.ts";

/** Why a field is refused, and what was probably meant. */
interface ClosedExplanation {
  /** The definition that closes the struct, as a path. */
  readonly definition?: string;
  readonly place?: Src;
  readonly allowed: readonly string[];
  readonly nearest?: string;
}

/** The field stands in `parent`, which does not allow it. */
export function explainClosed(core: Core, parent: Vertex, name: string): ClosedExplanation {
  const { labels } = core.runtime;
  const x = nodeBehind(parent);
  const allowed = x.arcs
    .filter(
      (a) =>
        isStringLabel(a.label) &&
        !isLetLabel(a.label) &&
        a.arcType <= ArcType.Optional &&
        bottomOf(a)?.closeCheck !== true,
    )
    .map((a) => labels.text(a.label))
    .filter((n) => n !== name);
  for (const p of x.patterns ?? []) allowed.push(`[${nodeText(p.pattern, labels)}]`);
  const closing = definitionOf(core, x);
  const nearest = nearestName(
    name,
    allowed.filter((n) => !n.startsWith("[")),
  );
  return {
    allowed,
    ...(closing === undefined ? {} : { definition: closingName(core, closing), ...placeOf(closing) }),
    ...(nearest === null ? {} : { nearest }),
  };
}

/** The definition that the struct or something around it refers to, or the one that it stands in. */
function definitionOf(core: Core, v: Vertex): Vertex | undefined {
  for (let x: Vertex | null = v; x !== null; x = x.parent) {
    const found = referredDefinition(core, x, 0);
    if (found !== undefined) return found;
  }
  return enclosingDefinition(v);
}

const maxHops = 16;

function referredDefinition(core: Core, v: Vertex, hops: number): Vertex | undefined {
  if (hops > maxHops) return undefined;
  for (const c of v.conjuncts) {
    const work: (Node | null)[] = [conjunctExpr(c.x)];
    for (let x = work.shift(); x !== undefined; x = work.shift()) {
      if (x === null) continue;
      if (x.tag === Tag.BinaryExpr && x.op === "&") work.push(x.x, x.y);
      else if (x.tag === Tag.Vertex && x !== v) {
        const found = enclosingDefinition(x) ?? referredDefinition(core, x, hops + 1);
        if (found !== undefined) return found;
      } else if (isResolver(x)) {
        const target = core.resolve(x as Resolver, c.env);
        if (target === null || target === v) continue;
        const found = enclosingDefinition(target) ?? referredDefinition(core, target, hops + 1);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function enclosingDefinition(v: Vertex): Vertex | undefined {
  for (let x: Vertex | null = v; x !== null; x = x.parent) if (isDefinitionLabel(x.label)) return x;
  return undefined;
}

const closingName = (core: Core, v: Vertex): string => vertexPath(v, core.runtime.labels).join(".");

function placeOf(v: Vertex): { place?: Src } {
  for (const c of v.conjuncts) if (c.x.tag === Tag.Field && c.x.src !== null) return { place: c.x.src };
  const src = v.conjuncts[0]?.x.src ?? null;
  return src === null ? {} : { place: src };
}
