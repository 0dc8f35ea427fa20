import { Bool, CompositeKind, ErrorCode, ListKind, StructKind, Tag, append } from "../value/index.ts";
import type { Environment, Expr, Src, Value } from "../value/index.ts";
import { AllKnown, FinalStatus, Mode, NeedTasksDone, KindKnown, flags } from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { inProgressMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { isUnderWay } from "./cycle.ts";
import { takeDefault } from "./defaults.ts";
import { isPresent } from "./peek.ts";
import { knows, suspend } from "./demand.ts";
import { concreteness, isFinalError, kindOf, unwrap } from "./vertex-ops.ts";

/**
 * `x == _|_` and `x != _|_`. The other side is evaluated as far as it goes; where the answer rests on something
 * being absent or not concrete, it is checked again when all is known.
 */
export function compareToBottom(
  c: Context,
  env: Environment,
  src: Src | null,
  x: Expr,
  op: "==" | "!=",
  f: Flags,
): Value | null {
  const present = isPresent(c, env, x);
  if (present !== null) return new Bool(c.src, present === (op === "!="));
  const before = c.enter(env, src);
  const final = f & FinalStatus;
  let isError = false;
  c.inValidator++;
  const v = c.readExpr(x, flags(NeedTasksDone, Mode.Force) | final);
  let u = unwrap(takeDefault(c, v) ?? null);
  // Structs and lists are checked to the bottom.
  if (u !== null && (kindOf(u) & (StructKind | ListKind)) !== 0) u = v;
  if (u !== null) {
    if (u.tag === Tag.Bottom) {
      if (u.code === ErrorCode.Cycle) {
        c.leave(before);
        c.inValidator--;
        c.addError(u);
        return null;
      }
      if (u.code === ErrorCode.Incomplete) {
        const ns = u.node === null ? null : u.node.state;
        if (ns !== null && ns.started && !knows(ns, KindKnown) && (ns.provided & KindKnown) !== 0) {
          // It is being computed right now: wait.
          const t = c.current();
          if (t !== null) {
            c.leave(before);
            suspend(c, t, ns, KindKnown);
          }
        }
        c.readExpr(x, flags(AllKnown, Mode.Look) | FinalStatus);
        checkLater(c, env, x, true);
      }
      isError = true;
    } else if (u.tag === Tag.Vertex) {
      if (isUnderWay(c, u)) {
        checkLater(c, env, x, true);
        isError = true;
      } else {
        c.finalize(u);
        isError = isFinalError(u);
      }
    } else {
      if ((kindOf(u) & CompositeKind) !== 0 && concreteness(u) > 1 && final === 0) {
        c.leave(before);
        c.inValidator--;
        c.addError(inProgressMarker);
        return null;
      }
      checkLater(c, env, x, false);
      if (concreteness(u) > 1) isError = true;
      c.readExpr(x, flags(NeedTasksDone, Mode.Wait) | final);
    }
  }
  c.leave(before);
  c.inValidator--;
  return new Bool(c.src, isError === (op === "=="));
}

function checkLater(c: Context, env: Environment, expr: Expr, expectError: boolean): void {
  const v = c.scopeNode(env);
  if (v !== null && v.state !== null) v.state.postChecks = append(v.state.postChecks, { env, expr, expectError });
}
