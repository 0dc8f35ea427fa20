// What users of other tools write out of habit: read as they mean it, or refused with what to write instead.
import { describe, expect, test } from "vitest";
import { readInline, readSetFlag, readValues, toPlain } from "./index.ts";
import { formatOfText } from "./read-values.ts";

const set = (argument: string, kind: "set" | "set-string" = "set") => {
  const { value, diagnostics } = readSetFlag({ kind, argument }, { readText: () => null, readJson: readInline });
  return { value: value && toPlain(value.node), path: value?.path, told: diagnostics.map((d) => [d.code, d.hint]) };
};

const read = (name: string, text: string) => {
  const { value, diagnostics } = readValues({ name, text }, { tier: "user" });
  return { value: value && toPlain(value), told: diagnostics.map((d) => [d.message, d.hint]) };
};

describe("--set as Helm's users write it (VAL-1)", () => {
  test.each(["hosts={a.example,b.example}", "hosts={a}"])("%s is refused with the list that is meant", (argument) => {
    const { value, told } = set(argument);
    expect(value).toBeUndefined();
    expect(told[0]![1]).toMatch(/^write --set 'hosts=\["…"/);
  });

  test("{} and structs stay structs", () => {
    expect(set("a={}")).toMatchObject({ value: {}, told: [] });
    expect(set('a={"b": 1, c: "x,y=z"}')).toMatchObject({ value: { b: 1, c: "x,y=z" }, told: [] });
  });

  test("a comma begins no second assignment, and is told so, unless the text is meant", () => {
    const warned = set("a=1,b.c[0]=2");
    expect(warned).toMatchObject({ value: "1,b.c[0]=2", path: ["a"] });
    expect(warned.told).toEqual([["OPM4018", "repeat --set for each field; --set-string says that the text is meant"]]);
    expect(set("a=1,b=2", "set-string").told).toEqual([]);
    expect(set("a=x,y").told).toEqual([]);
    expect(set("a=x?q=1").told).toEqual([]);
  });

  test("a backslash before a comma is kept, and told", () => {
    expect(set("a=x\\,y")).toMatchObject({ value: "x\\,y", told: [["OPM4018", expect.any(String)]] });
  });
});

describe("files of other tools (VAL-3)", () => {
  test.each(["---\n---\na: 1\n---\n# end\n", "# c\n---\na: 1\n...\n---\n", "%YAML 1.2\n---\na: 1\n"])(
    "separators and comments around one document are no documents: %j",
    (text) => expect(read("v.yaml", text)).toEqual({ value: { a: 1 }, told: [] }),
  );

  test("several documents are refused at the second", () => {
    const { diagnostics } = readValues({ name: "v.yaml", text: "a: 1\n---\n# two\nb: 2\n" }, { tier: "user" });
    expect(diagnostics).toMatchObject([
      { message: "a values file has one document; this one has 2", places: [{ span: { start: 15 } }] },
    ]);
  });

  test.each(["v.yaml", "v.json", "v.toml", "v.cue"])("an empty %s holds no values", (name) => {
    expect(read(name, "")).toEqual({ value: {}, told: [] });
    expect(read(name, " \n")).toEqual({ value: {}, told: [] });
  });

  test("text without a name that is only TOML is TOML", () => {
    expect(formatOfText("a = 1\n")).toBe("toml");
    expect(formatOfText("[a]\nb = 1\n")).toBe("toml");
    expect(formatOfText("a: 1\n")).toBe("yaml");
    expect(formatOfText("- a\n")).toBe("yaml");
    expect(formatOfText("# nothing\n")).toBe("yaml");
  });

  test("what holds no fields says what to write", () => {
    expect(read("v.yaml", "A=1\nB=2\n").told).toEqual([
      ["a values file holds fields, not a string", "write name: value, and not name=value"],
    ]);
    expect(read("v.json", "[1]").told).toEqual([
      ["a values file holds fields, not a list", "write fields at the top: name: value"],
    ]);
    expect(read("v.yaml", "a: !vault x\n").told[0]![1]).toContain("tags of other tools");
    expect(read("v.toml", "a: 1\n").told[0]![1]).toContain("TOML writes name = value");
  });
});
