// Evaluated values on their way out: what carries the mark of a secret becomes opaque, and remembers the mark.
import type { Value } from "../cue/index.ts";
import { Secret } from "../secrets/index.ts";
import type { GivenSecret } from "../values/index.ts";
import type { Place } from "../source/index.ts";
import type { Plain } from "./plain-value.ts";

/** What is known of a value that was made from secrets. */
interface MarkedAs {
  /** The secrets' paths: `values.db.password`. */
  readonly names: readonly string[];
  /** The expression that made it. */
  readonly place?: Place | undefined;
}

const known = new WeakMap<Secret, MarkedAs>();

/** As `plainValue`; every marked scalar is a `Secret`, which only printing on purpose opens. */
export function sealedValue(value: Value): Plain | undefined {
  return value.data(({ text, marks, place }) => {
    const secret = new Secret(text, marks.join(", "));
    known.set(secret, { names: marks, place });
    return secret as unknown as Plain;
  });
}

export function markedAs(secret: Secret): MarkedAs {
  return known.get(secret) ?? { names: [secret.origin] };
}

/** Where each secret was given, by its mark. */
export function givenPlaces(secrets: readonly GivenSecret[]): ReadonlyMap<string, Place> {
  return new Map(secrets.map(({ mark, place }) => [mark, place]));
}
