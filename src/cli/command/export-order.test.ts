// The order of applying, kept through exports (REV-9): what components and instances require of each other, from the same
// graph that apply uses, however the manifests came to their folder.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const component = (name: string, more: string): string => `
#components: "${name}": {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: container: {name: "${name}", image: "example.com/${name}:1"}
}
`;

const module = (name: string, ...components: string[]): string => `package ${name}

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	"opmodel.dev/interfaces@v0"
)

core.#Module
metadata: {apiVersion: "example.com/${name}@v0", name: "${name}", version: "0.1.0"}
#config: port: int | *80
values: #config
_uses: interfaces.#HttpServer
${components.join("")}`;

const provides = 'provides: main: interfaces.#HttpServer & {host: "h", port: #config.port}';

const root = (): string =>
  folderWith({
    "cue.mod/module.cue": `module: "example.com/r@v0"\nlanguage: version: "v0.15.0"\ndeps: {
${["core", "resources", "interfaces"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.3.0"`).join("\n")}\n}\n`,
    // In the order of their names the one that requires comes first.
    "one/one.cue": module("one", component("a", "requires: it: #components.z.provides.main"), component("z", provides)),
    "front/front.cue": module("front", component("web", "requires: it: interfaces.#HttpServer")),
    "store/store.cue": module("store", component("db", provides)),
    "shop/shop.cue": `package shop

import (
	"opmodel.dev/core@v0"
	f "example.com/r/front"
	s "example.com/r/store"
)

shop: core.#Bundle & {
	metadata: {apiVersion: "example.com/shop@v0", name: "shop"}
	#modules: {front: f, store: s}
	#config: {}
	#instances: {front: {}, store: {}}
}
release: core.#BundleRelease & {
	metadata: {name: "shop", namespace: "x"}
	#bundle: shop
	values: {}
}
`,
  });

interface Exported {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly dependsOn?: readonly { readonly name: string }[] };
}

async function exported(...words: string[]): Promise<Exported[]> {
  const { exit, out, err } = await opm(["export", ...words, "-o", "json"]);
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
  const { items } = JSON.parse(out) as { items: Exported[] };
  return items;
}

const WAVE = "argocd.argoproj.io/sync-wave";

describe("exports know what is required", () => {
  test("instances of a bundle come after those that provide what they require", async () => {
    const repository = root();
    for (const [words, front, store] of [
      [["release", "build", join(repository, "shop")], "opm-front", "opm-store"],
      [["bundle", "build", join(repository, "shop")], "opm-shop-02-front", "opm-shop-01-store"],
    ] as const) {
      const out = join(repository, words[0]);
      const built = await opm([...words, "--out-dir", out]);
      expect(built.exit).toBe(0);
      const flux = await exported("flux", out, "--source", "oci://h/r:t");
      const after = Object.fromEntries(flux.map(({ metadata, spec }) => [metadata.name, spec.dependsOn ?? []]));
      expect(after).toEqual({ opm: [], [front]: [{ name: store }], [store]: [] });
      const argo = await exported("argocd", out, "--source", "https://git.example.com/r");
      const waves = Object.fromEntries(argo.map(({ metadata }) => [metadata.name, metadata.annotations?.[WAVE]]));
      expect(waves).toEqual({ [front]: "1", [store]: undefined });
    }
  });

  test("shards carry it, and a file that says something else is refused", async () => {
    const repository = root();
    const shards = [1, 2].map((i) => join(repository, `s${i}`));
    for (const [i, out] of shards.entries())
      expect(
        (await opm(["release", "build", join(repository, "shop"), "--out-dir", out, "--shard", `${i + 1}/2`])).exit,
      ).toBe(0);
    const joined = join(repository, "joined");
    expect((await opm(["release", "merge", ...shards, "--out-dir", joined])).exit).toBe(0);
    const flux = await exported("flux", joined, "--source", "oci://h/r:t");
    expect(flux.find(({ metadata }) => metadata.name === "opm-front")?.spec.dependsOn).toEqual([{ name: "opm-store" }]);
    writeFileSync(join(joined, "front/.opm-order"), '{"version":1,"after":"store"}');
    const { exit, err } = await opm(["export", "flux", joined, "--source", "oci://h/r:t"]);
    expect(exit).toBe(2);
    expect(err).toContain("front/.opm-order does not say what comes first");
  });

  test("components come in waves: what one requires runs before it", async () => {
    const repository = root();
    const out = join(repository, "out");
    expect((await opm(["mod", "build", join(repository, "one"), "--out-dir", out])).exit).toBe(0);
    await exported("argocd", out, "--source", "https://git.example.com/r", "--write-waves");
    const wave = (name: string): number =>
      Number(/sync-wave: "?(\d+)"?/.exec(readFileSync(join(out, `deployment-${name}.yaml`), "utf8"))?.[1]);
    expect(wave("a")).toBeGreaterThan(wave("z"));
    expect((await opm(["export", "kustomize", out])).exit).toBe(0);
    const resources = readFileSync(join(out, "kustomization.yaml"), "utf8");
    expect(resources.indexOf("deployment-z")).toBeLessThan(resources.indexOf("deployment-a"));
  });
});
