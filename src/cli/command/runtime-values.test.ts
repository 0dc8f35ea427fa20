// Values from outside of all files: variables, queries of the cluster, tags of the build.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

describe("runtime values (VAL-9)", () => {
  test("come from environment variables, typed, and are asked for when they are missing", async () => {
    const folder = copyOf("hello");
    const values = join(folder, "runtime.cue");
    writeFileSync(values, "replicas: int @opm(runtime:int:REPLICAS)\ngreeting: string @opm(runtime:string:GREETING)\n");
    const line = `mod build ${folder} -f ${values}`;
    const good = await opm(line, { REPLICAS: "4", GREETING: "Hi" });
    expect(good).toMatchObject({ exit: 0, out: expect.stringContaining("replicas: 4") });
    expect(good.out).toContain("Hi");
    expect(await opm(line, { REPLICAS: "many", GREETING: "Hi" })).toMatchObject({
      exit: 2,
      err: expect.stringContaining("REPLICAS is not a number"),
    });
    expect(await opm(line, { GREETING: "Hi" })).toMatchObject({
      exit: 2,
      err: expect.stringContaining("set the environment variable REPLICAS"),
    });
  });
});

describe("queries of an environment (ENV-8)", () => {
  function live(): string {
    const folder = copyOf("environments");
    writeFileSync(
      join(folder, "live.cue"),
      `package main

environments: live: {
	metadata: name: "live"
	values: region: "fallback"
	queries: {
		"database.host": {apiVersion: "v1", kind: "ConfigMap", namespace: "infra", name: "db", path: "data.host", env: "DB_HOST"}
		replicas: {apiVersion: "v1", kind: "ConfigMap", name: "size", path: "data.n", type: "int"}
		region: {apiVersion: "v1", kind: "ConfigMap", name: "size", path: "data.region", optional: true}
	}
}
`,
    );
    return folder;
  }

  test("a query without a cluster is told at its own line", async () => {
    const { exit, out, err } = await opm(`mod build ${live()} -e live`);
    expect(exit).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(
      "error[OPM4017]: @opm(query:v1:ConfigMap:size:data.n) asks the live cluster, which cannot be reached from here",
    );
    expect(err).toContain("live.cue:8:13");
    expect(err).toContain("hint: set the environment variable DB_HOST, which stands in for it");
    expect(err).not.toContain("size:data.region");
  });

  test("a variable stands in for it, --set wins, an optional one gives way to the environment's own value", async () => {
    const folder = live();
    const line = `${folder} -e live --set replicas=3`;
    const { exit, out } = await opm(`values merge ${line} -o json`, { DB_HOST: "db.live" });
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ replicas: 3, region: "fallback", database: { host: "db.live" } });
    expect((await opm(`values explain database.host ${line}`)).out).toMatch(
      /^● @opm\(query:v1:ConfigMap:infra\/db:data\.host\) +environment live +.*live\.cue:7:20$/m,
    );
  });
});

describe("queries of modules and bundles (ENV-8, VAL-9)", () => {
  test("a module's hold like its author's values: told at their line, with a variable, under the environment and --set", async () => {
    const folder = copyOf("environments");
    writeFileSync(
      join(folder, "queries.cue"),
      `package main

queries: {
	"database.host": {apiVersion: "v1", kind: "ConfigMap", namespace: "infra", name: "db", path: "data.host", env: "DB_HOST"}
	region: {apiVersion: "v1", kind: "ConfigMap", name: "size", path: "data.region", optional: true}
}
`,
    );
    const bare = await opm(`mod build ${folder}`);
    expect(bare).toMatchObject({ exit: 2, out: "" });
    expect(bare.err).toContain("asks the live cluster, which cannot be reached from here");
    expect(bare.err).toContain("queries.cue:4:19");
    const given = await opm(`values merge ${folder} -o json`, { DB_HOST: "db.live" });
    expect(JSON.parse(given.out)).toMatchObject({ database: { host: "db.live" } });
    const set = await opm(`values merge ${folder} -o json --set database.host=mine`);
    expect(JSON.parse(set.out)).toMatchObject({ database: { host: "mine" } });
    expect((await opm(`values explain database.host ${folder}`)).out).toContain(
      "@opm(query:v1:ConfigMap:infra/db:data.host)",
    );
  });

  test("a bundle's are of its own configuration, and reach its instances", async () => {
    const folder = copyOf("bundle");
    writeFileSync(
      join(folder, "queries.cue"),
      `package bundle

shop: queries: tag: {apiVersion: "v1", kind: "ConfigMap", name: "versions", path: "data.tag", env: "TAG"}
`,
    );
    expect((await opm(`bundle build ${folder} shop`, { TAG: "t9" })).out).toContain("registry.example.com/shop/api:t9");
    const bare = await opm(`bundle build ${folder} shop`);
    expect(bare.exit).toBe(2);
    expect(bare.err).toContain("queries.cue:3");
  });

  test("what is misspelt in one is told", async () => {
    const folder = copyOf("hello");
    writeFileSync(
      join(folder, "q.cue"),
      'package main\n\nqueries: replicas: {apiVersion: "v1", kind: "ConfigMap", name: "n", pth: "x"}\n',
    );
    const ran = await opm(`mod build ${folder}`);
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("pth");
  });
});

describe("-t fills @tag (VAL-9)", () => {
  test("in the module's package, for values and everything else; an unknown key is told", async () => {
    const folder = copyOf("hello");
    writeFileSync(join(folder, "values.cue"), 'package main\n\nvalues: greeting: "build \\(_build)"\n');
    writeFileSync(
      join(folder, "tags.cue"),
      'package main\n\n_build: string | *"dev" @tag(build)\n_count: int | *1 @tag(count,type=int)\n',
    );
    expect((await opm(`values merge ${folder}`)).out).toContain("greeting: build dev");
    expect((await opm(`values merge ${folder} -t build=42 -t count=2`)).out).toContain("greeting: build 42");
    expect((await opm(`mod build ${folder} --inject build=42`)).out).toContain("-text=build 42");
    expect((await opm(`release build ${folder} -t build=42`)).out).toContain("-text=build 42");
    expect(await opm(`mod build ${folder} -t nope=1`)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('no tag for "nope"'),
    });
  });

  test("in a package with releases and bundles", async () => {
    const folder = copyOf("bundle");
    writeFileSync(
      join(folder, "tagged.cue"),
      'package bundle\n\nimport "opmodel.dev/core@v0"\n\n_tag: string @tag(tag)\nmine: core.#BundleRelease & {metadata: name: "mine", #bundle: shop, values: tag: _tag}\n',
    );
    expect((await opm(`bundle build ${folder} mine -t tag=t1`)).out).toContain(
      "image: registry.example.com/shop/api:t1",
    );
    expect((await opm(`release build ${folder} mine -t tag=t2`)).out).toContain(
      "image: registry.example.com/shop/api:t2",
    );
    expect((await opm(`policy check ${folder} mine -t tag=t2`)).exit).toBe(0);
  });
});
