import { ArcType, Tag, append } from "../value/index.ts";
import type { Comprehension, Condition, Decl, NodeState, StructLit, Task } from "../value/index.ts";
import { FieldsFed, TasksDone, KindKnown } from "./conditions.ts";
import type { Context } from "./context.ts";
import { getArc } from "./arcs.ts";

/**
 * A comprehension whose body has static fields need not hold up its whole node: each of those fields waits for it
 * instead. The fields are created as pending, so that others can refer to them before it is known whether they exist.
 * Returns what the comprehension may still contribute to the node itself.
 */
export function declareBody(c: Context, n: NodeState, t: Task, comp: Comprehension): Condition {
  return declareBodyStruct(c, n, t, comp.value);
}

function declareBodyStruct(c: Context, n: NodeState, t: Task, s: StructLit): Condition {
  let completes = 0;
  for (const d of s.decls) {
    switch (d.tag) {
      case Tag.Field: {
        const arc = getArc(c, n, d.label, ArcType.Pending);
        const state = c.blankState(arc);
        if (state !== null) {
          state.parentTasks = append(state.parentTasks, t);
          declareBodyDecl(c, state, t, d.value);
        }
        break;
      }
      case Tag.BulkOptionalField:
      case Tag.Ellipsis:
      case Tag.DynamicField:
        completes |= FieldsFed;
        break;
      case Tag.LetField:
        completes |= FieldsFed;
        n.node.multiLet = true;
        break;
      default:
        completes |= declareBodyDecl(c, n, t, d);
    }
  }
  return completes | TasksDone;
}

function declareBodyDecl(c: Context, n: NodeState, t: Task, d: Decl): Condition {
  if (d.tag === Tag.StructLit) return declareBodyStruct(c, n, t, d);
  if (d.tag === Tag.Comprehension) return declareBodyStruct(c, n, t, d.value);
  if (d.tag <= Tag.Vertex) return KindKnown;
  return KindKnown | FieldsFed | TasksDone;
}
