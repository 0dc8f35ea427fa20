// Evaluated values on their way out: what carries the mark of a secret becomes opaque, and remembers the mark.
import type { Value } from "../cue/index.ts";
import type { LiteralMarks } from "./cue-access.ts";
import { Secret } from "../secrets/index.ts";
import { placeOf } from "../values/index.ts";
import type { CueText, SecretLiteral } from "../values/index.ts";
import type { Place } from "../source/index.ts";
import type { Plain } from "./plain-value.ts";

/** What is known of a value that was made from secrets. */
export interface MarkedAs {
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

/** The marks that secrets of a text get: their paths in the values. */
export function literalMarks(text: CueText): LiteralMarks {
  return new Map(text.secrets.map((literal) => [literal.start, { names: [markName(literal)] }]));
}

/** Where each secret was given, by its mark. */
export function givenPlaces(text: CueText): ReadonlyMap<string, Place> {
  return new Map(text.secrets.map((literal) => [markName(literal), placeOf(literal.origin)]));
}

function markName({ path, root = "values" }: SecretLiteral): string {
  const steps = path.at(-1) === "value" ? path.slice(0, -1) : path;
  return [root, ...steps].join(".");
}
