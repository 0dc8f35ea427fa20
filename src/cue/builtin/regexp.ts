import { compileRegexp, patternWeight, quoteMeta, RegexpError } from "../regexp/index.ts";
import type { MatchIndex, Regexp } from "../regexp/index.ts";
import { compareBytes } from "../codec/index.ts";
import { Str } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { chargeSearch } from "./charge.ts";
import { BOOL, definePackage, fn, I, L, S, ST } from "./define.ts";

export function regexpPackage(): BuiltinPackage {
  return definePackage("regexp", {
    Find: fn([S, S], S, (c) => withMatch(c, (_, s, m) => s.slice(m[0], m[1]))),
    FindAll: fn([S, S, I], L, (c) => withMatches(c, (_, s, all) => all.map((m) => s.slice(m[0], m[1])))),
    FindAllNamedSubmatch: fn([S, S, I], L, (c) =>
      withMatches(c, (re, s, all) => all.map((m) => namedGroups(c, re, s, m))),
    ),
    FindAllSubmatch: fn([S, S, I], L, (c) => withMatches(c, (_, s, all) => all.map((m) => groups(s, m)))),
    FindNamedSubmatch: fn([S, S], ST, (c) => withMatch(c, (re, s, m) => namedGroups(c, re, s, m))),
    FindSubmatch: fn([S, S], L, (c) => withMatch(c, (_, s, m) => groups(s, m))),
    ReplaceAll: fn([S, S, S], S, (c) => withPattern(c, (re) => re.replaceAll(c.string(1), c.string(2)))),
    ReplaceAllLiteral: fn([S, S, S], S, (c) => withPattern(c, (re) => re.replaceAllLiteral(c.string(1), c.string(2)))),
    Valid: fn([S], BOOL, (c) => withPattern(c, () => true)),
    Match: fn([S, S], BOOL, (c) => withPattern(c, (re) => re.test(c.string(1)))),
    QuoteMeta: fn([S], S, (c) => quoteMeta(c.string(0))),
  });
}

function withPattern(c: Call, f: (re: Regexp) => CallResult): CallResult {
  const pattern = c.string(0);
  const weight = patternWeight(pattern);
  c.meter.steps(weight);
  const re = compileRegexp(pattern);
  if (re instanceof RegexpError) return c.fail(re.message);
  if (c.args.length > 1) chargeSearch(c.meter, weight, c.string(1).length);
  return f(re);
}

function withMatch(c: Call, f: (re: Regexp, s: string, m: MatchIndex) => CallResult): CallResult {
  return withPattern(c, (re) => {
    const s = c.string(1);
    const m = re.find(s);
    return m === undefined ? c.fail("no match") : f(re, s, m);
  });
}

function withMatches(c: Call, f: (re: Regexp, s: string, all: MatchIndex[]) => CallResult): CallResult {
  return withPattern(c, (re) => {
    const s = c.string(1);
    const all = re.findAll(s, c.int(2), (m) => c.meter.values(m.length / 2));
    return all.length === 0 ? c.fail("no match") : f(re, s, all);
  });
}

/** The whole match and its groups; one that took no part is empty. */
function groups(s: string, m: MatchIndex): string[] {
  const out: string[] = [];
  for (let i = 0; i < m.length; i += 2) out.push((m[i] as number) < 0 ? "" : s.slice(m[i], m[i + 1]));
  return out;
}

function namedGroups(c: Call, re: Regexp, s: string, m: MatchIndex): Value {
  const all = groups(s, m);
  const fields = new Map<string, Value>();
  re.names.forEach((name, i) => {
    if (name !== "") fields.set(name, new Str(c.src, all[i] as string));
  });
  return c.engine.struct([...fields].sort((a, b) => compareBytes(a[0], b[0])));
}
