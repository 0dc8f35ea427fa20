// `opm policy check` for everything that policies are about.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

/** A platform with one policy for all modules, and one for the entry `api`. */
function platform(spec = 'prefixes: ["registry.example.com/"]', onViolation = "block"): string {
  const folder = folderWith({
    "platform.cue": `package platform

import (
	"opmodel.dev/core@v0"
	security_policies "opmodel.dev/policies/security@v0"
)

_images: {
	#rules: (security_policies.#AllowedRegistriesPolicy.metadata.fqn): security_policies.#AllowedRegistriesPolicy & {
		enforcement: onViolation: "${onViolation}"
	}
	...
}
catalog: core.#ModuleCatalog & {
	metadata: name: "test"
	modules: {
		api: {
			module:   "example.com/bundle/api@v0"
			versions: "*"
			policies: limits: {
				security_policies.#RequireLimits
				metadata: name: "limits"
				appliesTo: matchLabels: "core.opmodel.dev/workload-type": "daemon"
				spec: requireLimits: memory: true
			}
		}
		web: {module: "example.com/bundle/web@v0", versions: "*"}
		environments: {module: "example.com/environments@v0", versions: "*"}
	}
	policies: images: {
		_images
		metadata: name: "images"
		spec: allowedRegistries: {${spec}}
	}
}
`,
  });
  cpSync("examples/platform/cue.mod", join(folder, "cue.mod"), { recursive: true });
  return folder;
}

const IMAGES = "opmodel.dev/policies/security@v0#AllowedRegistries";

describe("opm policy check (VAL-7)", () => {
  test("a package with releases: each release, and every instance of a bundle's", async () => {
    const { exit, out, err } = await opm(`policy check examples/bundle --platform ${platform()} -o json`);
    expect(err).toBe("");
    expect(exit).toBe(0);
    const results = JSON.parse(out) as { release: string; rules: { policy: string; result: string }[] }[];
    expect(results.map(({ release, rules }) => [release, rules.map((r) => `${r.policy} ${r.result}`)])).toEqual([
      ["api", ["images ok", "limits no component"]],
      ["web", ["images ok"]],
      ["staging/api", ["images ok", "limits no component"]],
    ]);
  });

  test("one bundle by name, with values of its own; a violation says in which release it is", async () => {
    const { exit, out, err } = await opm(
      `policy check examples/bundle shopRelease --set-string tag=1 --platform ${platform('prefixes: ["other.example/"]')}`,
    );
    expect(exit).toBe(2);
    expect(out).toMatch(/^# api\n/);
    expect(out).toMatch(/^images .* block +api +1 violated$/m);
    expect(err).toContain("images: web: image registry.example.com/shop/web:1 is not from");
    expect(err).toContain("note: in the release web");
  });

  test("one release by name; a name that is not there is told with those that are", async () => {
    const { exit, out } = await opm(`policy check examples/bundle apiRelease --platform ${platform()}`);
    expect(exit).toBe(0);
    expect(out).toMatch(/^# staging\/api\nPOLICY/);
    const wrong = await opm("policy check examples/bundle apiRelaese");
    expect(wrong.exit).toBe(5);
    expect(wrong.err).toContain("did you mean apiRelease?");
  });

  test.each([
    ["block", 2, "error[OPM4311]"],
    ["warn", 0, "warning[OPM4311]"],
    ["audit", 0, "info[OPM4311]"],
  ])("%s gives exit code %i", async (onViolation, code, says) => {
    const { exit, out, err } = await opm(
      `policy check examples/bundle apiRelease --platform ${platform('prefixes: ["other.example/"]', onViolation)}`,
    );
    expect(exit).toBe(code);
    expect(err).toContain(says);
    expect(err).toContain(`note: rule: ${IMAGES} (${onViolation})`);
    expect(out).toContain("1 violated");
  });

  test("every environment of a module, and all that is below a folder", async () => {
    const { exit, out } = await opm("policy check examples/environments --all-environments");
    expect(exit).toBe(0);
    expect(out.match(/^# .*$/gm)).toEqual([
      "# dev/environments",
      "# staging/environments",
      "# prod-eu/environments",
      "# prod-us/environments",
    ]);
    const folder = folderWith({});
    for (const name of ["hello", "worker", "platform"])
      cpSync(`examples/${name}`, join(folder, name), { recursive: true });
    expect((await opm(`policy check ${folder}`)).out.match(/^# .*$/gm)).toEqual([
      "# hello",
      "# worker",
      "# platform company",
    ]);
  });

  test("a platform's folder: what it demands, and of whom", async () => {
    const { exit, out } = await opm(`policy check ${platform()}`);
    expect(exit).toBe(0);
    expect(out).toMatch(/^# platform test\n/);
    expect(out).toMatch(new RegExp(`^images +${IMAGES} +block +all +all +all +before rendering +none$`, "m"));
    expect(out).toMatch(/^limits .* api +core\.opmodel\.dev\/workload-type=daemon +all +before rendering +none$/m);
    const data = JSON.parse((await opm(`policy check ${platform()} -o json`)).out) as { rules: object[] }[];
    expect(data[0]!.rules[1]).toMatchObject({ policy: "limits", entry: "api", judged: true });
  });

  test("a platform's policy that is not complete, and a range that is none", async () => {
    const { exit, err } = await opm(`policy check ${platform("")}`);
    expect(exit).toBe(2);
    expect(err).toContain("catalog.policies.images.spec.allowedRegistries.prefixes");
    const folder = copyOf("platform");
    writeFileSync(
      join(folder, "more.cue"),
      'package platform\n\ncatalog: modules: odd: {module: "example.com/odd@v0", versions: "newest"}\n',
    );
    const range = await opm(`policy check ${folder}`);
    expect(range.exit).toBe(2);
    expect(range.err).toContain('"newest" is no range of versions');
    expect(range.err).toContain("more.cue:3:65");
  });

  test("a policy may name components, and says where it holds for none (VAL-7)", async () => {
    const folder = platform();
    const file = join(folder, "platform.cue");
    const named = (name: string): void =>
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace(
          /appliesTo: (matchLabels: .*|components: .*)/,
          `appliesTo: components: ["${name}"]`,
        ),
      );
    named("api");
    const line = `policy check examples/bundle apiRelease --platform ${folder}`;
    expect((await opm(line)).err).toContain("error[OPM4311]: limits: api: container api has no memory limit");
    expect((await opm(`policy check ${folder}`)).out).toMatch(/^limits .* api +api +all +before rendering +none$/m);
    named("other");
    expect(await opm(line)).toMatchObject({ exit: 0, out: expect.stringMatching(/^limits .* no component$/m) });
  });

  test("a mistake in a catalog is told once, without what follows from it", async () => {
    const folder = copyOf("platform");
    const file = join(folder, "platform.cue");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("policies: {", "polices: {"));
    const { err } = await opm(`mod vet examples/hello --platform ${folder}`);
    expect(err.match(/^error/gm)).toHaveLength(1);
    expect(err).toContain("did you mean policies?");
    writeFileSync(file, text.replace(">=0.1.0 <1.0.0", ">=newest"));
    const range = await opm(`mod vet examples/hello --platform ${folder}`);
    expect(range.err.match(/^error.*/gm)).toEqual(['error[OPM4304]: ">=newest" is no range of versions']);
  });

  test("a platform of environments alone has no policies; a folder without CUE is told", async () => {
    const folder = copyOf("platform");
    writeFileSync(join(folder, "platform.cue"), "package platform\n");
    expect(await opm(`policy check ${folder}`)).toMatchObject({ exit: 0, out: "# platform\nno policies\n" });
    expect(await opm(`policy check ${folderWith({})}`)).toMatchObject({
      exit: 5,
      err: expect.stringContaining("there is no CUE in"),
    });
    expect(await opm("policy check /nowhere")).toMatchObject({
      exit: 5,
      err: expect.stringContaining("cannot read the module folder /nowhere"),
    });
  });
});
