// Whom a policy trusts without a key: identities by text or by pattern, and a verifier of them.
import { createContext } from "../../cue/index.ts";
import type { Verifier } from "../signature.ts";
import { keylessProblem } from "./keyless.ts";
import type { Identity, KeylessCrypto } from "./keyless.ts";
import type { TrustedRoot } from "./trusted-root.ts";

/** As it is written: each of both as a text, or as a pattern that must fit all of it. */
export interface IdentityRule {
  readonly issuer?: string;
  readonly issuerRegExp?: string;
  readonly subject?: string;
  readonly subjectRegExp?: string;
}

const NAMES: ReadonlySet<string> = new Set(["issuer", "issuerRegExp", "subject", "subjectRegExp"]);

/** A text: what is wrong. */
export function readIdentity(data: unknown): IdentityRule | string {
  if (typeof data !== "object" || data === null) return "an identity is {issuer: text, subject: text}";
  const unknown = Object.keys(data).find((name) => !NAMES.has(name));
  if (unknown !== undefined) return `an identity has a field ${unknown}; there are ${[...NAMES].join(", ")}`;
  if (!Object.values(data).every((value) => typeof value === "string" && value !== ""))
    return "fields of an identity are texts";
  const rule = data as IdentityRule;
  for (const name of ["issuer", "subject"] as const)
    if ((rule[name] === undefined) === (rule[`${name}RegExp`] === undefined))
      return `an identity has either ${name} or ${name}RegExp`;
  const identity = identityOf(rule);
  return typeof identity === "string" ? identity : rule;
}

/** A text: what is wrong with a pattern. */
function identityOf({ issuer, issuerRegExp, subject, subjectRegExp }: IdentityRule): Identity | string {
  const [by, who] = [test(issuer, issuerRegExp), test(subject, subjectRegExp)];
  if (typeof by === "string") return by;
  return typeof who === "string" ? who : { issuer: by, subject: who };
}

/** Patterns are CUE's, and so RE2's: what somebody put into a certificate cannot make one take for ever. */
function test(text: string | undefined, pattern: string | undefined): Identity["subject"] | string {
  if (pattern === undefined) return (given) => given === text;
  const fits = (given: string, by: string): boolean | undefined => {
    const answer = createContext().compile(`${JSON.stringify(given)} =~ ${JSON.stringify(by)}`).scalar;
    return answer?.kind === "bool" ? answer.text === "true" : undefined;
  };
  // By itself first: `a)|(b` would close what is around it.
  const whole = `^(?:${pattern})$`;
  if (fits("", pattern) === undefined || fits("", whole) === undefined) return `the pattern ${pattern} cannot be read`;
  return (given) => fits(given, whole) === true;
}

export function keylessVerifier(crypto: KeylessCrypto, root: TrustedRoot, rules: readonly IdentityRule[]): Verifier {
  const identities = rules.map(identityOf).filter((one) => typeof one !== "string");
  let why: string | undefined;
  return {
    verify(bytes, signature, material) {
      if (material === undefined) return false;
      why = keylessProblem(crypto, root, identities, bytes, signature, material);
      return why === undefined;
    },
    get why() {
      return why;
    },
  };
}
