import type { Counters } from "./counters.ts";
import type { SourceFile } from "../../source/index.ts";
import type { Expr as AstExpr } from "../syntax/index.ts";
import type { Meter } from "../meter/index.ts";
import type { Conjunct, LabelTable, Value, Vertex } from "../value/index.ts";

/**
 * What evaluations share: label names, packages, and services of rooms above this one.
 * It holds templates, never results: every context evaluates for itself.
 */
export interface Runtime {
  readonly labels: LabelTable;
  /** Work of all engines together; without it each counts for itself. */
  readonly counters?: Counters;
  /** Some literal is marked, whatever engine evaluates it. */
  readonly hasMarks?: boolean;
  /** Conjuncts of a package's root; null when there is no such instance. */
  instanceConjuncts(instance: object): readonly Conjunct[] | null;
  /** The root of a package that stays as it is for all evaluations, which a library evaluates; else null. */
  lastingPackage(instance: object): Vertex | null;
  /** The struct of a builtin package, or null. It is data, so contexts share it. */
  builtinPackage(importPath: string): Vertex | null;
  /** Compiles an expression that refers to nothing but builtins. */
  compileData(expr: AstExpr, meter: Meter, source?: SourceFile): Value;
  /** A value as source. */
  valueSyntax(v: Value, c: unknown): AstExpr;
  /** Text of a value in messages. */
  text(v: Value): string;
  /** Regular arcs in the order of output. */
  orderedArcs(v: Vertex): readonly Vertex[];
}
