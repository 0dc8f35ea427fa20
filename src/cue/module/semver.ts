/**
 * Semantic versions as CUE modules write them: a leading "v", and the short
 * forms "v1" and "v1.2" are valid (but not canonical).
 */
interface Semver {
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
  /** What a short form lacks: "", ".0" or ".0.0". */
  readonly short: string;
  /** With its leading "-", or "". */
  readonly prerelease: string;
  /** With its leading "+", or "". */
  readonly build: string;
}

const core = /^v(0|[1-9][0-9]*)(?:\.(0|[1-9][0-9]*)(?:\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?)?)?$/;

export function parseSemver(text: string): Semver | undefined {
  const m = core.exec(text);
  if (m === null) return undefined;
  const prerelease = m[4] ?? "";
  const build = m[5] ?? "";
  if (prerelease !== "" && !identifiersOk(prerelease, true)) return undefined;
  if (build !== "" && !identifiersOk(build, false)) return undefined;
  return {
    major: m[1]!,
    minor: m[2] ?? "0",
    patch: m[3] ?? "0",
    short: m[2] === undefined ? ".0.0" : m[3] === undefined ? ".0" : "",
    prerelease,
    build,
  };
}

/** Dot-separated identifiers: none empty; in a pre-release no number with a leading zero. */
function identifiersOk(text: string, strictNumbers: boolean): boolean {
  for (const id of text.slice(1).split(".")) {
    if (id === "") return false;
    if (strictNumbers && id.length > 1 && id[0] === "0" && isNumber(id)) return false;
  }
  return true;
}

function isNumber(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 48 || c > 57) return false;
  }
  return true;
}

export function isValidSemver(text: string): boolean {
  return parseSemver(text) !== undefined;
}

/** The full form without build metadata; "" if the text is not a version. */
export function canonicalSemver(text: string): string {
  const v = parseSemver(text);
  if (v === undefined) return "";
  if (v.build !== "") return text.slice(0, text.length - v.build.length);
  return text + v.short;
}

/** "v1" of "v1.2.3"; "" if the text is not a version. */
export function majorOf(text: string): string {
  const v = parseSemver(text);
  return v === undefined ? "" : `v${v.major}`;
}

export function isMajorOnly(text: string): boolean {
  return majorOf(text) === text;
}

/** Texts that are no versions sort before all versions. */
export function compareSemver(a: string, b: string): number {
  const x = parseSemver(a);
  const y = parseSemver(b);
  if (x === undefined || y === undefined) return (x === undefined ? 0 : 1) - (y === undefined ? 0 : 1);
  return (
    compareNumber(x.major, y.major) ||
    compareNumber(x.minor, y.minor) ||
    compareNumber(x.patch, y.patch) ||
    comparePrerelease(x.prerelease, y.prerelease)
  );
}

/** Total order: by version, then by text (for equal versions with other build metadata). */
export function sortSemver(list: string[]): string[] {
  return list.sort((a, b) => compareSemver(a, b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** The highest version; pre-releases only if there is nothing else. "" for none. */
export function latestSemver(list: readonly string[]): string {
  let stable = "";
  let any = "";
  for (const v of list) {
    const p = parseSemver(v);
    if (p === undefined) continue;
    if (any === "" || compareSemver(v, any) > 0) any = v;
    if (p.prerelease === "" && (stable === "" || compareSemver(v, stable) > 0)) stable = v;
  }
  return stable === "" ? any : stable;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Decimal numbers without leading zeros, of any length. */
function compareNumber(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

/** Semver 2.0 rule 11: no pre-release wins; numbers below words; more identifiers win. */
function comparePrerelease(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return 1;
  if (b === "") return -1;
  const x = a.slice(1).split(".");
  const y = b.slice(1).split(".");
  for (let i = 0; i < x.length && i < y.length; i++) {
    const p = x[i]!;
    const q = y[i]!;
    if (p === q) continue;
    const pn = isNumber(p);
    const qn = isNumber(q);
    if (pn !== qn) return pn ? -1 : 1;
    return pn ? compareNumber(p, q) : compareText(p, q);
  }
  return x.length - y.length;
}
