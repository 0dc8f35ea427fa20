import { expect, test } from "vitest";
import { compileRegexp, quoteMeta, Regexp } from "./index.ts";

function re(p: string): Regexp {
  const r = compileRegexp(p);
  if (!(r instanceof Regexp)) throw new Error(r.message);
  return r;
}

test("bad patterns have Go's words", () => {
  const reason = (p: string) => (compileRegexp(p) as { message: string }).message;
  expect(reason("(")).toBe("error parsing regexp: missing closing ): `(`");
  expect(reason("\\")).toBe("error parsing regexp: trailing backslash at end of expression: ``");
  expect(reason("(?=x)")).toBe("error parsing regexp: invalid or unsupported Perl syntax: `(?=`");
  expect(reason("a{1001}")).toBe("error parsing regexp: invalid repeat count: `{1001}`");
});

test("all matches, without empty ones beside a match", () => {
  const all = (p: string, s: string, n = -1) =>
    re(p)
      .findAll(s, n)
      .map((m) => s.slice(m[0], m[1]));
  expect(all("a*", "baaab")).toEqual(["", "aaa", ""]);
  expect(all("", "abc")).toEqual(["", "", "", ""]);
  expect(all("[a-z]", "a1b2", 1)).toEqual(["a"]);
});

test("replacement expands groups", () => {
  expect(re("(a)(b)?").replaceAll("abacb", "<$1|$2>")).toBe("<a|b><a|>cb");
  expect(re("(?P<x>\\w+)").replaceAll("foo bar", "${x}!$$")).toBe("foo!$ bar!$");
  expect(re("a*").replaceAll("baaac", "x")).toBe("xbxcx");
  expect(re("(a)").replaceAll("a", "$1x")).toBe("");
  expect(re("b").replaceAllLiteral("abc", "$1")).toBe("a$1c");
});

test("names may repeat", () => {
  expect(re("(?P<n>a)|(?P<n>b)").names).toEqual(["", "n", "n"]);
});

test("quoteMeta", () => {
  expect(quoteMeta("a.b[c]")).toBe("a\\.b\\[c\\]");
});
