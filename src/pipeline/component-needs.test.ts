// Components in the order of their interfaces (SEC-10): who requires comes after who provides.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MemoryFiles, noRegistry } from "../cue/load/index.ts";
import { nodeFiles } from "../host/node-files.ts";
import { CatalogRegistry, componentNeeds, render } from "./index.ts";
import type { CatalogIndex } from "./index.ts";

const catalog = new CatalogRegistry(
  JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex,
  nodeFiles,
  `${process.cwd()}/catalog`,
);

const component = (name: string, more: string): string => `
#components: "${name}": {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: container: {name: "${name}", image: "example.com/${name}:1"}
}
`;
const provides = (port: string): string =>
  `provides: main: interfaces.#HttpServer & {host: #config.host, port: ${port}}`;
const requires = (name: string): string => `requires: "${name}": #components["${name}"].provides.main`;

async function needs(...components: string[]): Promise<Record<string, readonly string[]>> {
  const files = {
    "/m/cue.mod/module.cue": `module: "example.com/shop@v0"\nlanguage: version: "v0.15.0"\ndeps: {
${["core", "schemas", "resources", "interfaces"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.1.0"`).join("\n")}\n}\n`,
    "/m/module.cue": `package main
import "opmodel.dev/core@v0"
core.#Module
metadata: {apiVersion: "example.com/shop@v0", name: "shop", version: "0.1.0"}
#config: {host: string | *"h", port: int | *80}
values: #config
`,
    "/m/components.cue": `package main
import (
	workload_resources "opmodel.dev/resources/workload@v0"
	"opmodel.dev/interfaces@v0"
)
_uses: interfaces.#HttpServer
${components.join("")}`,
  };
  const host = {
    files: new MemoryFiles(Object.entries(files)),
    env: {},
    catalog,
    registry: () => noRegistry,
    clock: () => 0,
  };
  const { release, diagnostics } = await render(host, { path: "/m" }, "release");
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return Object.fromEntries(componentNeeds(release!.components));
}

describe("components that require each other's interfaces", () => {
  test("come after those that provide them, and after no others", async () => {
    const found = await needs(
      component("web", requires("api")),
      component("api", `${provides("8080")}\n${requires("db")}`),
      component("db", provides("#config.port")),
      // The same shape and the same value of #config, and yet nobody's.
      component("other", provides("#config.port")),
      component("alone", "requires: x: interfaces.#HttpServer & {host: #config.host, port: #config.port}"),
    );
    expect(found).toEqual({ web: ["api"], api: ["db"], db: [], other: [], alone: [] });
  });

  test("in a circle have no order among themselves; what is outside of it keeps its own", async () => {
    const found = await needs(
      component("a", `${provides("1")}\n${requires("b")}`),
      component("b", `${provides("2")}\n${requires("a")}`),
      component("c", requires("a")),
    );
    expect(found).toEqual({ a: [], b: [], c: ["a"] });
  });

  test("beside the shape itself", async () => {
    const found = await needs(
      component("api", "requires: db: interfaces.#HttpServer & #components.db.provides.main"),
      component("db", provides("5")),
    );
    expect(found).toEqual({ api: ["db"], db: [] });
  });
});
