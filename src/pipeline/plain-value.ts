// Evaluated values as plain data.
import type { Value } from "../cue/index.ts";
import { isSecret } from "../secrets/index.ts";

export type Plain = null | boolean | number | bigint | string | readonly Plain[] | PlainStruct;
export interface PlainStruct {
  readonly [name: string]: Plain;
}

/**
 * The regular fields of an evaluated value; what is not concrete is left out, so check first. Integers beyond what a
 * number holds are bigints, bytes are their base64 text. Marked scalars are secrets: they are `***`.
 */
export function plainValue(value: Value): Plain | undefined {
  return value.data();
}

export function isStruct(value: Plain | undefined): value is PlainStruct {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}
