/**
 * A matcher of parsing expression grammars that keeps account of its failures the way pest does, the
 * parser generator that the original is built with: the farthest position at which rules were tried,
 * and the outermost rules that say something about it. It is slow, and only ever runs on a text that
 * is known to be wrong, to say where and what was expected instead.
 */
export class Matcher {
  readonly text: string;
  at = 0;
  /** The farthest position where a rule began and failed. */
  attemptAt = 0;
  expected: number[] = [];
  unexpected: number[] = [];
  mode: Mode = nonAtomic;
  look: Look = noLook;
  steps = 0;
  depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** True once the text has proved too much work; everything fails from then on. */
  get exhausted(): boolean {
    return this.steps > maxSteps;
  }
}

const maxSteps = 400_000;
const maxDepth = 1500;

export type Mode = 0 | 1 | 2;
/** Blanks between the parts of a sequence are skipped. */
export const nonAtomic: Mode = 0;
/** They are not. */
export const compound: Mode = 1;
/** They are not, and rules inside are not reported. */
export const atomic: Mode = 2;

type Look = 0 | 1 | 2;
const noLook: Look = 0;
const positiveLook: Look = 1;
const negativeLook: Look = 2;

export type Pattern = (m: Matcher) => boolean;

export function literal(text: string): Pattern {
  return (m) => {
    if (!m.text.startsWith(text, m.at)) return false;
    m.at += text.length;
    return true;
  };
}

/** One character out of ranges: "az", "09" and the like. */
export function oneOf(...ranges: readonly string[]): Pattern {
  return (m) => {
    const c = m.text.charAt(m.at);
    if (c === "" || !ranges.some((r) => c >= r.charAt(0) && c <= r.charAt(r.length - 1))) return false;
    m.at++;
    return true;
  };
}

export const any: Pattern = (m) => {
  if (m.at >= m.text.length) return false;
  m.at += (m.text.codePointAt(m.at) as number) > 0xffff ? 2 : 1;
  return true;
};

export function sequence(...parts: readonly Pattern[]): Pattern {
  return (m) => {
    const start = m.at;
    for (let i = 0; i < parts.length; i++) {
      if (i > 0) skip(m);
      if (!(parts[i] as Pattern)(m)) {
        m.at = start;
        return false;
      }
    }
    return true;
  };
}

export function choice(...parts: readonly Pattern[]): Pattern {
  return (m) => parts.some((part) => part(m));
}

export function optional(part: Pattern): Pattern {
  return (m) => {
    part(m);
    return true;
  };
}

export function many(part: Pattern): Pattern {
  const next = sequence(part);
  return (m) => {
    if (!part(m)) return true;
    for (;;) {
      const before = m.at;
      skip(m);
      if (!next(m) || m.at === before) {
        m.at = before;
        return true;
      }
    }
  };
}

export function many1(part: Pattern): Pattern {
  return sequence(part, many(part));
}

export function not(part: Pattern): Pattern {
  return (m) => {
    const { at, look } = m;
    m.look = look === negativeLook ? positiveLook : negativeLook;
    const matched = part(m);
    m.at = at;
    m.look = look;
    return !matched;
  };
}

export const endOfInput: Pattern = (m) => m.at === m.text.length;

function skip(m: Matcher): void {
  if (m.mode !== nonAtomic) return;
  for (;;) {
    const c = m.text.charCodeAt(m.at);
    if (c !== 32 && c !== 9 && c !== 13 && c !== 10) return;
    m.at++;
  }
}

/** A rule that appears in reports, under its number. `mode` is what it demands of its inside. */
export function rule(id: number, mode: Mode | undefined, body: Pattern): Pattern {
  if (mode === atomic) return (m) => enter(m, id, (n) => within(n, atomic, body));
  if (mode === undefined) return (m) => enter(m, id, body);
  return (m) => within(m, mode, (n) => enter(n, id, body));
}

function within(m: Matcher, mode: Mode, body: Pattern): boolean {
  const before = m.mode;
  m.mode = mode;
  const matched = body(m);
  m.mode = before;
  return matched;
}

function enter(m: Matcher, id: number, body: Pattern): boolean {
  if (++m.steps > maxSteps || m.depth > maxDepth) {
    m.steps = maxSteps + 1;
    return false;
  }
  const start = m.at;
  const here = start === m.attemptAt;
  const expected = here ? m.expected.length : 0;
  const unexpected = here ? m.unexpected.length : 0;
  const before = attemptsAt(m, start);
  m.depth++;
  const matched = body(m);
  m.depth--;
  if (matched === (m.look === negativeLook)) track(m, id, start, expected, unexpected, before);
  return matched;
}

function attemptsAt(m: Matcher, at: number): number {
  return m.attemptAt === at ? m.expected.length + m.unexpected.length : 0;
}

/** A rule stands for the rules inside it, unless exactly one of those was tried in its place. */
function track(m: Matcher, id: number, at: number, expected: number, unexpected: number, before: number): void {
  if (m.mode === atomic) return;
  if (attemptsAt(m, at) - before === 1) return;
  if (at === m.attemptAt) {
    m.expected.length = Math.min(m.expected.length, expected);
    m.unexpected.length = Math.min(m.unexpected.length, unexpected);
  } else if (at > m.attemptAt) {
    m.expected = [];
    m.unexpected = [];
    m.attemptAt = at;
  } else return;
  (m.look === negativeLook ? m.unexpected : m.expected).push(id);
}
