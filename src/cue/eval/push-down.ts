import { ArcType, Tag, append } from "../value/index.ts";
import type { Comprehension, Condition, Decl, NodeState, StructLit, Task } from "../value/index.ts";
import { FieldConjunctsKnown, TasksDone, ValueKnown } from "./conditions.ts";
import type { Context } from "./context.ts";
import { getArc } from "./arcs.ts";

/**
 * A comprehension whose body has static fields need not hold up its whole node: each of those fields waits for it
 * instead. The fields are created as pending, so that others can refer to them before it is known whether they exist.
 * Returns what the comprehension may still contribute to the node itself.
 */
export function pushDown(c: Context, n: NodeState, t: Task, comp: Comprehension): Condition {
  return pushDownStruct(c, n, t, comp.value);
}

function pushDownStruct(c: Context, n: NodeState, t: Task, s: StructLit): Condition {
  let completes = 0;
  for (const d of s.decls) {
    switch (d.tag) {
      case Tag.Field: {
        const arc = getArc(c, n, d.label, ArcType.Pending);
        const state = c.bareState(arc);
        if (state !== null) {
          state.parentTasks = append(state.parentTasks, t);
          pushDownDecl(c, state, t, d.value);
        }
        break;
      }
      case Tag.BulkOptionalField:
      case Tag.Ellipsis:
      case Tag.DynamicField:
        completes |= FieldConjunctsKnown;
        break;
      case Tag.LetField:
        completes |= FieldConjunctsKnown;
        n.node.multiLet = true;
        break;
      default:
        completes |= pushDownDecl(c, n, t, d);
    }
  }
  return completes | TasksDone;
}

function pushDownDecl(c: Context, n: NodeState, t: Task, d: Decl): Condition {
  if (d.tag === Tag.StructLit) return pushDownStruct(c, n, t, d);
  if (d.tag === Tag.Comprehension) return pushDownStruct(c, n, t, d.value);
  if (d.tag <= Tag.Vertex) return ValueKnown;
  return ValueKnown | FieldConjunctsKnown | TasksDone;
}
