import type { Condition, TaskKind } from "../value/index.ts";
import { TaskKind as K } from "../value/index.ts";

/** No ancestor can add conjuncts to the node any more. */
export const AncestorsDone: Condition = 1;
/** Whether the field exists is settled. */
export const PresenceKnown: Condition = 2;
/** The kind of the value is settled. */
export const KindKnown: Condition = 4;
/** There is a concrete scalar or an error, or there never will be. */
export const ScalarKnown: Condition = 8;
/** No task of the node can add conjuncts to its fields. */
export const FieldsFed: Condition = 16;
/** The set of fields is complete. */
export const FieldsKnown: Condition = 32;
export const TasksDone: Condition = 64;
export const BelowDone: Condition = 128;
export const DisjunctionDone: Condition = 256;
export const FieldsFedForGood: Condition = 512;

export const AllKnown: Condition = 0x7fff;
export const NeverKnown: Condition = 0x8000;

/** Conditions that hold once all tasks that may contribute to them are done; the others are signalled. */
export const Counted: Condition = PresenceKnown | KindKnown | FieldsFed | TasksDone | DisjunctionDone;

/** What is settled by decree when nothing can go on: nothing will become more concrete. */
export const ByDecree: Condition = ScalarKnown | PresenceKnown;

export const NeedFieldsFed: Condition = FieldsFed | AncestorsDone;
export const NeedFields: Condition = FieldsKnown | AncestorsDone;
export const NeedTasksDone: Condition = TasksDone | AncestorsDone;

const generic: Condition = TasksDone | ScalarKnown | KindKnown | FieldsFed;
const fields: Condition = TasksDone | FieldsFed | KindKnown;

/** What a task of each kind may contribute to. */
export function contributions(kind: TaskKind): Condition {
  switch (kind) {
    case K.Expr:
    case K.Resolver:
      return generic;
    case K.Disjunctions:
      return generic | DisjunctionDone;
    default:
      return fields;
  }
}

/** How to go on when what is needed is not there. */
export const Mode = {
  /** Take what is there; do nothing for it. */
  Look: 1,
  /** Do what can be done now. */
  Try: 2,
  /** Suspend the running task until it is there. */
  Wait: 3,
  /** Force it: what is still open becomes an error. */
  Force: 4,
} as const;
export type Mode = number;

/**
 * What is asked of a node, as one number: conditions in the low 16 bits, then the mode and three switches.
 */
export type Flags = number;

const modeShift = 16;
/** Only a concrete value will do. */
export const WantConcrete: Flags = 1 << 20;
export const CheckTypos: Flags = 1 << 21;
/** Asked for after everything is settled. */
export const FinalStatus: Flags = 1 << 22;

export const flags = (condition: Condition, mode: Mode): Flags => condition | (mode << modeShift);
export const conditionOf = (f: Flags): Condition => f & 0xffff;
export const modeOf = (f: Flags): Mode => (f >> modeShift) & 7;

export const Wholly: Flags = flags(AllKnown, Mode.Force) | CheckTypos | FinalStatus;
/** Everything but the values of the fields. */
export const Outline: Flags = flags(AllKnown & ~BelowDone, Mode.Force);
export const ConcreteOrWait: Flags = flags(ScalarKnown, Mode.Wait);
