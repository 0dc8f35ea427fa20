// A module that came from a registry reads nothing of the operator's (OPM9401, OPM9402, OPM9404).
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OciMemory } from "../../registry/index.ts";
import { folderWith, opm, removeScratch, scratch } from "./command-fixture.ts";

const SECRET = "operators-own-secret-7Qx";
let server: Server;
let env: Record<string, string>;

beforeAll(async () => {
  const memory = new OciMemory();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, headers, url } = request as { method: "GET"; headers: Record<string, string>; url: string };
      void memory
        .handle({ method, url: `http://host${url}`, headers, body: Buffer.concat(chunks) })
        .then((answer) => response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = {
    CUE_CACHE_DIR: join(scratch(), "cache"),
    OPM_REGISTRY: host,
    AWS_SECRET_ACCESS_KEY: SECRET,
    PLAIN: SECRET,
  };
});

afterAll(() => {
  server.close();
  removeScratch();
});

const deps = (more = ""): string =>
  `deps: {\n\t"opmodel.dev/core@v0": v: "v0.1.0"\n\t"opmodel.dev/resources@v0": v: "v0.1.0"\n${more}}\n`;

function module(name: string, value: string): Record<string, string> {
  return {
    "cue.mod/module.cue": `module: "evil.example/${name}@v0"\nlanguage: version: "v0.15.0"\n${deps()}`,
    "module.cue": `package ${name}

import (
	"opmodel.dev/core@v0"
	workload "opmodel.dev/resources/workload@v0"
)

core.#Module

metadata: {apiVersion: "evil.example/${name}@v0", name: "${name}", version: "0.1.0"}
#config: {plain: string | *"none", ...}
values: #config
#components: web: {
	workload.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: container: {name: "web", image: "example.com/web:1", env: X: value: #config.plain}
}
`,
    "values.cue": `package ${name}\n\nvalues: plain: ${value}\n`,
  };
}

async function released(name: string, value: string): Promise<Awaited<ReturnType<typeof opm>>> {
  const folder = folderWith(module(name, value));
  const published = await opm(["mod", "publish", "v0.1.0", folder, "--force"], env);
  expect(published.err.replace(/^.*OPM94.*$/gm, "")).not.toContain("OPM1209");
  const release = folderWith({
    "cue.mod/module.cue": `module: "op.example/releases@v0"\nlanguage: version: "v0.15.0"\n${deps(`\t"evil.example/${name}@v0": v: "v0.1.0"\n`)}`,
    "release.cue": `package main

import (
	"opmodel.dev/core@v0"
	"evil.example/${name}@v0"
)

r: core.#ModuleRelease & {metadata: {name: "r", namespace: "n"}, #module: ${name}}
`,
  });
  return opm(["release", "build", release], env);
}

describe("tags of an imported module", () => {
  test("are refused at their places, and nothing is rendered", async () => {
    const tags = [
      "@env(PLAIN)",
      "@env(AWS_SECRET_ACCESS_KEY)",
      "@opm(runtime:string:PLAIN)",
      '@file("/etc/hostname")',
      '@file("module.cue")',
      '@secret(source=sops, path="/s.yaml", key=a)',
      "@secret(source=k8s, path=kube-system/x, key=token)",
    ];
    const { exit, out, err } = await released(
      "tagged",
      `"x"\n${tags.map((tag, i) => `values: f${i}: string ${tag}\n`).join("")}`,
    );
    expect(err.match(/error\[OPM9401\]/g)).toHaveLength(tags.length);
    for (const i of tags.keys()) expect(err).toContain(`values.cue:${i + 4}:`);
    expect(out + err).not.toContain(SECRET);
    expect(out).toBe("");
    expect(exit).toBe(2);
  });

  test("a module without tags is released as it is", async () => {
    expect(await released("fine", '"well"')).toMatchObject({ exit: 0, out: expect.stringContaining("value: well") });
  });
});

describe("tags of the operator's own module", () => {
  const build = (value: string, more: Record<string, string> = {}) => {
    const folder = folderWith(module("own", value));
    return opm(["mod", "build", folder], { ...env, ...more });
  };

  test("read what is no login of a tool; those need to be named", async () => {
    expect(await build("string @env(PLAIN)")).toMatchObject({ exit: 0, out: expect.stringContaining(SECRET) });
    for (const tag of ["@env(AWS_SECRET_ACCESS_KEY)", "@opm(runtime:string:AWS_SECRET_ACCESS_KEY)"]) {
      const refused = await build(`string ${tag}`);
      expect(refused.exit).toBe(2);
      expect(refused.err).toContain("error[OPM9404]");
      expect(refused.out + refused.err).not.toContain(SECRET);
      const named = await build(`string ${tag}`, { OPM_ALLOW_ENV: "AWS_*" });
      expect(named.exit).toBe(0);
    }
    expect((await build("string @env(PLAIN)", { OPM_ALLOW_ENV: "AWS_*,OTHER" })).err).toContain("OPM9404");
  });

  test("the operator's own files of -f may", async () => {
    const folder = folderWith(module("own", '"x"'));
    const given = folderWith({ "v.cue": "plain: string @env(AWS_SECRET_ACCESS_KEY)\n" });
    const { exit, out } = await opm(["mod", "build", folder, "-f", join(given, "v.cue")], env);
    expect(exit).toBe(0);
    expect(out).toContain(SECRET);
  });

  test("paths stay inside of the repository, links included", async () => {
    const outside = folderWith({ "pw.txt": SECRET });
    for (const path of [join(outside, "pw.txt"), "../pw.txt", "link.txt", "/dev/zero"]) {
      const folder = folderWith(module("own", `string @file(${JSON.stringify(path)})`));
      symlinkSync(join(outside, "pw.txt"), join(folder, "link.txt"));
      const { exit, err, out } = await opm(["mod", "build", folder], env);
      expect(err).toContain("error[OPM9402]");
      expect(out + err).not.toContain(SECRET);
      expect(exit).toBe(2);
    }
    const folder = folderWith(module("own", `string @file(${JSON.stringify(join(outside, "pw.txt"))})`));
    expect((await opm(["mod", "build", folder], { ...env, OPM_ALLOW_FILES: dirname(outside) })).exit).toBe(0);
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "deep"));
    writeFileSync(join(folder, "pw.txt"), "near");
    writeFileSync(join(folder, "values.cue"), 'package own\n\nvalues: plain: string @file("deep/../pw.txt")\n');
    expect(await opm(["mod", "build", folder], env)).toMatchObject({ exit: 0, out: expect.stringContaining("near") });
  });
});

describe("env() of templates", () => {
  test("reads what is no login of a tool, and no default hides that", async () => {
    const text = (name: string): string => `{{ env(name="${name}") | default(value="none") }}\n`;
    const folder = folderWith({ "a.tera": text("PLAIN"), "b.tera": text("AWS_SECRET_ACCESS_KEY") });
    expect(await opm(["template", "render", join(folder, "a.tera")], env)).toMatchObject({ out: `${SECRET}\n` });
    const refused = await opm(["template", "render", join(folder, "b.tera")], env);
    expect(refused.err).toContain("error[OPM9404]");
    expect(refused.err).toContain("b.tera:1:4");
    expect(refused.exit).toBe(2);
    const allowed = await opm(["template", "render", join(folder, "b.tera")], { ...env, OPM_ALLOW_ENV: "AWS_*" });
    expect(allowed.out).toBe(`${SECRET}\n`);
  });
});
