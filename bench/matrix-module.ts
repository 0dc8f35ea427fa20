// A module the size of a redis (StatefulSet, Service, ConfigMap, Secret) and as many environments as asked for.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MODULE_FILE = `module: "example.com/redis@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
	"opmodel.dev/schemas@v0": v: "v0.3.0"
	"opmodel.dev/traits@v0": v: "v0.3.0"
}
`;

const MODULE = `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
	config_resources "opmodel.dev/resources/config@v0"
	network_traits "opmodel.dev/traits/network@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

core.#Module

metadata: {apiVersion: "example.com/redis@v0", name: "redis", version: "7.2.0"}

#config: {
	image:     string | *"redis:7.2"
	replicas:  int & >=1 | *1
	maxmemory: string | *"256mb"
	region:    string | *"none"
	password: schemas.#Secret & {$secretName: "redis-auth", $dataKey: "password"}
}

values: password: value: "not-a-real-password"

#components: redis: {
	workload_resources.#Container
	config_resources.#ConfigMaps
	workload_traits.#Scaling
	network_traits.#Expose
	metadata: labels: "core.opmodel.dev/workload-type": "stateful"
	spec: {
		container: {
			name:  "redis"
			image: #config.image
			ports: redis: targetPort: 6379
			env: {
				REGION: value:        #config.region
				REDIS_PASSWORD: from: #config.password
			}
			resources: {
				cpu: {request: "100m", limit: "500m"}
				memory: {request: "128Mi", limit: "512Mi"}
			}
		}
		configMaps: redis: data: "redis.conf": "maxmemory \\(#config.maxmemory)\\nappendonly yes\\n"
		scaling: count: #config.replicas
		expose: ports: redis: container.ports.redis
	}
}
`;

/** Writes the module; returns its folder. */
export function writeMatrixModule(scratch: string, environments: number): string {
  const folder = join(scratch, `redis-${environments}`);
  mkdirSync(join(folder, "cue.mod"), { recursive: true });
  writeFileSync(join(folder, "cue.mod", "module.cue"), MODULE_FILE);
  writeFileSync(join(folder, "module.cue"), MODULE);
  const lines = Array.from(
    { length: environments },
    (_, i) =>
      `\t"env-${i}": {metadata: name: "env-${i}", namespace: "ns-${i}", values: {replicas: ${1 + (i % 5)}, region: "r${i}"}}\n`,
  );
  writeFileSync(join(folder, "environments.cue"), `package main\n\nenvironments: {\n${lines.join("")}}\n`);
  return folder;
}
