import type { SourceFile } from "../../source/index.ts";
import type { Expr as AstExpr } from "../syntax/index.ts";
import type { Meter } from "../meter/index.ts";
import type { Decimal } from "../number/index.ts";
import type { Bottom, ErrorCode } from "./bottom.ts";
import type { CallExpr, Value } from "./expr.ts";
import { BoolKind, FuncKind } from "./kind.ts";
import type { Kind } from "./kind.ts";
import type { Src } from "./source.ts";
import { Tag } from "./tag.ts";
import type { Vertex } from "./vertex.ts";

export interface Param {
  /** Kinds the argument may have; checked before the call. */
  readonly kind: Kind;
  /** A constraint beyond the kind, usually a disjunction with a default (an optional argument). */
  readonly value?: Value;
}

/** What an implementation may return; plain JavaScript values become CUE values. bigint and number become ints. */
export type CallResult = Value | string | boolean | bigint | number | Uint8Array | readonly CallResult[] | null;

/**
 * One call of a builtin, with typed access to its arguments. An accessor that fails records the error as
 * `cue` words it and returns a neutral value; the implementation may go on, its result is then ignored.
 */
export interface Call {
  readonly args: readonly Value[];
  /** The call is a validator: argument 0 is the value under test. */
  readonly isValidator: boolean;
  readonly src: Src | null;
  /** An accessor has failed. */
  readonly failed: boolean;

  /** Argument as it came: evaluated, default taken, shared nodes followed. */
  value(i: number): Value;
  /** Argument i as a schema, read anew so that a schema that contains this very call is seen as a cycle. */
  schema(i: number): Value;
  string(i: number): string;
  /** A string or bytes argument as bytes. */
  bytes(i: number): Uint8Array;
  bool(i: number): boolean;
  /** An int that fits a Go `int`. */
  int(i: number): number;
  /** An int within the given Go type, e.g. ("uint64"), ("int64"). */
  sized(i: number, type: "int" | "int64" | "uint" | "uint8" | "uint64"): bigint;
  bigint(i: number): bigint;
  num(i: number): Decimal;
  float(i: number): number;
  list(i: number): readonly Value[];
  stringList(i: number): readonly string[];
  numList(i: number): readonly Decimal[];
  struct(i: number): Vertex;

  /** An error of the call; the caller adds `error in call to F: `. */
  fail(message: string, code?: ErrorCode): Bottom;
  /** The same with the field that the call is in before the message, and the place of what it is about. */
  failHere(message: string, about?: Src | null): Bottom;
  /** Argument i is of a right kind but not concrete yet. */
  incompleteArgument(i: number): Bottom;
  /** A failure of a validator: as a plain function the result is false. */
  invalid(message: string): Bottom | boolean;

  readonly engine: CallEngine;
  /** Every loop whose length the arguments decide draws on it, and every allocation of their size. */
  readonly meter: Meter;
}

/** What builtins may ask of the evaluator. */
export interface CallEngine {
  readonly meter: Meter;
  /** Follows shared nodes, takes the default, evaluates fully. */
  finalize(v: Value): Value;
  /** The errors below v when everything must be concrete, or null. */
  concreteError(v: Value): Bottom | null;
  /** Unifies two values into a new one that is fully evaluated. */
  unify(a: Value, b: Value): Vertex;
  /** Error of a value or null; with final, incomplete values are errors too; with all, every one of them. */
  validate(
    v: Value,
    options: { readonly concrete?: boolean; readonly final?: boolean; readonly all?: boolean },
  ): Bottom | null;
  equal(a: Value, b: Value): boolean;
  /** Regular fields in output order: name and value. */
  fields(v: Vertex): readonly { readonly name: string; readonly value: Vertex }[];
  /** Elements of a list value. */
  elements(v: Value): readonly Value[];
  lookup(v: Value, name: string): Value | null;
  list(values: readonly Value[]): Vertex;
  struct(fields: readonly (readonly [string, Value])[]): Vertex;
  /** Compiles data or any expression that refers to nothing. */
  compile(expr: AstExpr, source?: SourceFile): Value;
  /** A value as an expression of source, as `cue export` would print it. */
  syntax(v: Value): AstExpr;
  /** Text of a value as messages show it. */
  text(v: Value): string;
  /** Joins messages: `outer: inner`. */
  wrap(message: string, inner: Bottom): Bottom;
}

export class Builtin {
  readonly tag = Tag.Builtin;
  readonly src = null;
  /** Import path; "" for predeclared functions. */
  readonly pkg: string;
  readonly name: string;
  readonly params: readonly Param[];
  readonly result: Kind;
  readonly kind = FuncKind;
  /** Arguments need not be concrete (matchN, json.Validate, …); defaults are not taken either. */
  readonly nonConcrete: boolean;
  readonly impl: (call: Call) => CallResult;
  constructor(
    pkg: string,
    name: string,
    params: readonly Param[],
    result: Kind,
    impl: (call: Call) => CallResult,
    nonConcrete = false,
  ) {
    this.pkg = pkg;
    this.name = name;
    this.params = params;
    this.result = result;
    this.impl = impl;
    this.nonConcrete = nonConcrete;
  }

  get qualifiedName(): string {
    return this.pkg === "" ? this.name : `${this.pkg}.${this.name}`;
  }

  /** A bool function with its first argument missing tests the value it is unified with. */
  isValidator(numArgs: number): boolean {
    return numArgs === this.params.length - 1 && (this.result & ~BoolKind) === 0 && !hasDefault(this.params[numArgs]);
  }
}

export function hasDefault(param: Param | undefined): boolean {
  return param?.value?.tag === Tag.Disjunction && param.value.numDefaults === 1;
}

/** A builtin that waits for the value it tests: `strings.MinRunes(4)`. */
export class BuiltinValidator {
  readonly tag = Tag.BuiltinValidator;
  readonly src: Src | null;
  readonly call: CallExpr | null;
  readonly builtin: Builtin;
  /** All arguments but the first. */
  readonly args: readonly Value[];
  constructor(call: CallExpr | null, builtin: Builtin, args: readonly Value[]) {
    this.src = call === null ? null : call.src;
    this.call = call;
    this.builtin = builtin;
    this.args = args;
  }
}

/** A package of builtins: functions, constants and nested structs, by name. */
export interface BuiltinPackage {
  readonly path: string;
  readonly members: ReadonlyMap<string, Value> | Readonly<Record<string, Value>>;
  /** Members that are written in CUE (list.Comparer, uuid.ns, …). */
  readonly cue?: string;
}
