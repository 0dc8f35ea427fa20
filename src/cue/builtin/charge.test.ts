// Each kind of program that asks a builtin for more than there is: ended by a limit that is named, in few steps.
import { describe, expect, test } from "vitest";
import { createContext } from "../index.ts";

const limits = { steps: 300_000, values: 20_000, bytes: 1 << 20 };
const reason = (body: string, ...packages: string[]): unknown =>
  createContext({ limits })
    .compile(`${packages.map((name) => `import "${name}"\n`).join("")}x: ${body}\n`, { filename: "x.cue" })
    .validate()[0]?.reason.kind;

describe("sizes are charged before anything is made", () => {
  test.each([
    ["list.Range(0, 1000000000, 1)", "list"],
    ["list.Range(0, 1, 0.000000001)", "list"],
    ["list.Repeat([1, 2], 1000000)", "list"],
    ["list.FlattenN([for i in list.Range(0, 200, 1) {list.Range(0, 200, 1)}], 3)", "list"],
    ["list.Concat([for i in list.Range(0, 200, 1) {list.Range(0, 200, 1)}])", "list"],
    ["list.Sort(list.Range(0, 15000, 1), {x: _, y: _, less: true})", "list"],
    ['strings.Repeat("abc", 1000000)', "strings"],
    ['strings.Split(strings.Repeat("a", 500000), "")', "strings"],
    ['strings.Replace(strings.Repeat("a", 100000), "a", "aaaaaaaaaaaaaaaaaaaa", -1)', "strings"],
    ['strings.Fields(strings.Repeat("a ", 100000))', "strings"],
    ["bits.Set(0, 1000000000000, 1)", "math/bits"],
    ["bits.Lsh(1, 16000000)", "math/bits"],
    ['strconv.Atoi(strings.Repeat("9", 1000000))', "strconv", "strings"],
    ["strconv.FormatFloat(1, 102, 100000000, 64)", "strconv"],
    ['regexp.FindAll("a", strings.Repeat("a", 100000), -1)', "regexp", "strings"],
    ['regexp.ReplaceAll("a", strings.Repeat("a", 10000), strings.Repeat("b", 1000))', "regexp", "strings"],
    ['regexp.Match("(a{1,30}){1,30}b", strings.Repeat("a", 100000))', "regexp", "strings"],
    [
      'template.Execute("{{range .}}{{range $}}{{range $}}x{{end}}{{end}}{{end}}", list.Range(0, 300, 1))',
      "text/template",
      "list",
    ],
    ['template.Execute("{{range 1000000000}}{{end}}", 1)', "text/template"],
    ['json.Unmarshal("[" + strings.Repeat("1,", 100000) + "1]")', "encoding/json", "strings"],
    ['yaml.Unmarshal(strings.Repeat("- a\\n", 100000))', "encoding/yaml", "strings"],
    [
      'json.Indent("[" + strings.Repeat("[],", 1000) + "1]", strings.Repeat(" ", 5000), "")',
      "encoding/json",
      "strings",
    ],
  ])("%s", (body, ...packages) => expect(reason(body, ...packages)).toBe("limit"));

  test("moderate sizes are as ever", () => {
    for (const [body, ...packages] of [
      ["len(list.Range(0, 5000, 1))", "list"],
      ['len(strings.Repeat("abc", 100000))', "strings"],
      ['strconv.Atoi(strings.Repeat("9", 1000))', "strconv", "strings"],
      ['regexp.Match("^(a|aa)+$", strings.Repeat("a", 5000))', "regexp", "strings"],
      ["bits.Set(0, 1000, 1)", "math/bits"],
    ])
      expect(reason(body!, ...packages)).toBeUndefined();
  });
});

describe("export draws on the limits too", () => {
  const doubled = `a0: "x"\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: {l: a${i}, r: a${i}}\n`).join("")}`;

  test.each(["toJson", "toYaml", "toToml"] as const)("%s of structs that double", (form) => {
    const result = createContext({ limits }).compile(doubled)[form]();
    expect(result.ok).toBe(false);
    expect(!result.ok && result.errors[0]?.reason.kind).toBe("limit");
  });
});
