// Ranges of versions as package managers write them: ">=1.2.0 <2.0.0", "~1.4", "^1.0.0", "1.x", "1.2 - 1.4", "a || b".
import { compareSemver } from "../cue/module/index.ts";

interface Bound {
  readonly op: ">=" | ">" | "<" | "<=" | "=";
  /** Canonical, with the `v` that compareSemver asks for. */
  readonly version: string;
}

export interface VersionRange {
  readonly text: string;
  /** Any of them, and all bounds of one. */
  readonly alternatives: readonly (readonly Bound[])[];
}

/** Undefined if the text is no range. */
export function parseRange(text: string): VersionRange | undefined {
  const alternatives: Bound[][] = [];
  for (const part of text.split("||")) {
    const bounds = parseAlternative(part.trim());
    if (bounds === undefined) return undefined;
    alternatives.push(bounds);
  }
  return { text, alternatives };
}

/**
 * Whether a version is in the range. A pre-release is only in a range that names a pre-release of the same version:
 * ">=1.0.0" was not written with 2.0.0-rc.1 in mind.
 */
export function inRange(version: string, range: VersionRange): boolean {
  const v = canonical(version);
  if (v === undefined) return false;
  return range.alternatives.some((bounds) => bounds.every((b) => holds(v, b)) && allowsPrerelease(v, bounds));
}

function allowsPrerelease(v: string, bounds: readonly Bound[]): boolean {
  if (!v.includes("-")) return true;
  const release = v.slice(0, v.indexOf("-"));
  return bounds.some((b) => b.version.startsWith(`${release}-`));
}

function holds(v: string, { op, version }: Bound): boolean {
  const order = compareSemver(v, version);
  switch (op) {
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "=":
      return order === 0;
  }
}

const VERSION = /^v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

interface Partial {
  readonly major: number;
  /** Absent: any. */
  readonly minor?: number;
  readonly patch?: number;
  readonly pre: string;
}

function parseAlternative(text: string): Bound[] | undefined {
  if (text === "" || text === "*" || text === "latest") return [];
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(text);
  if (hyphen !== null) {
    const low = parsePartial(hyphen[1]!);
    const high = parsePartial(hyphen[2]!);
    if (low === undefined || high === undefined) return undefined;
    return [...atLeast(low), ...(low === "any" || high === "any" ? [] : upTo(high))];
  }
  const bounds: Bound[] = [];
  // A space may stand between an operator and its version.
  for (const word of text.replace(/(>=|<=|>|<|=|\^|~)\s+/g, "$1").split(/[\s,]+/)) {
    const m = /^(>=|<=|>|<|=|\^|~>?)?(.+)$/.exec(word);
    const version = m === null ? undefined : parsePartial(m[2]!);
    if (m === null || version === undefined) return undefined;
    if (version === "any") continue;
    bounds.push(...boundsOf(m[1] ?? "", version));
  }
  return bounds;
}

function boundsOf(op: string, v: Partial): Bound[] {
  switch (op) {
    case "":
    case "=":
      return v.patch === undefined ? [...atLeast(v), ...upTo(v)] : [{ op: "=", version: low(v) }];
    case ">=":
      return atLeast(v);
    case ">":
      return v.patch === undefined ? [{ op: ">=", version: next(v) }] : [{ op: ">", version: low(v) }];
    case "<":
      return [{ op: "<", version: low(v) }];
    case "<=":
      return upTo(v);
    case "^":
      return [...atLeast(v), { op: "<", version: caret(v) }];
    default: // ~
      return [
        ...atLeast(v),
        { op: "<", version: v.minor === undefined ? text(v.major + 1, 0, 0) : text(v.major, v.minor + 1, 0) },
      ];
  }
}

// The first number that is not zero may not change.
function caret(v: Partial): string {
  if (v.major > 0 || v.minor === undefined) return text(v.major + 1, 0, 0);
  if (v.minor > 0 || v.patch === undefined) return text(0, v.minor + 1, 0);
  return text(0, 0, v.patch + 1);
}

function atLeast(v: Partial | "any"): Bound[] {
  return v === "any" ? [] : [{ op: ">=", version: low(v) }];
}

function upTo(v: Partial): Bound[] {
  return v.patch === undefined ? [{ op: "<", version: next(v) }] : [{ op: "<=", version: low(v) }];
}

function low(v: Partial): string {
  return text(v.major, v.minor ?? 0, v.patch ?? 0) + v.pre;
}

/** The first version after all that an incomplete one stands for. */
function next(v: Partial): string {
  return v.minor === undefined ? text(v.major + 1, 0, 0) : text(v.major, v.minor + 1, 0);
}

function text(major: number, minor: number, patch: number): string {
  return `v${major}.${minor}.${patch}`;
}

function parsePartial(word: string): Partial | "any" | undefined {
  const m = VERSION.exec(word);
  if (m === null) return undefined;
  const number = (s: string | undefined): number | undefined =>
    s === undefined || /[xX*]/.test(s) ? undefined : Number(s);
  const major = number(m[1]);
  if (major === undefined) return "any";
  const minor = number(m[2]);
  const patch = minor === undefined ? undefined : number(m[3]);
  return {
    major,
    ...(minor !== undefined && { minor }),
    ...(patch !== undefined && { patch }),
    pre: patch === undefined ? "" : (m[4] ?? ""),
  };
}

function canonical(version: string): string | undefined {
  const v = parsePartial(version.trim());
  return v === undefined || v === "any" || v.patch === undefined ? undefined : low(v);
}
