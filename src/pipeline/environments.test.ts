// Scenarios A to H of the environment RFC (ENV-7), and the rules that they stand for.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MemoryFiles, noRegistry } from "../cue/load/index.ts";
import { nodeFiles } from "../host/node-files.ts";
import { placeText } from "../source/index.ts";
import { CatalogRegistry } from "./index.ts";
import type { CatalogIndex, PipelineHost } from "./index.ts";
import { renderMany } from "./many-fixture.ts";
import type { ManyRequest } from "./many-fixture.ts";

const catalog = new CatalogRegistry(
  JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex,
  nodeFiles,
  `${process.cwd()}/catalog`,
);

function host(files: Readonly<Record<string, string>>): PipelineHost {
  return {
    files: new MemoryFiles(new Map(Object.entries(files))),
    env: {},
    catalog,
    registry: () => noRegistry,
    clock: () => 0,
  };
}

const MODULE_FILE = `module: "example.com/blog@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
	"opmodel.dev/schemas@v0": v: "v0.3.0"
	"opmodel.dev/traits@v0": v: "v0.3.0"
}
`;

const moduleText = (name: string, config: string): string => `package main

import (
	"opmodel.dev/core@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

core.#Module

metadata: {
	apiVersion: "example.com/${name}@v0"
	name:       "${name}"
	version:    "0.1.0"
}

#config: {
${config}
}

#components: app: {
	workload_resources.#Container
	workload_traits.#Scaling
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: {
		container: {name: "app", image: #config.image, env: LOG_LEVEL: value: #config.logLevel}
		scaling: count: #config.replicaCount
	}
}
`;

const CONFIG = `	image!:       string
	replicaCount: *1 | int
	logLevel:     *"info" | "debug" | "warn" | "error"`;

interface Given {
  readonly environments?: string;
  readonly values?: string;
  readonly name?: string;
  readonly config?: string;
}

function folder({
  environments,
  values = 'image: "myapp:v2"',
  name = "blog",
  config = CONFIG,
}: Given): Record<string, string> {
  return {
    [`/${name}/cue.mod/module.cue`]: MODULE_FILE.replace("/blog@", `/${name}@`),
    [`/${name}/module.cue`]: moduleText(name, config),
    [`/${name}/values.cue`]: `package main\n\nvalues: {\n\t${values}\n}\n`,
    ...(environments !== undefined && {
      [`/${name}/environments.cue`]: `package main\n\nenvironments: {\n${environments}\n}\n`,
    }),
  };
}

async function run(given: Given, names: readonly string[] = [], request: Partial<ManyRequest> = {}) {
  const result = await renderMany(host(folder(given)), {
    path: `/${given.name ?? "blog"}`,
    environments: { names },
    ...request,
  });
  const diagnostics = [...result.diagnostics, ...result.releases.flatMap((r) => r.diagnostics)];
  const first = result.releases[0];
  const deployment = first?.manifests.find((m) => m.identity.kind === "Deployment")?.object as unknown as
    | Deployment
    | undefined;
  return { ...result, diagnostics, release: first?.release, deployment, first };
}

interface Deployment {
  readonly metadata: { readonly labels: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly { readonly image: string; readonly env: readonly { readonly value: string }[] }[];
      };
    };
  };
}

const told = (
  diagnostics: readonly { message: string; places?: readonly Parameters<typeof placeText>[0][]; hint?: string }[],
) =>
  diagnostics.map(({ message, places, hint }) => ({
    message,
    at: (places ?? []).map(placeText),
    ...(hint && { hint }),
  }));

const STAGING = `	staging: {
		metadata: name: "staging"
		cluster: kubeContext: "eks-us-west-2"
		namespace: "staging"
		values: {replicaCount: 1, logLevel: "debug"}
	}`;
const PRODUCTION = `	production: {
		metadata: {
			name: "production"
			labels: "example.com/tier": "gold"
			annotations: "example.com/owner": "ops"
		}
		cluster: kubeContext: "eks-us-west-2"
		namespace: "production"
		values: {replicaCount: 3, logLevel: "info"}
	}`;

describe("scenarios of the environment RFC (ENV-7)", () => {
  test("A: basic environment with cluster and namespace (ENV-1, ENV-2, ENV-3)", async () => {
    const { release, first, deployment, diagnostics } = await run({ environments: STAGING }, ["staging"]);
    expect(diagnostics).toEqual([]);
    expect(release?.metadata.namespace).toBe("staging");
    // The vector of the identity: fqn:name:namespace:environment.
    expect(release?.metadata.uuid).toBe("6eb2488a-363e-5815-9143-cf1e44004722");
    expect(release?.metadata.labels["module-release.opmodel.dev/environment"]).toBe("staging");
    expect(deployment?.metadata.labels["environment.opmodel.dev/name"]).toBe("staging");
    expect(first?.environment?.cluster?.kubeContext).toBe("eks-us-west-2");
  });

  test("B: one cluster, two environments (ENV-5, ENV-9)", async () => {
    const { releases } = await run({ environments: `${STAGING}\n${PRODUCTION}` }, ["staging", "production"]);
    const [staging, production] = releases;
    expect(releases.map((r) => r.release?.metadata.namespace)).toEqual(["staging", "production"]);
    expect(staging?.release?.metadata.uuid).not.toBe(production?.release?.metadata.uuid);
    const facts = releases.map((r) => {
      const { spec } = r.manifests.find((m) => m.identity.kind === "Deployment")!.object as unknown as Deployment;
      const [container] = spec.template.spec.containers;
      return [container!.image, spec.replicas, container!.env[0]!.value];
    });
    expect(facts).toEqual([
      ["myapp:v2", 1, "debug"],
      ["myapp:v2", 3, "info"],
    ]);
  });

  test("C: without an environment everything is as before (ENV-3, ENV-6)", async () => {
    const plain = await run({});
    const beside = await run({ environments: `${STAGING}\n${PRODUCTION}` });
    expect(plain.release?.metadata.namespace).toBe("default");
    expect(plain.release?.metadata.uuid).toBe("aee43580-ba67-5728-8c19-a4231819503f");
    expect(Object.keys(plain.deployment!.metadata.labels).filter((key) => key.includes("environment"))).toEqual([]);
    expect(JSON.stringify(beside.first?.manifests.map((m) => m.object))).toBe(
      JSON.stringify(plain.first?.manifests.map((m) => m.object)),
    );
  });

  test("D: the environment wins, what it does not set is kept (ENV-5)", async () => {
    const { deployment } = await run(
      {
        values: 'image: "myapp:v2", replicaCount: 2, logLevel: "debug"',
        environments: `\tprod: {metadata: name: "prod", values: replicaCount: 5}`,
      },
      ["prod"],
    );
    expect(deployment?.spec.replicas).toBe(5);
    expect(deployment?.spec.template.spec.containers[0]?.env[0]?.value).toBe("debug");
  });

  test("E: a wrong type is reported at the environment's own line (ENV-4)", async () => {
    const { diagnostics } = await run(
      { environments: `\tprod: {\n\t\tmetadata: name: "prod"\n\t\tvalues: replicaCount: "three"\n\t}` },
      ["prod"],
    );
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.every((d) => d.severity === "error")).toBe(true);
    expect(told(diagnostics)[0]!.at[0]).toBe("/blog/environments.cue:6:25");
    expect(told(diagnostics)[0]!.message).toContain('"three"');
  });

  test("F: several modules share one environment of the platform (ENV-2)", async () => {
    const platform = {
      "/platform/cue.mod/module.cue": MODULE_FILE.replace("/blog@", "/platform@"),
      "/platform/environments.cue": `package platform

import "opmodel.dev/core@v0"

environments: core.#EnvironmentMap & {
	staging: {
		metadata: name: "staging"
		cluster: kubeContext: "eks-staging"
		namespace: "staging"
		values: replicaCount: 1
	}
}
`,
    };
    const uuids = new Set<string>();
    for (const name of ["frontend", "backend"]) {
      const files = { ...platform, ...folder({ name, values: `image: "${name}:v3", replicaCount: 4` }) };
      const { releases, diagnostics } = await renderMany(host(files), {
        path: `/${name}`,
        flags: { platform: "/platform" },
        environments: { names: ["staging"] },
      });
      expect([...diagnostics, ...releases.flatMap((r) => r.diagnostics)]).toEqual([]);
      const { release, environment, manifests } = releases[0]!;
      expect(release?.metadata.namespace).toBe("staging");
      expect(environment?.cluster?.kubeContext).toBe("eks-staging");
      const deployment = manifests.find((m) => m.identity.kind === "Deployment")!.object as unknown as Deployment;
      expect(deployment.spec.replicas).toBe(1);
      expect(deployment.metadata.labels["environment.opmodel.dev/name"]).toBe("staging");
      uuids.add(release!.metadata.uuid);
    }
    expect(uuids.size).toBe(2);
  });

  test("G: an environment without a namespace leaves it to the release", async () => {
    const { release, first } = await run(
      {
        environments: `\tproduction: {metadata: name: "production", cluster: kubeContext: "eks-prod", values: replicaCount: 3}`,
      },
      ["production"],
      { flags: { namespace: "myapp-prod" } },
    );
    expect(release?.metadata.namespace).toBe("myapp-prod");
    expect(first?.environment?.cluster?.kubeContext).toBe("eks-prod");
  });

  test("H: the environment's namespace fills the release's (ENV-2, ENV-3)", async () => {
    const { release } = await run({ environments: `\tstaging: {metadata: name: "staging", namespace: "staging-ns"}` }, [
      "staging",
    ]);
    expect(release?.metadata.namespace).toBe("staging-ns");
  });
});

describe("environments of a release", () => {
  test("another namespace than the environment's is a conflict that names both places (ENV-2)", async () => {
    const { diagnostics } = await run({ environments: STAGING }, ["staging"], { flags: { namespace: "other" } });
    expect(told(diagnostics).flatMap((d) => d.at)).toEqual(
      expect.arrayContaining(["--namespace:1:1", "/blog/environments.cue:7:14"]),
    );
  });

  test("an unknown field is reported at the environment's line with the nearest name (ENV-4)", async () => {
    const { diagnostics } = await run(
      { environments: `\tprod: {\n\t\tmetadata: name: "prod"\n\t\tvalues: replicaCuont: 2\n\t}` },
      ["prod"],
    );
    expect(told(diagnostics)).toContainEqual({
      message: "the module has no field replicaCuont",
      at: ["/blog/environments.cue:6:25"],
      hint: "did you mean replicaCount?",
    });
  });

  test("labels and annotations of the environment are on every object (ENV-6)", async () => {
    const { deployment } = await run({ environments: PRODUCTION }, ["production"]);
    expect(deployment?.metadata.labels).toMatchObject({
      "environment.opmodel.dev/name": "production",
      "module-release.opmodel.dev/environment": "production",
      "example.com/tier": "gold",
    });
    expect(deployment?.metadata.annotations).toMatchObject({ "example.com/owner": "ops" });
  });

  test("a field that #Environment does not have is refused (ENV-1)", async () => {
    const { diagnostics } = await run(
      { environments: `\tprod: {metadata: name: "prod", clusterr: kubeContext: "x"}` },
      ["prod"],
    );
    expect(told(diagnostics)[0]).toMatchObject({
      message: "an environment has no field clusterr",
      hint: "did you mean cluster?",
    });
  });

  test("inheritance: the region wins, the base's labels and values come along (ENV-8)", async () => {
    const environments = `	base: {
		abstract: true
		metadata: {name: "base", labels: "example.com/tier": "gold"}
		namespace: "prod"
		values: {replicaCount: 3, logLevel: "warn"}
	}
	eu: {extends: "base", metadata: name: "eu", values: replicaCount: 7}`;
    const { release, deployment } = await run({ environments }, ["eu"]);
    expect(release?.metadata.namespace).toBe("prod");
    expect(deployment?.spec.replicas).toBe(7);
    expect(deployment?.spec.template.spec.containers[0]?.env[0]?.value).toBe("warn");
    expect(deployment?.metadata.labels["example.com/tier"]).toBe("gold");
    const refused = await run({ environments }, ["base"]);
    expect(told(refused.diagnostics)[0]).toMatchObject({ hint: "those that extend it: eu" });
    const all = await run({ environments }, [], { environments: { all: true } });
    expect(all.releases.map((r) => r.environment?.name)).toEqual(["eu"]);
  });

  test("environments that extend each other are refused with the circle (ENV-8)", async () => {
    const environments = `\ta: {extends: "b", metadata: name: "a"}\n\tb: {extends: "a", metadata: name: "b"}`;
    const { diagnostics, releases } = await run({ environments }, ["a"]);
    expect(diagnostics.map((d) => d.message)).toEqual(["environments extend each other in a circle: a → b → a"]);
    expect(releases).toEqual([]);
  });

  test("the environment wins over files, --set over the environment (VAL-1)", async () => {
    const files = [{ name: "user.yaml", text: "replicaCount: 9\nlogLevel: error\n" }];
    const environments = `\tprod: {metadata: name: "prod", values: replicaCount: 5}`;
    const { deployment } = await run({ environments }, ["prod"], {
      values: { files, sets: [{ kind: "set", argument: "logLevel=warn" }] },
    });
    expect(deployment?.spec.replicas).toBe(5);
    expect(deployment?.spec.template.spec.containers[0]?.env[0]?.value).toBe("warn");
  });
});
