// From a field of a manifest, or a value, back to every line that had a say (VAL-5).
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const MODULE_FILE = `module: "example.com/prov@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
	"opmodel.dev/traits@v0": v: "v0.3.0"
}
`;

const MODULE = `package main

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

core.#Module

metadata: {apiVersion: "example.com/prov@v0", name: "prov", version: "1.0.0"}

_one: 1

#config: {
	host:     string | *"a.example"
	url:      string | *"https://\\(host)/"
	replicas: int & >=1 | *_one
	workers:  int & >=1 | *_one
	limit:    string | *"500m"
	region:   string
	ports: [...{port: int, proto: string | *"TCP"}] | *[{port: 80}]
}

#components: web: {
	workload_resources.#Container
	workload_traits.#Scaling
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: {
		container: {
			name:  "web"
			image: "nginx:1"
			env: {
				A_URL: value:     #config.url
				B_REGION: value:  #config.region
				C_PROTO: value:   #config.ports[0].proto
				D_WORKERS: value: "\\(#config.workers)"
			}
			resources: {
				cpu: {request: "100m", limit: #config.limit}
				memory: {request: "128Mi", limit: "512Mi"}
			}
		}
		scaling: count: #config.replicas
	}
}
`;

const FILES = {
  "cue.mod/module.cue": MODULE_FILE,
  "module.cue": MODULE,
  "values.cue": `package main

values: {
	region: string @env(REGION)
	ports: [{port: 8080}]
}
`,
  "environments.cue": `package main

environments: prod: {
	metadata: {name: "prod", labels: "team.example.com/owner": "red"}
	namespace: "prod-ns"
	values: host: "prod.example"
}
`,
};
const folder = folderWith(FILES);
const run = async (line: string): Promise<string> => {
  const { exit, out, err } = await opm(line.replace(" .", ` ${folder}`), { REGION: "eu" });
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
  return out.replaceAll(`${folder}/`, "");
};
const CONTAINER = "Deployment/web.spec.template.spec.containers[0]";
/** The steps behind what the transformer says. */
const stepsOf = async (field: string, more = "-e prod"): Promise<string[]> => {
  const lines = (await run(`mod explain ${field} . ${more}`)).split("\n");
  return lines
    .slice(1)
    .filter((line) => !/^ {2}(?:rendered by|transformer) |→ opmodel\.dev|^$/.test(line))
    .map((line) => line.trim().replaceAll(/\s+/g, " "));
};

describe("values", () => {
  test("a computed value with what it is made from, with and without an environment", async () => {
    expect(await run("values explain url .")).toMatch(
      /^url\n● "https:\/\/a\.example\/" +module default .*\n {2}made from\n {2}host\n {2}● "a\.example" +module default .*\n$/,
    );
    expect(await run("values explain url . -e prod")).toMatch(
      /^url\n● "https:\/\/prod\.example\/" +module default .*\n {2}made from\n {2}host\n {2}● "prod\.example" +environment prod .*\n {2}└ "a\.example" +module default .*\n$/,
    );
    const data = JSON.parse(await run("values explain url . -o json")) as { inputs: { path: string }[] };
    expect(data.inputs.map(({ path }) => path)).toEqual(["host"]);
  });

  test("defaults inside of lists, and runtime values as they are filled", async () => {
    expect(await run("values explain ports[0].proto .")).toMatch(/^ports\[0\]\.proto\n● "TCP" +module default/);
    expect(await run("values explain region .")).toMatch(/^region\n● "eu" +module author's values/);
    const table = await run("values inspect . -e prod");
    expect(table).toMatch(/^ports\[0\]\.proto +"TCP" +module default/m);
    expect(table).toMatch(/^region +"eu" +module author's values/m);
  });

  test("a variable that is not set stays what it asks for", async () => {
    const { out } = await opm(["values", "explain", "region", folder]);
    expect(out).toContain("@env(REGION)");
  });
});

describe("fields of manifests", () => {
  test("a computed value, down to the environment's line", async () => {
    expect(await stepsOf(`${CONTAINER}.env[0].value`)).toEqual([
      "component component web spec.container.env.A_URL.value",
      'value url = "https://prod.example/" (module default)',
      "→ module.cue:17:12",
      'made from host = "prod.example" (environment prod)',
      "→ environments.cue:6:16",
      'shadows host = "a.example" (module default)',
      "→ module.cue:16:12",
    ]);
  });

  test("what a transformer computes (limits), and what a component computes", async () => {
    expect(await stepsOf(`${CONTAINER}.resources.limits.cpu`)).toContain('value limit = "500m" (module default)');
    expect(await stepsOf(`${CONTAINER}.env[3].value`)).toContain("value workers = 1 (module default)");
    expect(await stepsOf(`${CONTAINER}.env[2].value`)).toContain('value ports[0].proto = "TCP" (module default)');
    expect(await stepsOf(`${CONTAINER}.env[1].value`)).toContain(`value region = "eu" (module author's values)`);
  });

  test("fields that share one default have each its own chain", async () => {
    expect((await stepsOf("Deployment/web.spec.replicas"))[1]).toBe("value replicas = 1 (module default)");
    expect(await stepsOf("Deployment/web.spec.replicas", "-e prod --set workers=3")).not.toContain("workers");
  });

  test("the namespace and the labels that an environment gives", async () => {
    expect(await stepsOf("Deployment/web.metadata.namespace")).toEqual([
      "environment namespace of the environment prod",
      "→ environments.cue:5:13",
    ]);
    expect(await stepsOf('Deployment/web.metadata.labels."team.example.com/owner"')).toEqual([
      "environment label team.example.com/owner of the environment prod",
      "→ environments.cue:4:61",
    ]);
  });

  test("of a bundle's release: through its values to the module's", async () => {
    const { out } = await opm("mod explain Deployment/web.spec.replicas examples/bundle");
    expect(out).toMatch(/# web\nDeployment\/web spec\.replicas = 3\n[^]*value +replicas = 3 /);
    expect(out).toContain("examples/bundle/bundle.cue:40:15");
  });
});

describe("a tag that cannot be fetched is told once", () => {
  const without = (values: string) =>
    folderWith({ ...FILES, "values.cue": `package main\n\nvalues: {\n${values}\n}\n` });

  test.each([
    ["a variable that is not set", "\tregion: string @env(NOT_SET_HERE)", "NOT_SET_HERE is not set"],
    ["arguments that are wrong", "\tregion: string @env(REGION, more)", "too many arguments"],
    ["a file that is not there", "\tregion: string @file(nowhere.txt)", "there is no file nowhere.txt"],
    [
      "an expression beside it",
      '\tregion: string @env(NOT_SET_HERE)\n\thost: "h-\\(region)"',
      "NOT_SET_HERE is not set",
    ],
  ])("%s", async (_, values, says) => {
    const { exit, err } = await opm(["mod", "build", without(values)]);
    // What is not there is not found; what is wrong is refused.
    expect(exit).toBe(says.startsWith("too many") ? 2 : 5);
    expect(err.match(/^error\[/gm)).toEqual(["error["]);
    expect(err).toContain(says);
  });

  test("an expression that refers to a variable follows it (VAL-9)", async () => {
    const folder_ = without('\tregion: string @env(REGION)\n\thost: "h-\\(region)"');
    const { out } = await opm(["values", "merge", folder_, "-o", "json"], { REGION: "eu" });
    expect(JSON.parse(out)).toMatchObject({ host: "h-eu", url: "https://h-eu/" });
  });
});
