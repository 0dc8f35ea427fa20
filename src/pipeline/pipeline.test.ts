// The scenarios of the render pipeline's specification, each by its name (PIPE-1 to PIPE-8).
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { MemoryFiles, noRegistry } from "../cue/load/index.ts";
import { nodeFiles } from "../host/node-files.ts";
import { hasErrors, placeText } from "../source/index.ts";
import { execute } from "./5-execute/execute.ts";
import { runJob } from "./5-execute/job.ts";
import { withoutPlaces } from "./5-execute/job-input.ts";
import { prepareJobs } from "./5-execute/prepare.ts";
import { BatchRunner, CatalogRegistry, CueProgram, manifestsYaml, render } from "./index.ts";
import type { CatalogIndex, DerivedCache, JobWorkers, PipelineHost, RenderResult } from "./index.ts";

// With a key, so that the provider is evaluated once for all tests.
const catalog = new CatalogRegistry(
  { ...(JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex), hash: "test" },
  nodeFiles,
  `${process.cwd()}/catalog`,
);

const MODULE: Readonly<Record<string, string>> = {
  "/m/cue.mod/module.cue": `module: "example.com/blog@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.1.31"
	"opmodel.dev/resources@v0": v: "v0.2.42"
	"opmodel.dev/traits@v0": v: "v0.1.54"
}
`,
  "/m/module.cue": `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {
	apiVersion: "example.com/blog@v0"
	name:       "blog"
	version:    "0.1.0"
}

#config: {
	image:    string
	replicas: int & >=1 & <=5 | *2
}

values: #config
`,
  "/m/components.cue": `package main

import (
	network_traits "opmodel.dev/traits/network@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: {
	for name in ["web", "api", "worker"] {
		(name): {
			workload_resources.#Container
			workload_traits.#Scaling
			network_traits.#Expose
			metadata: labels: "core.opmodel.dev/workload-type": "stateless"
			spec: {
				container: {"name": name, image: #config.image, ports: http: targetPort: 8080}
				scaling: count: #config.replicas
				expose: ports: http: container.ports.http
			}
		}
	}
}
`,
  "/m/values.cue": `package main

values: image: "blog:1"
`,
};

const derived = new Map<string, string>();
const shared: DerivedCache = { get: (key) => derived.get(key), put: (key, text) => void derived.set(key, text) };

function hostOf(files: Readonly<Record<string, string>> = MODULE, cache: DerivedCache = shared): PipelineHost {
  return {
    files: new MemoryFiles(Object.entries(files)),
    env: {},
    catalog,
    registry: () => noRegistry,
    clock: () => 0,
    cache,
  };
}

const messages = ({ diagnostics }: RenderResult): string[] => diagnostics.map((d) => d.message);

const noTypes = (): Promise<undefined> => Promise.resolve(undefined);

describe("pipeline phases are numbered and documented", () => {
  test("pipeline executes all six phases in order (PIPE-1)", async () => {
    const result = await render(hostOf(), { path: "/m" });
    expect(messages(result)).toEqual([]);
    expect(result.trace.entries.map(({ phase, name }) => `${phase} ${name}`)).toEqual([
      "0 ConfigLoader",
      "1 ProviderLoader",
      "2 ModuleLoader",
      "3 ReleaseBuilder",
      "4 Matcher",
      "5 Executor",
    ]);
  });

  test("every phase's result is serialisable", async () => {
    const { trace } = await render(hostOf(), { path: "/m" });
    const copy = JSON.parse(JSON.stringify(trace)) as { phases: { result: { value?: object } }[] };
    expect(copy.phases.map((p) => Object.keys(p.result.value ?? p.result).includes("cue"))).not.toContain(true);
    expect(copy.phases[3]!.result.value).toMatchObject({ metadata: { name: "blog" } });
  });
});

describe("CUE context isolation boundary", () => {
  test("phases 0 to 4 share a single context", async () => {
    const made = vi.spyOn(CueProgram.prototype, "context");
    await render(hostOf(), { path: "/m" }, "match");
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });

  test("phase 5 isolates contexts per job: one each, used once and discarded", async () => {
    const result = await render(hostOf(), { path: "/m" }, "match");
    const { cue, plan, release, provider } = result;
    const preparations = prepareJobs(plan!, release!, provider!);
    const made = vi.spyOn(CueProgram.prototype, "context");
    await execute(cue!.program, preparations, { types: noTypes });
    expect(made).toHaveBeenCalledTimes(preparations.jobs.length);
    const contexts = made.mock.results.map((r) => r.value as object);
    expect(new Set(contexts).size).toBe(contexts.length);
    expect(contexts).not.toContain(cue);
    made.mockRestore();
  });

  test("a module with multiple components renders without panic", async () => {
    const { manifests } = await render(hostOf(), { path: "/m" });
    expect(manifests.map(({ identity }) => `${identity.kind} ${identity.name}`)).toEqual([
      "Service api",
      "Service web",
      "Service worker",
      "Deployment api",
      "Deployment web",
      "Deployment worker",
    ]);
  });
});

describe("pre-execution serialization for executor jobs (PIPE-7)", () => {
  test("transformer values are serialised to CUE source once, cached by FQN", async () => {
    const { provider } = await render(hostOf(), { path: "/m" }, "match");
    const source = provider!.transformers[0]!.cue.get();
    const text = await source.text();
    expect(text).toMatch(/^package opm_transformer\n/);
    expect(text).toContain("#transform");
    expect(await source.text()).toBe(text);
  });

  test("component values are read once, cached by name", async () => {
    const { plan, release, provider } = await render(hostOf(), { path: "/m" }, "match");
    const { jobs } = prepareJobs(plan!, release!, provider!);
    const web = jobs.filter((job) => job.component === "web").map((job) => job.inputs[0]!);
    expect(web.length).toBeGreaterThan(1);
    expect(new Set(web).size).toBe(1);
    expect(JSON.stringify(withoutPlaces(web[0]!.tree))).toContain(
      '{"selector":"image","value":{"kind":"string","text":"blog:1"}}',
    );
  });

  test("serialised values re-materialise in a fresh context: text and original render the same", async () => {
    const { cue, plan, release, provider } = await render(hostOf(), { path: "/m" }, "match");
    const { program } = cue!;
    for (const job of prepareJobs(plan!, release!, provider!).jobs) {
      const instance = program.package("opm_transformer", await job.source.text());
      const fromText = runJob(program, job, { instance, path: "" });
      const fromSource = runJob(program, job, (await job.source.original()).value!);
      expect(fromText).toEqual(fromSource);
    }
  });

  test("what is kept between runs gives the same bytes, and a damaged entry is as none", async () => {
    const kept = new Map<string, string>();
    const cache: DerivedCache = { get: (key) => kept.get(key), put: (key, text) => void kept.set(key, text) };
    const run = async (): Promise<string> => {
      const { manifests } = await render(hostOf(MODULE, cache), { path: "/m" });
      return manifestsYaml(manifests.map(({ object }) => object));
    };
    const first = await run();
    expect(kept.size).toBe(4); // the provider and three transformers
    expect(await run()).toBe(first);
    kept.delete([...kept.keys()].at(-1)!);
    expect(await run()).toBe(first);
    expect(kept.size).toBe(4);
  });
});

describe("jobs in several threads (PIPE-7)", () => {
  // A thread that shares nothing: everything is copied on its way there and back.
  const workers: JobWorkers = {
    count: 2,
    run: (batch) => Promise.resolve(structuredClone(new BatchRunner().answer(structuredClone(batch)))),
  };

  test("the same bytes, whatever the number of workers", async () => {
    const { cue, plan, release, provider } = await render(hostOf(), { path: "/m" }, "match");
    const run = async (with_?: JobWorkers): Promise<string> => {
      const { manifests, diagnostics } = await execute(cue!.program, prepareJobs(plan!, release!, provider!), {
        types: noTypes,
        threshold: 1,
        ...(with_ && { workers: with_ }),
      });
      expect(diagnostics).toEqual([]);
      return manifestsYaml(manifests.map(({ object }) => object));
    };
    const expected = await run();
    expect(await run(workers)).toBe(expected);
    expect(await run({ ...workers, count: 1 })).toBe(expected);
    expect(await run({ count: 1, run: () => Promise.resolve(null) })).toBe(expected);
  });
});

describe("ReleaseBuilder uses the #ModuleRelease definition (PIPE-5)", () => {
  test("it unifies module, values and metadata with #ModuleRelease, without text in between", async () => {
    const { release } = await render(hostOf(), { path: "/m", releaseName: "r" }, "release");
    const { root } = release!.cue.get();
    expect(root.path).toEqual([]);
    expect(root.text("kind")).toBe("ModuleRelease");
    expect(root.text("metadata", "name")).toBe("r");
    expect(
      root
        .at("values", "image")!
        .places()
        .map(({ file }) => file.name),
    ).toContain("/m/values.cue");
  });

  test("values are validated by the CUE schema: fatal, with file, line and column", async () => {
    const result = await render(
      hostOf({ ...MODULE, "/m/values.cue": 'package main\n\nvalues: {\n\timage: "x"\n\treplicas: 6\n}\n' }),
      { path: "/m" },
    );
    expect(result.manifests).toEqual([]);
    expect(result.release).toBeUndefined();
    expect(result.diagnostics.map((d) => [d.path, d.message, placeText(d.places![0]!)])).toEqual([
      ["values.replicas", "invalid value 6 (out of bound <=5)", "/m/values.cue:5:12"],
    ]);
  });

  test("components are concrete after evaluation", async () => {
    const { release, cue } = await render(hostOf(), { path: "/m" }, "release");
    expect(release!.components.map((c) => c.id)).toEqual(["web", "api", "worker"]);
    for (const component of release!.components)
      expect(cue!.errors(component.cue.get(), { concrete: true, final: true })).toEqual([]);
    expect(release!.components[0]!.cue.get().text("spec", "container", "image")).toBe("blog:1");
  });

  test("release metadata is computed by CUE", async () => {
    const { release, module } = await render(hostOf(), { path: "/m" }, "release");
    expect(module!.metadata.uuid).toBe("6392620e-b949-53b2-a11d-4ac043511815");
    expect(release!.metadata).toMatchObject({
      name: "blog",
      namespace: "default",
      fqn: "example.com/blog@v0#Blog",
      uuid: "aee43580-ba67-5728-8c19-a4231819503f",
      labels: {
        "module-release.opmodel.dev/name": "blog",
        "module-release.opmodel.dev/version": "0.1.0",
        "module-release.opmodel.dev/uuid": "aee43580-ba67-5728-8c19-a4231819503f",
      },
    });
  });

  test("the hidden field conflicts with no field of the module", async () => {
    const files = { ...MODULE, "/m/own.cue": "package main\n\n_opmRelease: 5\nopm_release: 6\n" };
    expect(messages(await render(hostOf(files), { path: "/m" }))).toEqual([]);
  });
});

describe("results", () => {
  const broken = {
    ...MODULE,
    "/m/broken.cue": `package main

import (
	storage_resources "opmodel.dev/resources/storage@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
)

#components: broken: {
	workload_resources.#Container
	storage_resources.#Volumes
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: {
		container: {name: "x", image: #config.image}
		volumes: data: nfs: {server: "s", path: "/", bogus: 1}
	}
}
#components: alone: {
	metadata: labels: own: "x"
	#resources: "example.com/r@v0#None": {metadata: labels: {}, #spec: none: int}
	spec: none: 1
}
`,
  };

  test("fail on end: what fails is reported, the rest is rendered (PIPE-7)", async () => {
    const { manifests, diagnostics } = await render(hostOf(broken), { path: "/m" });
    expect(hasErrors(diagnostics)).toBe(true);
    expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
      ["OPM1401", "component alone: no transformer of provider kubernetes matches"],
      ["OPM1501", "field not allowed"],
    ]);
    // The module's own line first, then the transformer's; and who failed over what.
    expect(placeText(diagnostics[1]!.places![0]!)).toBe("/m/broken.cue:14:55");
    expect(diagnostics[1]!.args).toEqual({
      problem: "field not allowed",
      subject: "component broken",
      transformer: "opmodel.dev/providers/kubernetes/transformers@v0#DeploymentTransformer",
    });
    expect(manifests.length).toBe(6);
  });

  test("sorted by weight, whatever the order of files and components (PIPE-8)", async () => {
    const yaml = async (files: Record<string, string>): Promise<string> => {
      const { manifests } = await render(hostOf(files), { path: "/m" });
      return manifestsYaml(manifests.map(({ object }) => object));
    };
    const { "/m/components.cue": components, ...rest } = MODULE;
    const turned = components!.replace('["web", "api", "worker"]', '["worker", "api", "web"]');
    const expected = await yaml({ ...MODULE });
    expect(await yaml({ ...rest, "/m/a.cue": turned })).toBe(expected);
    expect(await yaml({ ...rest, "/m/zz.cue": components! })).toBe(expected);
  });

  test("any version of the catalog up to its own is served by it", async () => {
    const files = { ...MODULE, "/m/cue.mod/module.cue": MODULE["/m/cue.mod/module.cue"]!.replace("v0.1.31", "v0.9.0") };
    expect(messages(await render(hostOf(), { path: "/m" }))).toEqual([]);
    const { diagnostics } = await render(hostOf(files), { path: "/m" });
    expect(diagnostics[0]!.message).toContain("v0.9.0");
    expect(diagnostics[0]!.code).toBe("OPM1204");
  });
});
