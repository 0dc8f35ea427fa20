import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
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
