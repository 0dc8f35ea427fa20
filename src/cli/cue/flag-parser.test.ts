import { describe, expect, test } from "vitest";
import { parseFlags } from "./flag-parser.ts";
import type { FlagSpec } from "./flag-parser.ts";

const specs: readonly FlagSpec[] = [
  { name: "concrete", short: "c", type: "bool", summary: "" },
  { name: "all", short: "a", type: "bool", summary: "" },
  { name: "outfile", short: "o", type: "string", summary: "" },
  { name: "expression", short: "e", type: "array", summary: "" },
  { name: "merge", type: "bool", summary: "" },
];

function parse(line: string) {
  const r = parseFlags(
    line.split(" ").filter((w) => w !== ""),
    specs,
  );
  if (typeof r === "string") return r;
  const { flags, args } = r;
  return {
    args,
    c: flags.bool("concrete"),
    a: flags.bool("all"),
    o: flags.string("outfile"),
    e: flags.array("expression"),
    m: flags.bool("merge", true),
  };
}

const none = { args: [], c: false, a: false, o: "", e: [], m: true };

describe("flags as the cue tool reads them (CUE-2)", () => {
  test.each([
    ["", none],
    ["x -c y", { ...none, args: ["x", "y"], c: true }],
    ["-ca", { ...none, c: true, a: true }],
    ["-caoout x", { ...none, c: true, a: true, o: "out", args: ["x"] }],
    ["-o=out", { ...none, o: "out" }],
    ["-o out -o last", { ...none, o: "last" }],
    ["-e a -eb --expression=c --expression d", { ...none, e: ["a", "b", "c", "d"] }],
    ["-c=false --merge=0", { ...none, m: false }],
    ["--concrete -- -a -", { ...none, c: true, args: ["-a", "-"] }],
    ["-", { ...none, args: ["-"] }],
    ["-out", { ...none, o: "ut" }],
  ])("%s", (line, want) => expect(parse(line)).toEqual(want));

  test.each([
    ["--nope", "unknown flag: --nope"],
    ["-cz", "unknown shorthand flag: 'z' in -z"],
    ["-o", "flag needs an argument: 'o' in -o"],
    ["--outfile", "flag needs an argument: --outfile"],
    ["---x", "bad flag syntax: ---x"],
    [
      "-c=maybe",
      'invalid argument "maybe" for "-c, --concrete" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
  ])("%s is refused", (line, want) => expect(parse(line)).toBe(want));
});
