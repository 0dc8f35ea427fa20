// A repository of many releases: a shared module, a platform with three environments, one folder for each release with
// its own values file.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MODULE_FILE = `module: "example.com/fleet@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
	"opmodel.dev/schemas@v0": v: "v0.3.0"
	"opmodel.dev/traits@v0": v: "v0.3.0"
}
`;

const SERVICE = `package service

import (
	"opmodel.dev/core@v0"
	config_resources "opmodel.dev/resources/config@v0"
	network_traits "opmodel.dev/traits/network@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

core.#Module

metadata: {apiVersion: "example.com/service@v0", name: "service", version: "1.4.0", objectNames: "release"}

#config: {
	image:    string
	replicas: int & >=1 | *1
	logLevel: "debug" | *"info" | "warn"
	region:   string | *"none"
	settings: [string]: string
}

values: #config

#components: service: {
	workload_resources.#Container
	config_resources.#ConfigMaps
	workload_traits.#Scaling
	network_traits.#Expose
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: {
		container: {
			name:  "service"
			image: #config.image
			ports: http: targetPort: 8080
			env: {
				REGION: value:    #config.region
				LOG_LEVEL: value: #config.logLevel
			}
			resources: {
				cpu: {request: "100m", limit: "500m"}
				memory: {request: "128Mi", limit: "512Mi"}
			}
		}
		configMaps: settings: data: {for k, v in #config.settings {(k): v}}
		scaling: count: #config.replicas
		expose: ports: http: container.ports.http & {exposedPort: 80}
	}
}
`;

const PLATFORM = `package platform

import "opmodel.dev/core@v0"

environments: core.#EnvironmentMap & {
	dev: {metadata: name: "dev", namespace: "apps-dev", values: logLevel: "debug"}
	staging: {metadata: name: "staging", namespace: "apps-staging", rollout: order: 1, values: replicas: 2}
	prod: {metadata: name: "prod", namespace: "apps", rollout: order: 2, values: {replicas: 3, region: "eu-west-1"}}
}
`;

/** Writes the repository; returns the folder with the releases. */
export function writeFleet(root: string, releases: number): { apps: string; platform: string } {
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write("cue.mod/module.cue", MODULE_FILE);
  write("modules/service/service.cue", SERVICE);
  write("platform/platform.cue", PLATFORM);
  for (let i = 0; i < releases; i++) {
    const name = `app-${String(i).padStart(5, "0")}`;
    write(
      `apps/${name}/release.cue`,
      `package ${name.replace("-", "_")}

import (
	"opmodel.dev/core@v0"
	"example.com/fleet/modules/service"
)

"${name}": core.#ModuleRelease & {
	metadata: name: "${name}"
	#module: service
}
`,
    );
    write(
      `apps/${name}/values.cue`,
      `package ${name.replace("-", "_")}

"${name}": values: {
	image: "registry.example.com/${name}:1.${i % 7}.0"
	settings: {
		OWNER: "team-${i % 40}"
		TIER:  "${i % 3}"
	}
}
`,
    );
  }
  return { apps: join(root, "apps"), platform: join(root, "platform") };
}

// Run by itself, never where it is imported: another program has arguments of its own.
if (process.argv[1]?.endsWith("fleet-tree.ts") === true && process.argv[2] !== undefined)
  writeFleet(process.argv[2], Number(process.argv[3] ?? 100));
