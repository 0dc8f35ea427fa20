// SEC-7: whatever is computed from a marked literal is known to be marked.
import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import { deepMarks } from "../eval/index.ts";
import { MemoryFiles, emptyInstance } from "../load/index.ts";
import type { Instance } from "../load/index.ts";
import { parseFile } from "../syntax/index.ts";
import { ProgramRuntime } from "./runtime.ts";

const PRELUDE = `
import ("strings", "list", "encoding/base64", "encoding/json", "encoding/hex", "encoding/yaml", "crypto/sha256", "regexp")
_use: [strings.MinRunes, list.Concat, base64.Encode, json.Marshal, hex.Encode, yaml.Marshal, sha256.Sum256, regexp.Match]
secret: "hunter2,x"
n: 17
b: 'raw'
db: {user: "joe", password: secret}
#Open: {value?: string}
`;

/** The marks of `out` when the literals of secret, n and b are marked. */
function marksOf(out: string): readonly string[] {
  const text = `${PRELUDE}\nout: ${out}\n`;
  const source = new SourceFile("/w/x.cue", text);
  const { file, errors } = parseFile(source);
  expect(errors).toEqual([]);
  const at = (literal: string) => text.indexOf(literal);
  const instance: Instance = {
    ...emptyInstance(new MemoryFiles([])),
    id: "x",
    files: [
      {
        path: "/w/x.cue",
        source,
        syntax: file,
        marks: new Map([
          [at('"hunter2,x"'), { names: ["password"] }],
          [at("17"), { names: ["number"] }],
          [at("'raw'"), { names: ["bytes"] }],
        ]),
      },
    ],
  };
  const runtime = new ProgramRuntime();
  // An engine that was there before the marked file.
  const engine = runtime.engine();
  expect(runtime.compile(instance).errors).toEqual([]);
  const root = runtime.root(instance);
  engine.finalize(root);
  const v = root.arc(runtime.labels.string("out"))!;
  expect(v.base?.tag, out).toBeDefined();
  return deepMarks(v, runtime.labels)?.names ?? [];
}

describe("marks of literals (SEC-7)", () => {
  test.each([
    ["secret"],
    ["db.password"],
    ["{db}"],
    ['"postgres://\\(secret)@host"'],
    ["'\\(secret)'"],
    ['secret + "!"'],
    ["2 * secret"],
    ["secret & string"],
    ['secret & =~"^hunter"'],
    ["secret & strings.MinRunes(3)"],
    ['"hunter2,x" & secret'],
    ['secret & "hunter2,x"'],
    ["*secret | string"],
    ['secret | *"hunter2,x"'],
    ['"hunter2,x" | secret'],
    ['secret & ("hunter2,x" | "other")'],
    ['strings.Join(["a", secret], ":")'],
    ['strings.Split(secret, ",")'],
    ['strings.Split(secret, ",")[1]'],
    ["strings.ToUpper(secret)"],
    ["base64.Encode(null, secret)"],
    ["base64.Decode(null, base64.Encode(null, secret))"],
    ["hex.Encode(sha256.Sum256(secret)[:5])"],
    ["json.Marshal(db)"],
    ["json.Unmarshal(json.Marshal(db)).user"],
    ["yaml.Marshal(db)"],
    ["yaml.Unmarshal(yaml.Marshal({a: [secret]})).a[0]"],
    ["len(secret)"],
    ['secret == "x"'],
    ['!(secret == "x")'],
    ['secret =~ "x"'],
    ['regexp.FindSubmatch("h(.)", secret)'],
    ["[for x in [secret] {x}]"],
    ["[for k, v in db if v == secret {v}]"],
    ["{for k, v in db {(k): v}}.password"],
    ["{let s = secret, a: s}"],
    ["{if true {a: secret}}"],
    ["list.Concat([[secret], []])"],
    ["list.SortStrings([secret])"],
    ["list.Repeat([secret], 2)"],
    ["[1, secret][1]"],
    ["[secret][0:1]"],
    ['list.Sort([secret, "a"], list.Ascending)'],
    ["#Open & {value: secret}"],
    ["close({a: secret})"],
    ["or([secret])"],
    ["and([secret])"],
  ])("%s", (out) => {
    expect(marksOf(out)).toEqual(["password"]);
  });

  test("numbers and bytes", () => {
    expect(marksOf("n + 1")).toEqual(["number"]);
    expect(marksOf("-n")).toEqual(["number"]);
    expect(marksOf("b[0:1]")).toEqual(["bytes"]);
    expect(marksOf('"\\(n)\\(secret)"')).toEqual(["number", "password"]);
  });

  test("nothing else is marked", () => {
    for (const out of [
      "db.user",
      '"hunter2,x"',
      "list.Concat([[secret], [db.user]])[1]",
      '"\\(db.user)"',
      "json.Marshal(db.user)",
      "{x: db}.x.user",
      "secret != _|_",
    ])
      expect(marksOf(out), out).toEqual([]);
  });
});
