import type { Condition, TaskKind } from "../value/index.ts";
import { TaskKind as K } from "../value/index.ts";

/** No ancestor can add conjuncts to the node any more. */
export const AncestorsDone: Condition = 1;
/** Whether the field exists is settled. */
export const ArcTypeKnown: Condition = 2;
/** The kind of the value is settled. */
export const ValueKnown: Condition = 4;
/** There is a concrete scalar or an error, or there never will be. */
export const ScalarKnown: Condition = 8;
/** No task of the node can add conjuncts to its fields. */
export const FieldConjunctsKnown: Condition = 16;
/** The set of fields is complete. */
export const FieldSetKnown: Condition = 32;
export const TasksDone: Condition = 64;
export const SubFieldsDone: Condition = 128;
export const DisjunctionDone: Condition = 256;
export const ChildConjunctsDone: Condition = 512;

export const AllKnown: Condition = 0x7fff;
export const NeverKnown: Condition = 0x8000;

/** Conditions that hold once all tasks that may contribute to them are done; the others are signalled. */
export const Counted: Condition = ArcTypeKnown | ValueKnown | FieldConjunctsKnown | TasksDone | DisjunctionDone;

/** What is settled by decree when nothing can go on: nothing will become more concrete. */
export const AutoUnblock: Condition = ScalarKnown | ArcTypeKnown;

export const NeedFieldConjuncts: Condition = FieldConjunctsKnown | AncestorsDone;
export const NeedFieldSet: Condition = FieldSetKnown | AncestorsDone;
export const NeedTasksDone: Condition = TasksDone | AncestorsDone;

const generic: Condition = TasksDone | ScalarKnown | ValueKnown | FieldConjunctsKnown;
const fields: Condition = TasksDone | FieldConjunctsKnown | ValueKnown;

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
  /** Do nothing. */
  Ignore: 1,
  /** Do what can be done now. */
  Attempt: 2,
  /** Suspend the running task until it is there. */
  Yield: 3,
  /** Force it: what is still open becomes an error. */
  Finalize: 4,
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
export const withCondition = (f: Flags, condition: Condition): Flags => (f & ~0xffff) | condition;

export const FinalizeAll: Flags = flags(AllKnown, Mode.Finalize) | CheckTypos | FinalStatus;
/** Everything but the values of the fields. */
export const CompleteArcs: Flags = flags(AllKnown & ~SubFieldsDone, Mode.Finalize);
export const ConcreteYield: Flags = flags(ScalarKnown, Mode.Yield);
