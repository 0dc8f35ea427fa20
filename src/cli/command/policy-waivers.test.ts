// Policies that say where they hold, what they let through for a time, and what caused a violation (VAL-7, ROAD-5).
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

function platform(policy: string): string {
  const folder = folderWith({
    "platform.cue": `package platform

import (
	"opmodel.dev/core@v0"
	security_policies "opmodel.dev/policies/security@v0"
)

environments: core.#EnvironmentMap & {
	dev: metadata: name: "dev"
	prod: {
		metadata: {name: "prod", labels: tier: "production"}
		values: image: "docker.io/library/nginx:1"
	}
}
catalog: core.#ModuleCatalog & {
	metadata: name: "test"
	modules: shop: {module: "example.com/shop@v0", versions: "*"}
	policies: images: {
		security_policies.#AllowedRegistries
		metadata: name: "images"
		spec: allowedRegistries: prefixes: ["registry.example.com/"]
		${policy}
	}
}
`,
  });
  cpSync("examples/platform/cue.mod", join(folder, "cue.mod"), { recursive: true });
  return folder;
}

function shop(): string {
  const folder = folderWith({
    "module.cue": `package main

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
)

core.#Module
metadata: {apiVersion: "example.com/shop@v0", name: "shop", version: "0.1.0"}
#config: image: string | *"registry.example.com/shop:1"
values: #config
#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: container: {name: "web", image: #config.image}
}
`,
  });
  cpSync("examples/hello/cue.mod", join(folder, "cue.mod"), { recursive: true });
  return folder;
}

const vet = (policy: string, environment = "prod") =>
  opm(`mod vet ${shop()} --platform ${platform(policy)} -e ${environment}`);

test("the chain from the rule to the value, and what to do", async () => {
  const { exit, err } = await vet("");
  expect(exit).toBe(2);
  expect(err).toContain(
    "error[OPM4311]: images: web: image docker.io/library/nginx:1 is not from registry.example.com/",
  );
  expect(err).toContain(
    'from the value image: "docker.io/library/nginx:1" (environment prod) over "registry.example.com/shop:1" (module default)',
  );
  expect(err).toMatch(/platform\.cue:12:\d+/);
  expect(err).toContain("hint: take it from there: registry.example.com/nginx:1; set image");
});

test("a policy holds in the environments that it names, or that have its labels", async () => {
  expect((await vet('appliesTo: environments: ["dev"]')).exit).toBe(0);
  expect((await vet('appliesTo: environments: ["dev", "prod"]')).exit).toBe(2);
  expect((await vet('appliesTo: environmentLabels: tier: "production"')).exit).toBe(2);
  expect((await vet('appliesTo: environmentLabels: tier: "test"')).exit).toBe(0);
  const wrong = await vet('appliesTo: environments: ["prd"]');
  expect(wrong).toMatchObject({ exit: 2, err: expect.stringContaining("OPM1308") as string });
  expect(wrong.err).toContain("did you mean prod?");
});

test("a waiver has an owner, a reason and an end, and is told", async () => {
  const waiver = (more: string): string => `waivers: "move": {owner: "team-a", reason: "moving", ${more}}`;
  const far = await vet(waiver('expires: "9999-12-31"'));
  expect(far.exit).toBe(0);
  expect(far.err).toContain("info[OPM4313]: waived until 9999-12-31: images: web: image");
  expect(far.err).toContain("waived by team-a: moving");
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const soon = await vet(waiver(`expires: "${day(3)}"`));
  expect(soon).toMatchObject({ exit: 0, err: expect.stringContaining("warning[OPM4313]") as string });
  const over = await vet(waiver(`expires: "${day(-2)}"`));
  expect(over.exit).toBe(2);
  expect(over.err).toContain(`the waiver move ended on ${day(-2)}: ask team-a`);
  for (const other of [
    'components: ["api"]',
    'modules: ["blog"]',
    'environments: ["dev"]',
    'rules: ["require-limits"]',
  ])
    expect((await vet(waiver(`expires: "9999-12-31", ${other}`))).exit).toBe(2);
  for (const same of ['rules: ["allowed-registries"]', 'paths: ["spec.container.image"]', 'modules: ["shop"]'])
    expect((await vet(waiver(`expires: "9999-12-31", ${same}`))).exit).toBe(0);
  expect((await vet('waivers: w: {reason: "x", expires: "9999-12-31"}')).exit).toBe(2);
  expect((await vet(waiver('expires: "soon"'))).exit).toBe(2);
});

test("the platform's own folder lists environments and waivers", async () => {
  const folder = platform(
    'appliesTo: environments: ["prod"], waivers: move: {owner: "team-a", reason: "moving", expires: "9999-12-31"}',
  );
  const { exit, out } = await opm(`policy check ${folder}`);
  expect(exit).toBe(0);
  expect(out).toMatch(/images .*prod .*move until 9999-12-31 \(team-a\)/);
});
