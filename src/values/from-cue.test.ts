import { describe, expect, test } from "vitest";
import { createContext } from "../cue/index.ts";
import { placeText } from "../source/index.ts";
import { viewAt } from "./cue-view.ts";
import type { CueView } from "./cue-view.ts";
import { environmentsFromCue, resolveEnvironment } from "./environment-from-cue.ts";
import { computedValues } from "./evaluate-values.ts";
import { explain } from "./explain.ts";
import { schemaDefaults, schemaShape, secretPathTest, secretSlots, valuesFromCue } from "./from-cue.ts";
import { layerValues } from "./layers.ts";
import type { Layers } from "./layers.ts";
import { toPlain } from "./plain.ts";
import type { Path } from "./path.ts";
import { readValues } from "./read-values.ts";
import type { EvaluateValues } from "./read-values.ts";
import { literalSecrets, missingSecrets } from "./secret-rules.ts";
import { secretStatus } from "./secret-status.ts";
import type { Tier } from "./tier.ts";
import { unknownFields } from "./unknown-fields.ts";
import { validateValues } from "./validate-values.ts";
import { viewOf } from "./value-view.ts";
import { sourceTree } from "./source-tree.ts";

function evaluate(text: string): CueView {
  const value = createContext().compile(text, { filename: "/w/m.cue" });
  expect(value.isBroken).toBe(false);
  return viewOf(value);
}

const MODULE = `
#Secret: #Literal | #Ref
#Literal: {$opm: "secret", $secretName!: string, $dataKey!: string, value!: string}
#Ref: {$opm: "secret", $secretName!: string, $dataKey!: string, source!: *"k8s" | "k8s-eso", path!: string, remoteKey!: string}

#config: {
	image:    string
	replicas: *1 | int & >=1
	logLevel: "debug" | *"info" | "warn"
	db: {
		host: string
		port: *5432 | int
		// Password of the application's user.
		password: #Secret & {$secretName: "db", $dataKey: "pw"}
	}
	list: [...string] | *["a"]
	extra?: [string]: int
}
`;

describe("a module's #config", () => {
  const schema = viewAt(evaluate(MODULE), ["#config"])!;
  const place = schema.places[0]!;

  test("gives the lowest tier (VAL-1)", () => {
    const defaults = schemaDefaults(schema, place)!;
    expect(JSON.stringify(toPlain(defaults))).toBe('{"replicas":1,"logLevel":"info","db":{"port":5432},"list":["a"]}');
    const user = readValues({ name: "u.yaml", text: "replicas: 3\n" }, { tier: "user" }).value!;
    const steps = explain(layerValues({ defaults, user: [user] }).value!, ["replicas"])!.steps;
    expect(steps.map((s) => [s.source, s.value, placeText(s.place)])).toEqual([
      ["values file", "3", "u.yaml:1:11"],
      ["module default", "1", expect.stringMatching(/m\.cue:8:12$/)],
    ]);
  });

  test("gives the names for hints (ENV-4)", () => {
    const root = readValues(
      { name: "u.yaml", text: "imag: x\ndb: {hst: y, password: {value: z}}\nextra: {anything: 1}\n" },
      { tier: "user" },
    ).value!;
    expect(unknownFields(root, schemaShape(schema)).map((d) => [d.path, d.hint])).toEqual([
      ["imag", "did you mean image?"],
      ["db.hst", "did you mean host?"],
    ]);
  });

  test("tells its secrets (SEC-6)", () => {
    const slots = secretSlots(schema);
    expect(slots).toMatchObject([
      { path: ["db", "password"], secretName: "db", dataKey: "pw", doc: "Password of the application's user." },
    ]);
    const hidden = secretPathTest(slots);
    expect([hidden(["db", "password", "value"]), hidden(["db", "host"]), hidden(["db"])]).toEqual([true, false, false]);
  });
});

test("evaluated values: references resolved, defaults open, concrete values locked (VAL-4)", () => {
  const view = evaluate(
    '_base: 2\nvalues: {\n\treplicas: _base * 2\n\tlevel: *"info" | string\n\tfor n in ["x", "y"] {(n): true}\n\tlist: [1, "two"]\n\tlimit: <=10\n}\n',
  );
  const root = valuesFromCue(viewAt(view, ["values"])!, { tier: "platform", place: view.places[0]! });
  expect(toPlain(root)).toEqual({ replicas: 4, level: "info", x: true, y: true, list: [1, "two"], limit: "<=10" });
  const over = (text: string) =>
    layerValues({ platform: [root], user: [readValues({ name: "u.cue", text }, { tier: "user" }).value!] });
  expect(over('level: "debug", limit: 3').diagnostics).toEqual([]);
  const broken = over("replicas: 5").diagnostics;
  expect(broken.map((d) => d.message)).toEqual(["replicas is locked by the platform: 4 cannot be changed to 5"]);
  expect(placeText(broken[0]!.places![1]!)).toMatch(/m\.cue:3:12$/);
});

test("missing and literal secrets (SEC-9)", () => {
  const slots = secretSlots(viewAt(evaluate(MODULE), ["#config"])!);
  const given = (text: string) => secretStatus(slots, readValues({ name: "u.yaml", text }, { tier: "user" }).value!);
  expect(missingSecrets(slots, given("db: {host: h}"))).toMatchObject([
    {
      message: "the secret db.password has no value",
      notes: ["Password of the application's user."],
      places: [{ label: "asked for here" }],
    },
  ]);
  expect(literalSecrets(given("db: {password: {value: canary}}"), "warning")).toMatchObject([
    {
      severity: "warning",
      message: "db.password is a secret with a literal value",
      places: [{ label: "set by the values file" }],
    },
  ]);
  expect(literalSecrets(given("db: {password: {source: k8s, path: a, remoteKey: b}}"), "error")).toEqual([]);
});

describe("validation against #config (VAL-8, ENV-4)", () => {
  function validate(layers: Layers, complete = true) {
    const tree = layerValues(layers).value!;
    const root = createContext().compile(`package main\n${MODULE}\nvalues: #config\n`, { filename: "/w/module.cue" });
    const schema = viewAt(viewOf(root), ["#config"])!;
    const secrets = secretSlots(schema);
    const values = root.field("#config")!.meet(sourceTree(tree).tree, "values");
    const found = validateValues(values, { tree, schema, complete, secrets });
    return found.map((d) => [
      d.path,
      d.message,
      placeText(d.places![0]!).replace("/w/", ""),
      ...(d.hint === undefined ? [] : [d.hint]),
    ]);
  }
  const yaml = (text: string, tier: Tier = "user", name = "u.yaml") => readValues({ name, text }, { tier }).value!;
  const good = "image: x\ndb: {host: h, password: {value: long-enough-secret}}\n";

  test("good values pass", () => {
    expect(validate({ user: [yaml(good)] })).toEqual([]);
    expect(
      validate({ user: [yaml("image: x\ndb: {host: h, password: {source: k8s, path: p, remoteKey: k}}\n")] }),
    ).toEqual([]);
  });

  test("scenario E: a wrong type in an environment cites the environment's own line (ENV-7)", () => {
    const environment = readValues(
      { name: "envs.cue", text: 'values: {\n\treplicas: "three"\n}\n' },
      { tier: "environment", source: "prod" },
    ).value!;
    const found = validate({ user: [yaml(good)], environment }, false);
    expect(found.length).toBeGreaterThan(0);
    for (const [path, message, place] of found) {
      expect(path).toBe("values.replicas");
      expect(message).toMatch(/conflicting values|errors in empty disjunction|invalid value/);
      expect(place).toBe("envs.cue:2:12");
    }
  });

  test("what is missing is found only when values must be complete", () => {
    expect(validate({ user: [yaml("replicas: 2\n")] }, false)).toEqual([]);
    expect(validate({ user: [yaml("replicas: 2\n")] }).find(([path]) => path === "values.image")).toEqual([
      "values.image",
      "incomplete value string",
      "module.cue:8:12",
      "give values.image a value",
    ]);
  });

  test("an unknown field is shown where it was written", () => {
    const found = validate({ user: [yaml(`${good}bogus: 1\n`)] });
    expect(found).toEqual([["values.bogus", "the module has no field bogus", "u.yaml:3:1"]]);
  });

  test("a secret's text is not in the message", () => {
    const found = validate({ user: [yaml("image: x\ndb: {host: h, password: canary-secret}\n")] });
    expect(found.length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toContain("canary");
    expect(found[0]![3]).toContain("write {value: …}");
  });
});

test("environments with what they inherit (ENV-8)", () => {
  const view = evaluate(`
#Open: {[string]: #Open | [...] | number | string | bool | null, ...}
#Environment: {metadata: {name!: string, labels?: [string]: string}, extends?: string, abstract?: bool, namespace?: string, cluster?: {kubeContext!: string}, rollout?: {order?: int, approval?: bool}, values?: #Open}
environments: [string]: #Environment
environments: {
	production: {
		metadata: {name: "production", labels: tier: "high"}
		abstract:  true
		namespace: "app"
		rollout: {order: 2, approval: true}
		values: {replicas: 5, database: pool: 20}
	}
	"prod-eu": {
		extends: "production"
		metadata: {name: "prod-eu", labels: region: "eu"}
		cluster: kubeContext: "eu-1"
		rollout: order: 3
		values: {
			database: host: "db.eu"
		}
	}
}
`);
  const known = environmentsFromCue(viewAt(view, ["environments"])!, view.places[0]!);
  const eu = resolveEnvironment("prod-eu", known).value!;
  expect(eu).toMatchObject({
    name: "prod-eu",
    abstract: false,
    namespace: "app",
    cluster: { kubeContext: "eu-1" },
    rollout: { order: 3, approval: true },
  });
  expect([...eu.labels]).toEqual([
    ["tier", "high"],
    ["region", "eu"],
  ]);
  expect(toPlain(eu.values!)).toEqual({ replicas: 5, database: { pool: 20, host: "db.eu" } });
  const steps = (path: string[]) =>
    explain(eu.values!, path)!.steps.map((s) => [s.source, placeText(s.place).replace("/w/", "")]);
  expect(steps(["replicas"])).toEqual([["environment production", "m.cue:11:22"]]);
  expect(steps(["database", "host"])).toEqual([["environment prod-eu", "m.cue:19:20"]]);
});

test("a values file with references is evaluated, and keeps its tags (VAL-3, SEC-3)", () => {
  const text =
    'import "strings"\n\n_name: "web"\nvalues: {\n\tname: strings.ToUpper(_name)\n\tlimits: requests\n\trequests: cpu: "1"\n\tpw: _ @env(PW)\n}\n';
  const evaluate_: EvaluateValues = (file, context) => {
    const root = evaluate(file.text);
    const at = (path: Path): CueView | undefined =>
      path.reduce<CueView | undefined>(
        (view, step) => (typeof step === "string" ? view?.field(step) : view?.items()[step]),
        root,
      );
    return { value: computedValues({ at }, context), diagnostics: [] };
  };
  const result = readValues({ name: "m.cue", text }, { tier: "user", evaluate: evaluate_ });
  expect(result.diagnostics).toEqual([]);
  expect(toPlain(result.value!)).toEqual({ name: "WEB", limits: { cpu: "1" }, requests: { cpu: "1" }, pw: "@env(PW)" });
  const list = readValues(
    { name: "m.cue", text: "a: 1\nb: a\nc: [{k: _ @env(X)}]\n" },
    { tier: "user", evaluate: evaluate_ },
  );
  expect(toPlain(list.value!)).toEqual({ a: 1, b: 1, c: [{ k: "@env(X)" }] });
  const broken = readValues({ name: "m.cue", text: "a: 1\nb: a & 2\n" }, { tier: "user", evaluate: evaluate_ });
  expect(broken.value).toBeUndefined();
  expect(broken.diagnostics[0]!.message).toContain("conflicting values");
});
