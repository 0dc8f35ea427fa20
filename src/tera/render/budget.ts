import { Float, isArray, isObject } from "../value/value.ts";
import type { Value } from "../value/value.ts";

/** What one render may cost. A template cannot ask for more than it was given. */
export interface Budget {
  /** Characters of output, and of any one string on the way. */
  readonly output: number;
  /** Units of work: a loop's round is one, a filter costs one and more for long values. */
  readonly work: number;
  /** Items of one list. */
  readonly items: number;
  /** Macros and includes inside each other. */
  readonly depth: number;
}

export const defaultBudget: Budget = { output: 16_000_000, work: 20_000_000, items: 1_000_000, depth: 150 };

/**
 * About how many characters a value would print as. Lists share their parts, so a template can build
 * one that is small to hold and endless to print; weighing it when it is made keeps that from happening.
 */
export function weight(value: Value, known: WeakMap<object, number>): number {
  if (typeof value === "string") return value.length + 1;
  if (typeof value !== "object" || value === null || value instanceof Float) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  let sum = 1;
  if (isArray(value)) for (const item of value) sum += weight(item, known);
  else if (isObject(value)) for (const [key, item] of value) sum += key.length + weight(item, known);
  known.set(value, sum);
  return sum;
}

/**
 * Units for a character, of filters and functions that do more than to look at each. A unit is about fifty nanoseconds.
 * Characters as a person sees them are costly to find.
 */
const RATES: Readonly<Record<string, number>> = { slugify: 4, slug: 4, wordcount: 0.5, title: 0.5 };
const RATE = 1 / 8;
/** Of what `truncate` and loops over a text have to find. */
export const GRAPHEME = 40;

/** Roughly what a filter or a function has to look at. */
export function effort(value: Value, name = ""): number {
  if (typeof value === "string") return 1 + Math.ceil(value.length * (RATES[name] ?? RATE));
  return isArray(value) ? 1 + (value.length >> 2) : 1;
}
