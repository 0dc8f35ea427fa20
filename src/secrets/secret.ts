// The opaque secret. Its text lives in a WeakMap that only this file can see, so no property walk, no JSON, no
// console.log, no template string and no debugger-style inspection of the object reaches it; `reveal` is the one door.

export const MASK = "***";

const texts = new WeakMap<Secret, string>();
const inspect = Symbol.for("nodejs.util.inspect.custom");

export class Secret {
  /** Where the value came from, for messages: "env DB_PASSWORD", "sops secrets.yaml#db.password". Never the value. */
  readonly origin: string;

  constructor(text: string, origin: string) {
    this.origin = origin;
    texts.set(this, text);
    Object.freeze(this);
  }

  toString(): string {
    return MASK;
  }
  toJSON(): string {
    return MASK;
  }
  valueOf(): string {
    return MASK;
  }
  [Symbol.toPrimitive](): string {
    return MASK;
  }
  get [Symbol.toStringTag](): string {
    return "Secret";
  }
  [inspect](): string {
    return MASK;
  }
}

/** The text of a secret. Every call is a deliberate act: search for callers to audit where plaintext goes. */
export function reveal(secret: Secret): string {
  const text = texts.get(secret);
  if (text === undefined) throw new Error("not a secret made by this program");
  return text;
}

export function isSecret(value: unknown): value is Secret {
  return value instanceof Secret;
}

/** Equality without printing or returning either text. */
export function sameSecret(a: Secret, b: Secret): boolean {
  return texts.get(a) === texts.get(b);
}
