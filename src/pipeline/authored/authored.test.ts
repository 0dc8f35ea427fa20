// Releases that a package declares: the environment wins over their values, -e chooses, the platform governs.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MemoryFiles, noRegistry } from "../../cue/load/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { CatalogRegistry } from "../index.ts";
import type { CatalogIndex } from "../index.ts";
import { renderReleases } from "./releases-fixture.ts";
import type { ReleasesRequest } from "./releases-fixture.ts";

const catalog = new CatalogRegistry(
  JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex,
  nodeFiles,
  `${process.cwd()}/catalog`,
);

const deps = ["core", "resources", "schemas", "traits"].map((d) => `\t"opmodel.dev/${d}@v0": v: "v0.3.0"\n`).join("");

const PACKAGE = `package releases

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

app: core.#Module & {
	metadata: {apiVersion: "example.com/app@v0", name: "app", version: "0.1.0"}
	#config: {
		image:    string
		replicas: int | *1
	}
	#components: app: {
		workload_resources.#Container
		workload_traits.#Scaling
		metadata: labels: "core.opmodel.dev/workload-type": "stateless"
		spec: {
			container: {name: "app", image: #config.image}
			scaling: count: #config.replicas
		}
	}
}

environments: core.#EnvironmentMap & {
	base: {metadata: name: "base", abstract: true, namespace: "prod", values: replicas: 3}
	eu: {extends: "base", metadata: name: "eu"}
	us: {extends: "base", metadata: name: "us", values: replicas: 8}
}

`;

const PLAIN = `plain: core.#ModuleRelease & {
	metadata: name: "plain"
	#module: app
	values: {image: "app:1", replicas: 2}
}
`;
const STAGED = `staged: core.#ModuleRelease & {
	metadata: {name: "staged", labels: "example.com/team": "blue"}
	#module:      app
	#environment: {metadata: name: "staging", namespace: "stg", values: replicas: 5}
	values: {image: "app:2", replicas: 2}
}
`;

async function run(text: string, request: Partial<ReleasesRequest> = {}) {
  const files = new MemoryFiles([
    ["/r/cue.mod/module.cue", `module: "example.com/r@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${deps}}\n`],
    ["/r/releases.cue", PACKAGE + text],
  ]);
  const host = { files, env: {}, catalog, registry: () => noRegistry, clock: () => 0 };
  const { releases, diagnostics } = await renderReleases(host, { path: "/r", ...request });
  const facts = releases.map(({ field, result }) => {
    const object = result.manifests.find((m) => m.identity.kind === "Deployment")?.object as
      | { metadata: { namespace: string; labels: Record<string, string> }; spec: { replicas: number } }
      | undefined;
    return {
      field,
      environment: result.environment?.name,
      namespace: object?.metadata.namespace,
      replicas: object?.spec.replicas,
      labels: object?.metadata.labels,
    };
  });
  return { facts, messages: diagnostics.map((d) => d.message) };
}

describe("authored releases", () => {
  test("the environment of a release wins over its values and gives its namespace (ENV-2, ENV-5)", async () => {
    const { facts, messages } = await run(STAGED);
    expect(messages).toEqual([]);
    expect(facts).toMatchObject([{ field: "staged", environment: "staging", namespace: "stg", replicas: 5 }]);
    expect(facts[0]?.labels).toMatchObject({ "example.com/team": "blue", "environment.opmodel.dev/name": "staging" });
  });

  test("one without an environment goes to those that are chosen; one with its own only there (ENV-8, ENV-9)", async () => {
    const all = await run(PLAIN + STAGED, { environments: { all: true } });
    expect(all.messages).toEqual([]);
    expect(all.facts).toMatchObject([
      { field: "plain", environment: "eu", namespace: "prod", replicas: 3 },
      { field: "plain", environment: "us", namespace: "prod", replicas: 8 },
      { field: "staged", environment: "staging", replicas: 5 },
    ]);
    const one = await run(PLAIN + STAGED, { environments: { names: ["us"] } });
    expect(one.facts.map((f) => [f.field, f.environment])).toEqual([["plain", "us"]]);
  });

  test("a namespace of its own and another of the environment are a conflict, told once (ENV-2)", async () => {
    const own = PLAIN.replace('metadata: name: "plain"', 'metadata: {name: "plain", namespace: "mine"}');
    expect((await run(own, { environments: { names: ["eu"] } })).messages).toEqual([
      "the release plain states the namespace mine, and the environment eu prod",
    ]);
    const staged = STAGED.replace('{name: "staged",', '{name: "staged", namespace: "mine",');
    expect((await run(staged)).messages).toEqual(['conflicting values "stg" and "mine"']);
  });

  test("a bundle's instance may name its own environment, which wins for it alone (ENV-8)", async () => {
    const { facts, messages } = await run(`shop: core.#BundleRelease & {
	metadata: name: "shop"
	#bundle: core.#Bundle & {
		metadata: {apiVersion: "example.com/shop@v0", name: "shop"}
		#modules: {a: app, b: app}
		#config: tag: string
		#instances: {
			a: values: image: "a:\\(#config.tag)"
			b: {
				values: image: "b:\\(#config.tag)"
				environment: {metadata: name: "lab", namespace: "lab", values: replicas: 9}
			}
		}
	}
	#environment: {metadata: name: "staging", namespace: "stg", values: replicas: 4}
	values: tag: "1"
}
`);
    expect(messages).toEqual([]);
    expect(facts).toMatchObject([
      { field: "shop.a", environment: "staging", namespace: "stg", replicas: 4 },
      { field: "shop.b", environment: "lab", namespace: "lab", replicas: 9 },
    ]);
  });

  test("a release that is not there is refused with the nearest", async () => {
    expect((await run(PLAIN, { names: ["plian"] })).messages).toEqual(["the package has no release plian"]);
  });
});
