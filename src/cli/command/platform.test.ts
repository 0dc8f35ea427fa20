// Commands about values, environments, policies, bundles and matrices, on the examples.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, opm, removeScratch, scratch } from "./command-fixture.ts";

afterAll(removeScratch);

function tree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    // What opm itself keeps about a folder and its shards begins with its name.
    (e) => e.isFile() && !e.name.startsWith(".opm-"),
  );
  return Object.fromEntries(
    files.map((e) => [
      join(e.parentPath, e.name).slice(folder.length),
      readFileSync(join(e.parentPath, e.name), "utf8"),
    ]),
  );
}

const LAYERS =
  "examples/values-layering -f examples/values-layering/overlays/team.yaml --platform examples/values-layering/overlays/platform.cue";

describe("opm values (VAL-5)", () => {
  test("inspect lists every field with its tier and place; a lock is shown as such (VAL-4)", async () => {
    const { exit, out } = await opm(`values inspect ${LAYERS}`);
    expect(exit).toBe(0);
    expect(out).toMatch(/^replicas +3 +values file +examples\/values-layering\/overlays\/team\.yaml:4:11$/m);
    expect(out).toMatch(
      /^logLevel +"warn" +platform, locked +examples\/values-layering\/overlays\/platform\.cue:4:12$/m,
    );
    const rows = JSON.parse((await opm(`values inspect ${LAYERS} -o json`)).out) as { path: string; line: number }[];
    expect(rows.find((r) => r.path === "replicas")).toMatchObject({
      value: 3,
      source: "values file",
      line: 4,
      column: 11,
      shadows: 2,
    });
  });

  test("explain draws the chain from the winner to the module's default (VAL-1, VAL-2)", async () => {
    expect(await opm(`values explain replicas ${LAYERS}`)).toEqual({
      exit: 0,
      err: "",
      out: `replicas
● 3  values file  examples/values-layering/overlays/team.yaml:4:11
├ 2  platform  examples/values-layering/overlays/platform.cue:3:12
└ 1  module default  examples/values-layering/module.cue:19:12
  must be 2 | int  platform  examples/values-layering/overlays/platform.cue:3:12
`,
    });
    expect(await opm(`values explain replicsa ${LAYERS}`)).toMatchObject({
      exit: 5,
      err: expect.stringContaining("did you mean replicas?"),
    });
  });

  test("a lock holds against --set, with both values and both places (VAL-4)", async () => {
    const { exit, err } = await opm(`values merge ${LAYERS} --set logLevel=debug`);
    expect(exit).toBe(2);
    expect(err).toContain('logLevel is locked by the platform: "warn" cannot be changed to "debug"');
    expect(err).toContain("--set:1:10");
    expect(err).toContain("examples/values-layering/overlays/platform.cue:4:12");
  });

  test("merge prints the effective values in three formats (VAL-3)", async () => {
    const args = "examples/environments -e prod-eu --set-json 'features={\"NEW\":false}'";
    const yaml = await opm(`values merge ${args}`);
    expect(yaml.out).toContain(
      "database:\n  host: db.eu.internal\n  pool: 20\nfeatures:\n  NEW: false\n  SEARCH: true\n",
    );
    expect(JSON.parse((await opm(`values merge ${args} -o json`)).out)).toMatchObject({
      replicas: 5,
      region: "eu-west-1",
    });
    expect((await opm(`values merge ${args} -o cue`)).out).toContain('\tregion:   "eu-west-1"\n');
  });

  test("secrets are masked whatever asks (SEC-7)", async () => {
    const secret = "CanarySecret4711xyz";
    for (const command of [
      "inspect",
      "inspect -o json",
      "inspect -o cue",
      "merge",
      "merge -o json",
      "merge -o cue",
      "validate",
    ]) {
      const [verb = "", ...rest] = command.split(" ");
      const { out, err } = await opm(
        `values ${verb} examples/secrets ${rest.join(" ")} --set db.password.value=${secret}`,
      );
      expect(out + err).not.toContain(secret);
    }
    const { out } = await opm(`values explain db.password examples/secrets --set db.password.value=${secret}`);
    expect(out).not.toContain(secret);
  });

  test("validate judges the merged values, complete and final (VAL-8)", async () => {
    expect(await opm("values validate examples/environments -e staging")).toMatchObject({
      exit: 0,
      out: "✔ values satisfy #config of environments for staging\n",
    });
    expect(await opm("values validate examples/environments --set replcias=3")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("did you mean replicas?"),
    });
  });

  test("diff compares environments and files, field by field", async () => {
    const { out } = await opm("values diff staging prod-eu examples/environments");
    expect(out).toContain("~ replicas: 2 → 5  (examples/environments/environments.cue:38:14)\n");
    const overlays = "examples/values-layering/overlays";
    expect(
      (await opm(`values diff ${overlays}/team.yaml ${overlays}/public.json examples/values-layering`)).out,
    ).toContain("~ ingress.enabled: false → true");
  });

  test("check looks at every layer and needs nothing complete (ENV-4)", async () => {
    const folder = copyOf("environments");
    expect(await opm(`values check ${folder}`)).toMatchObject({ exit: 0 });
    writeFileSync(
      join(folder, "more.cue"),
      'package main\n\nenvironments: broken: {\n\tmetadata: name: "broken"\n\tvalues: replicas: "many"\n}\n',
    );
    const { exit, err } = await opm(`values check ${folder}`);
    expect(exit).toBe(2);
    expect(err).toContain("more.cue:5:20");
  });
});

describe("opm env (ENV-9)", () => {
  test("list, and the plan of the rollout with its gates (ENV-8)", async () => {
    expect((await opm("env list examples/environments")).out).toMatch(
      /^prod-eu +app +prod-eu-west-1 +production +2 +yes +production$/m,
    );
    expect((await opm("env list examples/environments --plan")).out).toBe(`1. dev (order 0): dev
  ↓ stops here on failure
2. staging (order 1): staging
  ↓ stops here on failure
  ⏸ waits for approval
3. production (order 2): prod-eu
  ↓ stops here on failure
  ⏸ waits for approval
4. production (order 3): prod-us
`);
  });

  test("show names the ancestor of each value (ENV-8)", async () => {
    const { out } = await opm("env show prod-eu examples/environments");
    expect(out).toContain("builds on   production\n");
    expect(out).toMatch(/^replicas +5 +environment production +examples\/environments\/environments\.cue:38:14$/m);
    expect(await opm("env show prd-eu examples/environments")).toMatchObject({
      exit: 5,
      err: expect.stringContaining("did you mean prod-eu?"),
    });
  });

  test("diff shows targets and values", async () => {
    const { out } = await opm("env diff staging prod-eu examples/environments");
    expect(out).toContain("~ namespace: app-staging → app\n");
    expect(out).toContain("~ replicas: 2 → 5");
  });

  test("environments of a platform folder, by flag, by variable, and looked at themselves", async () => {
    expect((await opm("env list examples/platform")).out).toMatch(/^production /m);
    expect((await opm("env list examples/hello --platform examples/platform")).out).toMatch(/^staging /m);
    expect((await opm("env list examples/hello", { OPM_PLATFORM: "examples/platform" })).out).toMatch(/^production /m);
  });
});

describe("governance (VAL-7)", () => {
  test("a module outside the catalog is refused with the list", async () => {
    const { exit, err } = await opm("mod build examples/worker --platform examples/platform");
    expect(exit).toBe(2);
    expect(err).toContain("the module worker (example.com/worker@v0 0.1.0) is not in the catalog company");
    expect(err).toContain("hello: example.com/hello@v0 >=0.1.0 <1.0.0");
  });

  test("an entry's values are the platform tier, and its policies are rendered and judged", async () => {
    const { exit, out } = await opm("mod build examples/hello --platform examples/platform");
    expect(exit).toBe(0);
    expect(out).toContain("Hello from the platform");
    expect(out).toContain("kind: NetworkPolicy");
    expect(await opm("mod build examples/hello --platform examples/platform --set replicas=5")).toMatchObject({
      exit: 2,
      out: "",
      err: expect.stringContaining("replicas is locked by the platform: 2 cannot be changed to 5"),
    });
  });

  test("policy check: every rule, and violations with rule, component, field and line", async () => {
    expect((await opm("policy check examples/hello --platform examples/platform")).out).toMatch(
      /^limits +\S+#RequireLimits +warn +web +ok$/m,
    );
    const { exit, err } = await opm(
      "policy check examples/hello --platform examples/platform --set image=docker.io/evil/echo:1",
    );
    expect(exit).toBe(2);
    expect(err).toContain("approved-images: web: image docker.io/evil/echo:1 is not from");
    expect(err).toContain("at components.web.spec.container.image");
    expect(err).toContain("examples/hello/components.cue:");
    expect(err).toContain("note: rule: opmodel.dev/policies/security@v0#AllowedRegistries (block)");
  });

  test("a literal secret is a violation at the line that wrote it (SEC-9)", async () => {
    const { exit, err } = await opm("policy check examples/secrets --platform " + literalPlatform());
    expect(exit).toBe(2);
    expect(err).toContain("no-literals: tls.key is a literal: use a reference");
    expect(err).toContain("examples/secrets/values.cue:");
  });

  test("warn and audit do not block", async () => {
    const { exit, err, out } = await opm("mod build examples/hello --platform " + warningPlatform());
    expect(exit).toBe(0);
    expect(out).toContain("kind: Deployment");
    expect(err).toContain("warning[OPM4311]");
    expect(err).toContain("info[OPM4311]");
  });
});

function platformFolder(body: string): string {
  const folder = mkdtempSync(join(scratch(), "p-"));
  cpSync("examples/platform/cue.mod", join(folder, "cue.mod"), { recursive: true });
  writeFileSync(
    join(folder, "platform.cue"),
    `package platform

import (
	"opmodel.dev/core@v0"
	security_policies "opmodel.dev/policies/security@v0"
)

catalog: core.#ModuleCatalog & {
	metadata: name: "test"
	modules: {
		hello: {module: "example.com/hello@v0", versions: "*"}
		secrets: {module: "example.com/secrets@v0", versions: "*"}
	}
${body}
}
`,
  );
  return folder;
}

function literalPlatform(): string {
  return platformFolder(`	policies: "no-literals": {
		security_policies.#NoLiteralSecrets
		metadata: name: "no-literals"
		spec: noLiteralSecrets: {}
	}`);
}

function warningPlatform(): string {
  return platformFolder(`	policies: {
		for mode in ["warn", "audit"] {
			(mode): {
				#rules: (security_policies.#AllowedRegistriesPolicy.metadata.fqn): security_policies.#AllowedRegistriesPolicy & {
					enforcement: onViolation: mode
				}
				metadata: name: mode
				spec: allowedRegistries: prefixes: ["only.example/"]
			}
		}
	}`);
}

describe("opm bundle", () => {
  test("init, vet, tree: it builds at once, web after api, one identity each", async () => {
    const folder = join(scratch(), "shop");
    expect(await opm(`bundle init shop --dir ${folder}`)).toMatchObject({ exit: 0 });
    expect((await opm(`bundle vet ${folder}`)).out).toBe(
      "✔ values satisfy #config of shop\n✔ bundle.api valid (2 resources)\n✔ bundle.web valid (2 resources)\n",
    );
    const tree = JSON.parse((await opm(`bundle tree ${folder} -o json`)).out) as {
      waves: { instance: string; uuid: string }[][];
    };
    expect(tree.waves.map((wave) => wave.map((one) => one.instance))).toEqual([["api"], ["web"]]);
    expect(new Set(tree.waves.flat().map((one) => one.uuid)).size).toBe(2);
  });

  test("values of the bundle reach the modules, and are judged by its #config (VAL-8)", async () => {
    const { exit, out } = await opm("bundle build examples/bundle --set-string tag=2026.01 --set debug=true");
    expect(exit).toBe(0);
    expect(out).toContain("image: registry.example.com/shop/api:2026.01");
    expect(out).toContain("value: debug");
    expect(out.indexOf("shop/api:2026.01")).toBeLessThan(out.indexOf("shop/web:2026.01"));
    expect(await opm("bundle build examples/bundle --set tga=1")).toMatchObject({
      exit: 2,
      out: "",
      err: expect.stringContaining("did you mean tag?"),
    });
  });

  test("an environment of the bundle's release holds for its instances; another namespace is a conflict (ENV-2, ENV-8)", async () => {
    const { exit, err } = await opm("bundle build examples/bundle -e staging");
    expect(exit).toBe(2);
    expect(err).toContain(
      "the instance api of shopRelease states the namespace shop-backend, and the environment staging shop-staging",
    );
    expect(err).toContain("examples/bundle/bundle.cue:29:15 stated by the instance api of shopRelease");
    expect(err).toContain("examples/bundle/releases.cue:17:13 stated by the environment staging");
  });
});

describe("the matrix (ENV-9)", () => {
  test("shards of one input together are exactly the whole", async () => {
    const whole = join(scratch(), "whole");
    const parts = join(scratch(), "parts");
    const line = "release build examples/environments --all-environments --out-dir";
    expect(await opm(`${line} ${whole}`)).toMatchObject({ exit: 0, out: "" });
    for (const shard of ["1/3", "2/3", "3/3"]) expect((await opm(`${line} ${parts} --shard ${shard}`)).exit).toBe(0);
    expect(Object.keys(tree(whole)).toSorted()).toEqual(
      ["dev", "prod-eu", "prod-us", "staging"].flatMap((e) => [
        `/${e}/environments/deployment-app.yaml`,
        `/${e}/environments/service-app.yaml`,
      ]),
    );
    expect(tree(parts)).toEqual(tree(whole));
  });

  test("failures are one line each, exit 2, and the rest is written", async () => {
    const out = join(scratch(), "some");
    const folder = copyOf("environments");
    writeFileSync(
      join(folder, "more.cue"),
      'package main\n\nenvironments: broken: {\n\tmetadata: name: "broken"\n\tvalues: replicas: "many"\n}\n',
    );
    const { exit, err } = await opm(`release build ${folder} --all-environments --out-dir ${out}`);
    expect(exit).toBe(2);
    expect(err.split("\n").filter((l) => l.startsWith("✘"))).toHaveLength(1);
    expect(err).toContain("✘ broken/environments: values.replicas: ");
    expect(err).toContain("4 of 5 releases in");
    expect(Object.keys(tree(out))).toHaveLength(8);
  });

  test("platforms and libraries beside modules are passed over, bundles without a release are told", async () => {
    const folder = mkdtempSync(join(scratch(), "tree-"));
    for (const name of ["hello", "platform"]) cpSync(join("examples", name), join(folder, name), { recursive: true });
    const out = join(folder, "out");
    expect(await opm(`release build ${folder} --out-dir ${out}`)).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/^1 of 1 releases in /),
    });
    cpSync("examples/bundle", join(folder, "bundle"), { recursive: true });
    rmSync(join(folder, "bundle/releases.cue"));
    const { exit, err } = await opm(`release build ${folder} --out-dir ${out}`);
    expect(exit).toBe(0);
    expect(err).toMatch(/^warning\[OPM1210\]: the package in .*bundle declares no release of its bundle/);
    rmSync(join(folder, "hello"), { recursive: true });
    rmSync(join(folder, "bundle"), { recursive: true });
    expect((await opm(`release build ${folder}`)).err).toContain("declares no release");
  });

  test("several environments of one module on standard output", async () => {
    const { exit, out } = await opm("mod build examples/environments -e dev -e staging");
    expect(exit).toBe(0);
    expect([...out.matchAll(/^ {2}namespace: (\S+)$/gm)].map((m) => m[1])).toEqual([
      "app-dev",
      "app-dev",
      "app-staging",
      "app-staging",
    ]);
  });
});
