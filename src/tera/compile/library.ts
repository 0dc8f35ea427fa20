import type { Value } from "../value/value.ts";

/** The arguments of a call by name. */
export type Args = ReadonlyMap<string, Value>;

/** A mistake is a thrown `RenderFailure`; the engine says which filter it was. */
export type Filter = (value: Value, args: Args) => Value;

export type Test = (value: Value | undefined, args: readonly Value[]) => boolean;

export interface TemplateFunction {
  call(args: Args): Value;
  /** Instead of a mistake that a following `default` may cover: undefined. */
  tryCall?(args: Args): Value | undefined;
  /** Whether the result is something of a secret. */
  isSecret?(args: Args): boolean;
}

/** What templates of an engine can call: nothing else is in their reach. */
export interface Library {
  readonly filters: ReadonlyMap<string, Filter>;
  readonly tests: ReadonlyMap<string, Test>;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
  /** Called before each render: what counts begins anew. */
  begin?(): void;
}
