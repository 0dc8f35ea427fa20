import { describe, expect, test } from "vitest";
import { compareKeys, floatText, goQuotes } from "./go-yaml-style.ts";
import { manifestYaml } from "./manifest-text.ts";

describe("manifests are the bytes that go-yaml v3 writes (PIPE-11)", () => {
  test("keys: letters behind the rest, runs of digits by their number", () => {
    const keys = ["item10", "item2", "DBNAME", "DB_PORT", "B", "_a", "b", "a-1", "a1", "a.b", "0a", "00"];
    expect(keys.sort(compareKeys)).toEqual("_a 0a 00 B DB_PORT DBNAME a-1 a.b a1 b item2 item10".split(" "));
  });

  test("quotes: words of old parsers, base 60 and times, and nothing else that is text", () => {
    const quoted = ["y", "No", "on", "12:30", "1:2:3.4", "2024-02-29", "2024-1-2 10:00:00", "2024-01-02T10:00:00Z"];
    expect(quoted.filter((text) => !goQuotes(text))).toEqual([]);
    const plain = ["t", "0-0", "2023-02-29", "2024-13-01", "24:61", "1.2.3", "yes!"];
    expect(plain.filter(goQuotes)).toEqual([]);
  });

  test("numbers that are no integers have an exponent as %g has one", () => {
    expect([0.5, 1234567.5, 0.00001234, 999999.5].map(floatText)).toEqual([
      "0.5",
      "1.2345675e+06",
      "1.234e-05",
      "999999.5",
    ]);
  });

  test("a document", () => {
    const object = { b: { "10": 1, "9": "no" }, a: ["x: y", "1e3", "", "two\nlines\n"], c: {}, d: [] };
    expect(manifestYaml(object)).toBe(
      'a:\n  - \'x: y\'\n  - "1e3"\n  - ""\n  - |\n    two\n    lines\nb:\n  "9": "no"\n  "10": 1\nc: {}\nd: []\n',
    );
  });
});
