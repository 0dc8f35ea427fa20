import type { Args } from "../compile/library.ts";
import type { Type } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { toJson } from "../value/print.ts";
import { isInteger } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import type { TemplateHost } from "./host.ts";
import { Random } from "./random.ts";

/** A call of one of our functions: typed arguments, and what calls of one render share. */
export class Call {
  readonly name: string;
  readonly args: Args;
  readonly state: CallState;

  constructor(name: string, args: Args, state: CallState) {
    this.name = name;
    this.args = args;
    this.state = state;
  }

  optional<T>(name: string, type: Type<T>): T | undefined {
    const value = this.args.get(name);
    if (value === undefined) return undefined;
    const result = type.read(value);
    if (result !== undefined) return result;
    throw failure(
      `Function \`${this.name}\` received ${name}=${toJson(value)} but \`${name}\` has to be a ${type.name}`,
    );
  }

  required<T>(name: string, type: Type<T>): T {
    const value = this.optional(name, type);
    if (value === undefined) throw failure(`Function \`${this.name}\` was called without a \`${name}\` argument`);
    return value;
  }

  value(name: string): Value {
    const value = this.args.get(name);
    if (value === undefined) throw failure(`Function \`${this.name}\` was called without a \`${name}\` argument`);
    return value;
  }

  /** Random numbers by the argument `seed`; without one, another series for every call of a render. */
  random(): Random {
    const seed = this.args.get("seed");
    if (isInteger(seed)) return new Random(BigInt(seed));
    if (seed === undefined) return new Random(BigInt(++this.state.unseeded) << 32n);
    throw failure(`Function \`${this.name}\` received seed=${toJson(seed)} but \`seed\` has to be a whole number`);
  }

  now(): number {
    return this.state.host.now();
  }
}

/** Starts anew with every render, so that each one gives the same. */
export interface CallState {
  readonly host: TemplateHost;
  readonly counters: Map<string, number>;
  unseeded: number;
}
