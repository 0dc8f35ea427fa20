// What is made from a secret is secret in every tier (SEC-7).
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, COMPONENT, MODULE, leaksIn, opm, removeFolders } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const CONFIG = `note?: string\n\tnumber?: int\n\tmap?: [string]: _\n\tpw?: schemas.#Secret & {$secretName: "s", $dataKey: "k"}`;
const BASE: Files = {
  "module.cue": MODULE(CONFIG),
  "components.cue": COMPONENT("if #config.note != _|_ {args: [#config.note]}"),
  "values.cue": "package main\nvalues: {}\n",
};
const made = (line: string): string => `{\n\tpw: value: "${CANARY}"\n\t${line}\n}`;
const IMPORTS =
  'import (\n\t"strings"\n\t"encoding/hex"\n\t"crypto/sha256"\n)\n_u: [strings.MinRunes(1), hex.Encode(""), sha256.Sum256("")]\n';

/** By tier: the files, and the words that choose them. */
const TIERS: readonly (readonly [string, (line: string) => Files, readonly string[]])[] = [
  ["values.cue", (line) => ({ "values.cue": `package main\n${IMPORTS}values: ${made(line)}\n` }), []],
  ["a file of -f", (line) => ({ "v.cue": `${IMPORTS}values: ${made(line)}\n` }), ["-f", "v.cue"]],
  [
    "an environment",
    (line) => ({
      "e.cue": `package main\n${IMPORTS}environments: dev: {metadata: name: "dev", values: ${made(line)}}\n`,
    }),
    ["-e", "dev"],
  ],
  ["the platform", (line) => ({ "p.cue": `${IMPORTS}values: ${made(line)}\n` }), ["--platform", "p.cue"]],
];

describe.each(TIERS)("%s", (_, files, words) => {
  const run = (command: readonly string[], line: string) => opm([...command, ...words], { ...BASE, ...files(line) });

  test("a computed value is not shown, and refused where it would be readable", async () => {
    const upper = "note: strings.ToUpper(pw.value)";
    for (const format of ["yaml", "table", "cue"]) {
      const { exit, out, err } = await run(["values", "merge", ".", "-o", format], upper);
      expect(exit).toBe(0);
      expect(out).toContain("***");
      expect(leaksIn(out + err)).toEqual([]);
    }
    const built = await run(["mod", "build", "."], upper);
    expect({ exit: built.exit, out: built.out }).toEqual({ exit: 2, out: "" });
    expect(built.err).toContain("OPM5011");
    expect(leaksIn(built.err)).toEqual([]);
  });

  test.each([
    ["hashed", "note: hex.Encode(sha256.Sum256(pw.value))"],
    ["sliced", "note: strings.SliceRunes(pw.value, 2, 14)"],
    ["chosen by it", `note: {"${CANARY}": "one", b: "two"}[pw.value]`],
    ["a number", "number: len(pw.value)"],
  ])("%s", async (__, line) => {
    const { out } = await run(["values", "merge", ".", "-o", "json"], line);
    const { note, number } = JSON.parse(out) as { note?: string; number?: string };
    expect(note ?? number).toBe("***");
  });

  test("a name is refused", async () => {
    const ran = await run(["values", "merge", "."], "map: (strings.ToUpper(pw.value)): 1");
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("in the name of a field");
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });
});

test("an author's rule keeps its words, without the secret", async () => {
  const config = `${CONFIG}\n\tcheck?: string\n\tif pw != _|_ {check: error("a password must not be \\(strings.ToUpper(pw.value))")}`;
  const ran = await opm(["mod", "vet", "."], {
    ...BASE,
    "module.cue": MODULE(config).replace("import (", 'import (\n\t"strings"'),
    "values.cue": `package main\nvalues: pw: value: "${CANARY}"\n`,
  });
  expect(ran.err).toContain("a password must not be ***");
  expect(leaksIn(ran.err)).toEqual([]);
});

test("a mask does not tell how long the secret is", async () => {
  const shown = async (secret: string): Promise<string> =>
    (
      await opm(["mod", "vet", "."], {
        ...BASE,
        "values.cue": `package main\nvalues: pw: {value: ${JSON.stringify(secret)}, source: 5}\n`,
      })
    ).err.replaceAll(/values\.cue:\d+:\d+/g, "PLACE");
  expect(await shown("long-enough-1")).toBe(await shown("long-enough-to-see-a-difference-1"));
});

test("what an environment makes of its secrets is shown by none of its commands", async () => {
  const environment = (line: string): Files => ({
    ...BASE,
    "e.cue": `package main\n${IMPORTS}environments: {\n\tdev: {metadata: name: "dev", values: ${made(line)}}\n\tqa: metadata: name: "qa"\n}\n`,
  });
  for (const words of [
    ["env", "show", "dev", "."],
    ["env", "show", "dev", ".", "-o", "json"],
    ["env", "diff", "dev", "qa", "."],
    ["env", "diff", "dev", "qa", ".", "-o", "yaml"],
  ]) {
    const shown = await opm(
      words,
      environment("map: a: [strings.ToUpper(pw.value), strings.SliceRunes(pw.value, 2, 14)]"),
    );
    expect(shown.exit).toBe(0);
    expect(shown.out).toContain("***");
    expect(leaksIn(shown.out + shown.err)).toEqual([]);
    const named = await opm(words, environment("map: (strings.ToUpper(pw.value)): 1"));
    expect(named.exit).toBe(2);
    expect(named.err).toContain("in the name of a field");
    expect(leaksIn(named.out + named.err)).toEqual([]);
  }
});

test.each([
  ["a key", 'spec: configMaps: c: data: (strings.ToUpper(#config.pw.value)): "b"'],
  ["an object", 'spec: configMaps: (strings.ToLower(#config.pw.value)): data: a: "b"'],
  ["a variable", 'spec: container: env: (strings.ToUpper(#config.pw.value)): value: "x"'],
])("no name in a component is made of a secret: %s", async (_, line) => {
  const { exit, out, err } = await opm(["mod", "build", "."], {
    ...BASE,
    "values.cue": `package main\nvalues: pw: value: "${CANARY}"\n`,
    "components.cue": COMPONENT("", `config_resources.#ConfigMaps\n\t${line}`, '"strings"'),
  });
  expect({ exit, out }).toEqual({ exit: 2, out: "" });
  expect(err).toContain("OPM5011");
  expect(leaksIn(err)).toEqual([]);
});
