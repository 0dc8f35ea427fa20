import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { packCatalog } from "../../tool/catalog-pack.mjs";
import { Engine } from "./engine.ts";
import { plainTera } from "./plain-tera.ts";
import type { Project } from "./project.ts";

const root = join(import.meta.dirname, "../..");

function projectOf(folder: string): Project {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    if (/\.(?:cue|ya?ml|json|toml)$/.test(name))
      files[`/${folder}/${name}`] = readFileSync(join(root, folder, name), "utf8");
  return { files, path: `/${folder}`, values: [], sets: [], tags: [] };
}

/** The examples' manifests show the secrets, which are no secrets; the page never does. */
function masked(yaml: string): string {
  return yaml
    .split("---\n")
    .map((text) =>
      text.includes("\nkind: Secret\n")
        ? text.replace(/^data:\n(?: {2}.*\n)+/m, (data) => data.replaceAll(/^( {2}\S+:) .*$/gm, "$1 '***'"))
        : text,
    )
    .join("---\n");
}

const engine = new Engine(() => performance.now());
const catalog = packCatalog(join(root, "catalog")).pack;
const open = (project: Project) => engine.answer<"open">({ ask: "open", project });

beforeAll(() => engine.answer<"start">({ ask: "start", catalog: new Uint8Array(catalog).buffer }));

describe("PAGE-2: the engine of the page answers as the command line does", () => {
  for (const name of ["hello", "blog", "stateful", "worker", "secrets", "every-trait", "multi-tier", "values-layering"])
    test(`examples/${name}`, async () => {
      const picture = await open(projectOf(`examples/${name}`));
      expect(picture.releases[0]!.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
      const golden = readFileSync(join(root, "examples", name, "manifests.yaml"), "utf8");
      expect(picture.releases[0]!.objects.map(({ yaml }) => yaml).join("---\n")).toBe(masked(golden));
    });
});

test("PAGE-1: a field goes back to the line that set it, and a value forward to every field", async () => {
  const project = projectOf("examples/hello");
  const picture = await open({ ...project, sets: [{ kind: "set", argument: "replicas=3" }] });
  const value = picture.releases[0]!.values.find(({ path }) => path === "replicas")!;
  expect(value.steps.map(({ tier, value: text }) => [tier, text])).toEqual([
    ["set", "3"],
    ["default", "2"],
  ]);
  const { origins } = await engine.answer<"explain">({
    ask: "explain",
    release: "hello",
    object: "Deployment/default/web",
    paths: [["spec", "replicas"]],
  });
  expect(origins[0]!.map(({ what }) => what)).toContain("value");
  const reached = await engine.answer<"reach">({ ask: "reach", release: "hello", value: "replicas" });
  expect(reached).toContainEqual({ object: "Deployment/default/web", path: ["spec", "replicas"] });
});

// PAGE-5: what is remembered of earlier renders changes nothing but the time.
test("after any edits the manifests are those of a first render", async () => {
  const project = projectOf("examples/multi-tier");
  const paths = (await open(project)).form.filter(({ kind }) => kind === "number").map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  const shown = (picture: Awaited<ReturnType<typeof open>>) =>
    picture.releases.map(({ objects, diagnostics }) => [
      objects.map(({ yaml }) => yaml),
      diagnostics.map((d) => d.code),
    ]);
  const edit = fc.record({ path: fc.constantFrom(...paths), value: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let last: Project = project;
      for (const { path, value } of edits) {
        const sets = [...last.sets, { kind: "set" as const, argument: `${path}=${value}` }];
        await open((last = { ...last, sets }));
      }
      const fresh = new Engine(() => performance.now());
      await fresh.answer<"start">({ ask: "start", catalog: new Uint8Array(catalog).buffer });
      expect(shown(await open(last))).toEqual(shown(await fresh.answer<"open">({ ask: "open", project: last })));
    }),
    { numRuns: 2 },
  );
});

test("a module of a registry is rendered from what was read of it", async () => {
  const hello = projectOf("examples/hello");
  const file = "/examples/hello/cue.mod/module.cue";
  const needs = hello.files[file]!.replace("deps: {", 'deps: {\n\t"example.com/words@v0": v: "v0.1.0"');
  const use =
    'package main\n\nimport "example.com/words@v0:words"\n\n#components: web: spec: container: env: WORDS: value: words.hello\n';
  const files = { ...hello.files, [file]: needs, "/examples/hello/words.cue": use };
  const without = await open({ ...hello, files });
  expect(without.diagnostics.map(({ message }) => message).join("\n")).toContain("example.com/words");
  const module = 'module: "example.com/words@v0"\nlanguage: version: "v0.15.0"\n';
  const words = { module, files: { "words.cue": 'package words\n\nhello: "from another module"\n' } };
  const picture = await open({ ...hello, files, modules: { "example.com/words@v0.1.0": words } });
  expect(picture.releases[0]!.objects.map(({ yaml }) => yaml).join("")).toContain("from another module");
});

test("bundles: every instance is a release, wave by wave", async () => {
  const picture = await open(projectOf("examples/bundle"));
  expect(picture.kind).toBe("package");
  expect(picture.bundles[0]!.waves.map((wave) => wave.map(({ name }) => name))).toEqual([["api"], ["web"]]);
  expect(picture.releases.map(({ id }) => id)).toEqual(["shopRelease.api", "shopRelease.web", "staging/apiRelease"]);
  expect(picture.form.map(({ path }) => path)).toEqual(["tag", "debug", "namespace"]);
  const edited = await open({
    ...projectOf("examples/bundle"),
    sets: [{ kind: "set-string", argument: "tag=2026.01" }],
  });
  expect(edited.releases[0]!.objects.map(({ yaml }) => yaml).join("")).toContain("shop/api:2026.01");
  expect(edited.formValues!.find(({ path }) => path === "tag")!.steps[0]!.tier).toBe("set");
});

test("a mistake is told with its place, and the next project works", async () => {
  const project = projectOf("examples/hello");
  const picture = await open({ ...project, sets: [{ kind: "set", argument: "replicas=50" }] });
  const [error] = picture.releases[0]!.diagnostics;
  expect(error!.severity).toBe("error");
  expect(error!.places.length).toBeGreaterThan(0);
  expect((await open(project)).releases[0]!.objects).toHaveLength(2);
});

test("no secret leaves the engine", async () => {
  const project = projectOf("examples/secrets");
  const name = Object.keys(project.files).find((file) => file.endsWith("values.cue"))!;
  const canary = "canary-9f3c1d77e0";
  const files = { ...project.files, [name]: project.files[name]!.replace(/value: +"[^"]*"/, `value: "${canary}"`) };
  expect(files[name]).toContain(canary);
  expect(JSON.stringify(await open({ ...project, files }))).not.toContain(canary);
});

test("CUE and Tera by themselves", async () => {
  expect(
    await engine.answer<"cue">({ ask: "cue", command: "export", out: "yaml", files: { "/a.cue": "a: 1 + 2\n" } }),
  ).toEqual({
    text: "a: 3\n",
    errors: "",
  });
  const wrong = await engine.answer<"cue">({
    ask: "cue",
    command: "vet",
    out: "cue",
    files: { "/a.cue": "a: 1 & 2\n" },
  });
  expect(wrong.errors).toContain("conflicting values");
  expect(plainTera({ ask: "tera", template: "{{ svc }}!", variables: { svc: "web" } })).toEqual({
    text: "web!",
    errors: "",
  });
});
