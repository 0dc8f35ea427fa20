// `opm check`: one repository with everything that no single render can find (REV-4).
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const module = (name: string, version: string, more = ""): string => `package ${name}

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	network_traits "opmodel.dev/traits/network@v0"
	"opmodel.dev/interfaces@v0"
)

core.#Module
metadata: {apiVersion: "example.com/${name}@v0", name: "${name}", version: "${version}"}
#config: {}
values: #config
_uses: interfaces.#HttpServer
#components: web: {
	workload_resources.#Container
	network_traits.#Expose
	network_traits.#HttpRoute
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: {
		container: {name: "web", image: "example.com/web:1", ports: http: targetPort: 8080}
		expose: {type: "NodePort", ports: http: {targetPort: 8080, exposedPort: 30080}}
		httpRoute: {hostnames: ["shop.example.com"], rules: [{backendPort: 30080}]}
	}
}
`;

const release = (module: string, name: string): string => `package ${name}

import (
	"opmodel.dev/core@v0"
	m "example.com/r/modules/${module}"
)

${name}: core.#ModuleRelease & {
	metadata: name: "${name}"
	#module: m
}
`;

const platform = (one: string, two: string): string => `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "company"
	modules: {
		web: {module: "example.com/web@v0", versions: ">=0.1.0"}
		old: {module: "example.com/old@v0", versions: ">=2.0.0"}
		needy: {module: "example.com/needy@v0", versions: ">=0.1.0"}
	}
}
environments: core.#EnvironmentMap & {
	one: {metadata: name: "one", namespace: "${one}", cluster: kubeContext: "c"}
	two: {metadata: name: "two", namespace: "${two}", cluster: kubeContext: "c"}
}
`;

test("what only all of them show is told, each with its code; a repository without is well", async () => {
  const root = folderWith({
    "cue.mod/module.cue": `module: "example.com/r@v0"\nlanguage: version: "v0.15.0"\ndeps: {
${["core", "resources", "traits", "interfaces"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.3.0"`).join("\n")}\n}\n`,
    "modules/web/web.cue": module("web", "0.1.0"),
    "modules/old/old.cue": module("old", "0.1.0"),
    "modules/needy/needy.cue": module("needy", "0.1.0", "requires: db: interfaces.#HttpServer"),
    "apps/a/a.cue": release("web", "a"),
    "apps/b/b.cue": release("web", "b"),
    "apps/c/c.cue": release("old", "c"),
    "apps/d/d.cue": release("needy", "d"),
    "apps/a/left/over.cue": "package other\n\nx: 1\n",
    "platform/platform.cue": platform("x", "x"),
  });
  const check = () => opm(["check", join(root, "apps"), "--platform", join(root, "platform"), "--all-environments"]);
  const { exit, err } = await check();
  expect(exit).toBe(2);
  for (const says of [
    // Two releases that write one object, claim one host, one port of all nodes.
    /OPM8040\]: 4 releases claim Deployment x\/web: one\/a, two\/a, one\/b, two\/b/,
    /OPM8041\]: 4 releases claim the host shop\.example\.com/,
    /OPM8042\]: 4 releases claim node port 30080/,
    // What one requires and nobody gives; a version that the catalog does not have.
    /OPM1303\]: component web requires .*HttpServer as db, and nothing fulfils it/,
    /OPM4302\]: the catalog company does not allow version 0\.1\.0 of old/,
    // Two environments that are one place; a file that nobody reads.
    /OPM8043\]: one and two are one place: the namespace x of c/,
    /OPM8044\]: nothing reads .*a\/left\/over\.cue/,
  ])
    expect(err).toMatch(says);
  // Without any of it.
  for (const gone of ["apps/b", "apps/c", "apps/d", "apps/a/left"]) rmSync(join(root, gone), { recursive: true });
  writeFileSync(join(root, "platform/platform.cue"), platform("x", "y").replace('"c"}\n}', '"d"}\n}'));
  const well = await check();
  expect({ exit: well.exit, err: well.err }).toEqual({ exit: 0, err: "2 releases of 1 folders checked\n" });
}, 60_000);
