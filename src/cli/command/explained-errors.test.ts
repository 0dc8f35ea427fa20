// Errors that help, in every command that reads a module; and none of them shows a secret (CUE-5, SEC-7).
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, COMPONENT, MODULE, leaksIn, opm, removeFolders } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const PLAIN = `
	size: *1 | int & <=10
	tier: "gold" | "silver" | "bronze"
	store: {kind: "disk", path: string} | {kind: "bucket", region: string}
	host: string
`;
const module = (values: string, body = 'env: HOST: value: "\\(#config.host)"'): Files => ({
  "module.cue": MODULE(PLAIN),
  "components.cue": COMPONENT(body),
  "values.cue": `package main\nvalues: {${values}}\n`,
});
const good = 'host: "h", tier: "gold", store: {kind: "disk", path: "/"}';

describe.each([
  ["mod vet", ["mod", "vet", "."]],
  ["mod eval", ["mod", "eval", "."]],
  ["values validate", ["values", "validate", "."]],
])("%s", (_, words) => {
  test("a failed disjunction tells the closest branch, and why the others fell", async () => {
    const ran = await opm(words, module('host: "h", tier: "gold", store: {kind: "bucket", region: 7}'));
    expect(ran.exit).not.toBe(0);
    expect(ran.err).toContain(
      "error[OPM2101]: conflicting values 7 and string (mismatched types int and string)\n  at values.store.region\n",
    );
    expect(ran.err).toMatch(/values\.cue:2:\d+ says 7\n/);
    expect(ran.err).toMatch(/module\.cue:\d+:\d+ requires string\n/);
    expect(ran.err).toContain('note: branch 2 of 2, {kind: "bucket", region: string}, came closest\n');
    expect(ran.err).toContain('note: branch 1, {kind: "disk", path: string}, fell: kind: conflicting values "');
    expect(ran.err).not.toContain("empty disjunction");
  });

  test("one of several words that is nearly right", async () => {
    const ran = await opm(words, module(good.replace("gold", "sliver")));
    expect(ran.err).toContain('note: it is none of "gold", "silver", "bronze"\n');
    expect(ran.err).toContain('hint: did you mean "silver"?\n');
  });
});

describe("components", () => {
  test("a refused field names what closes the struct, and the field that was meant", async () => {
    const ran = await opm(["mod", "vet", "."], module(good, "ports: http: tragetPort: 80"));
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain(
      "error[OPM2104]: field not allowed\n  at components.web.spec.container.ports.http.tragetPort\n",
    );
    expect(ran.err).toMatch(/note: #\w+ closes the struct; it allows .*targetPort/);
    expect(ran.err).toContain("hint: did you mean targetPort?\n");
  });

  test("an incomplete value tells which input would complete it", async () => {
    const files = module(good, 'env: A: value: "\\(_name)-x"');
    const ran = await opm(["mod", "vet", "."], {
      ...files,
      "components.cue": `${files["components.cue"]}\n_name: string\n`,
    });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("note: it needs _name, which is string\n");
    expect(ran.err).toMatch(/components\.cue:\d+:8 _name is declared here\n/);
    expect(ran.err).toContain("hint: give _name a value\n");
  });
});

describe("secrets", () => {
  const branches = (first: string, second: string): string =>
    MODULE(`
	db: {kind: "own", host: string, password: schemas.#Secret & {$secretName: "db", $dataKey: "p"${first}}} |
		{kind: "far", url: string, token: schemas.#Secret & {$secretName: "db", $dataKey: "t"${second}}}
`);
  const commands = [
    ["mod", "vet", "."],
    ["mod", "eval", ".", "--diagnostics", "json"],
    ["values", "validate", "."],
  ];
  const cases: Record<string, Files> = {
    "in the schema's branch that came closest": {
      "module.cue": branches(`, value: "${CANARY}"`, ""),
      "values.cue": 'package main\nvalues: db: {kind: "own", host: 7}\n',
    },
    "in the schema's branch that fell": {
      "module.cue": branches("", `, value: "${CANARY}"`),
      "values.cue": 'package main\nvalues: db: {kind: "own", host: 7, password: value: "other-secret-99"}\n',
    },
    "in both branches, through a hidden field and a default": {
      "module.cue": `${branches(", value: _pw", `, value: *"${CANARY}" | string`)}\n_pw: "${CANARY}"\n`,
      "values.cue": 'package main\nvalues: db: {kind: "own", host: 7, password: value: "other-secret-99"}\n',
    },
    "given for a branch that fell": {
      "module.cue": branches("", ""),
      "values.cue": `package main\nvalues: db: {kind: "own", host: "h", password: value: "${CANARY}", token: value: "${CANARY}"}\n`,
    },
    "given, and against a bound": {
      "module.cue": branches(', value: =~"^sk_"', ""),
      "values.cue": `package main\nvalues: db: {kind: "own", host: 7, password: value: "${CANARY}"}\n`,
    },
    "given in the place of the whole disjunction": {
      "module.cue": branches("", ""),
      "values.cue": `package main\nvalues: db: password: "${CANARY}"\n`,
    },
  };
  test.each(Object.entries(cases))("%s", async (_, files) => {
    for (const words of commands) {
      const ran = await opm(words, { "components.cue": COMPONENT(""), ...files });
      if (words[1] !== "validate") expect(ran.exit).not.toBe(0);
      expect(leaksIn(ran.out + ran.err), `${words.join(" ")}\n${ran.err}`).toEqual([]);
      expect(ran.err).not.toContain("other-secret-99");
    }
  });

  test("however short it is", async () => {
    const ran = await opm(["mod", "vet", "."], {
      "module.cue": branches(', value: "qz7"', ""),
      "components.cue": COMPONENT(""),
      "values.cue": 'package main\nvalues: db: {kind: "own", host: 7, password: value: "jx4"}\n',
    });
    expect(ran.err).toContain("values.cue:2");
    expect(ran.err).not.toMatch(/qz7|jx4/);
  });
});
