// The commands about values in every format, for one release and for several (VAL-5).
import { dump, load, loadAll } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { createContext } from "../../cue/index.ts";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const FOLDER = "examples/environments";

/** What a program would read. */
function parsed(text: string, format: string): unknown {
  if (format === "json") return JSON.parse(text);
  if (format === "yaml") return load(text);
  const json = createContext().compile(text).toJson();
  if (!json.ok) throw new Error(text);
  return JSON.parse(json.value);
}

const COMMANDS = [
  "values inspect",
  "values explain replicas",
  "values merge",
  "values validate",
  "values check",
  "values diff staging prod-eu",
  "env list",
  "env list --plan",
  "env show prod-eu",
  "env diff staging prod-eu",
] as const;

describe("each format says the same", () => {
  test.each(COMMANDS)("%s", async (command) => {
    const { exit, out: json } = await opm(`${command} ${FOLDER} -o json`);
    expect(exit).toBe(0);
    const yaml = await opm(`${command} ${FOLDER} -o yaml`);
    expect(parsed(yaml.out, "yaml")).toEqual(parsed(json, "json"));
    const cue = await opm(`${command} ${FOLDER} -o cue`);
    expect(cue.exit).toBe(0);
    // Values as CUE are a values file.
    if (command === "values inspect") expect(parsed(cue.out, "cue")).toHaveProperty("values.replicas", 1);
    else if (command === "values merge") expect(parsed(cue.out, "cue")).toEqual({ values: parsed(json, "json") });
    else expect(parsed(cue.out, "cue")).toEqual(parsed(json, "json"));
  });

  test.each(["inspect", "explain replicas", "merge", "validate"])(
    "several environments are one document: values %s",
    async (command) => {
      const { out } = await opm(`values ${command} ${FOLDER} -e dev -e staging -o json`);
      expect(JSON.parse(out)).toMatchObject([{ release: "dev" }, { release: "staging" }]);
      const cue = await opm(`values ${command} ${FOLDER} -e dev -e staging -o cue`);
      expect(() => parsed(cue.out, "cue")).not.toThrow();
    },
  );

  test("merge of several environments is a stream of YAML", async () => {
    const { out } = await opm(`values merge ${FOLDER} -e dev -e staging`);
    expect(loadAll(out)).toMatchObject([{ logLevel: "debug" }, { replicas: 2 }]);
  });

  test("values are data, whole and of their kind", async () => {
    const long = "x".repeat(200);
    const file = folderWith({ "v.yaml": dump({ image: long, replicas: 7 }) });
    const { out } = await opm(`values inspect ${FOLDER} -f ${file}/v.yaml -o json`);
    const rows = JSON.parse(out) as { path: string; value: unknown }[];
    expect(rows.find(({ path }) => path === "image")?.value).toBe(long);
    expect(rows.find(({ path }) => path === "replicas")).toMatchObject({ value: 7, tier: "user" });
    const { out: diff } = await opm(`values diff staging ${file}/v.yaml ${FOLDER} -o json`);
    expect(JSON.parse(diff)).toContainEqual(expect.objectContaining({ path: "replicas", before: 2, after: 7 }));
  });

  test("no environments are an empty list", async () => {
    expect(await opm("env list examples/hello -o json")).toMatchObject({ exit: 0, out: "[]\n" });
  });

  test("what is wrong is data too, and exit code 2", async () => {
    const { exit, out, err } = await opm(`values validate ${FOLDER} --set replicas=many -o json`);
    expect(exit).toBe(2);
    expect(JSON.parse(out)).toMatchObject([
      { module: "environments", valid: false, diagnostics: [{ path: "values.replicas", severity: "error" }] },
    ]);
    expect(err).toContain("--set:1:10");
    const table = await opm(`values check ${FOLDER} --set replicas=many -o table`);
    expect(table.exit).toBe(2);
    expect(table.out).toMatch(/environments +no +1/);
  });
});

describe("releases and bundles of a package", () => {
  test("explain an instance down to the module's default", async () => {
    const { exit, out } = await opm("values explain logLevel examples/bundle --release shopRelease.api");
    expect(exit).toBe(0);
    expect(out.split("\n").map((line) => line.replaceAll(/ +/g, " "))).toEqual([
      "logLevel",
      '● "info" release shopRelease.api examples/bundle/bundle.cue:32:15',
      '└ "info" module default examples/bundle/modules/api.cue:19:13',
      "",
    ]);
  });

  test("all of them, or those of one bundle", async () => {
    const { out } = await opm("values inspect examples/bundle");
    expect(out.match(/^# .*/gm)).toEqual(["# shopRelease.api", "# shopRelease.web", "# staging/apiRelease"]);
    const { out: some } = await opm("values inspect examples/bundle --release shopRelease");
    expect(some.match(/^# .*/gm)).toEqual(["# shopRelease.api", "# shopRelease.web"]);
    expect((await opm("values validate examples/bundle")).out.split("\n")).toHaveLength(4);
    expect((await opm("values check examples/bundle")).exit).toBe(0);
  });

  test("two releases differ field by field", async () => {
    const { out } = await opm("values diff shopRelease.api apiRelease examples/bundle");
    expect(out).toMatch(/^~ image: "[^"]*:2025.11" → "[^"]*:2025.12-rc1"/);
    const { exit, err } = await opm("values diff staging apiRelease examples/bundle");
    expect(exit).toBe(2);
    expect(err).toContain("--release NAME says which");
  });

  test("a name that is none, with the nearest", async () => {
    const { exit, err } = await opm("values merge examples/bundle --release shopRelease.apy");
    expect(exit).toBe(5);
    expect(err).toContain("did you mean shopRelease.api?");
    expect((await opm(`values merge ${copyOf("hello")} --release other`)).exit).toBe(5);
  });
});
