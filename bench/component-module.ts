// A module of as many components as asked for, one file each.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MODULE_FILE = `module: "example.com/many@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
	"opmodel.dev/schemas@v0": v: "v0.3.0"
	"opmodel.dev/traits@v0": v: "v0.3.0"
}
`;

const MODULE = `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {apiVersion: "example.com/many@v0", name: "many", version: "0.1.0"}

#config: {
	domain: string | *"example.com"
	services: [string]: {
		image:    string
		replicas: int & >=1 | *1
		port:     int & >0 & <=65535
	}
}
`;

const component = (i: number): string => `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
	network_traits "opmodel.dev/traits/network@v0"
)

#components: svc${i}: {
	workload_resources.#Container
	workload_traits.#Scaling
	workload_traits.#HealthCheck
	network_traits.#Expose

	metadata: labels: "core.opmodel.dev/workload-type": "stateless"

	spec: {
		scaling: count: #config.services.svc${i}.replicas
		healthCheck: readinessProbe: httpGet: {path: "/ready", port: #config.services.svc${i}.port}
		container: {
			name:  "main"
			image: #config.services.svc${i}.image
			ports: http: targetPort: #config.services.svc${i}.port
			env: DOMAIN: value: #config.domain
			resources: cpu: {request: "100m", limit: "500m"}
		}
		expose: ports: http: container.ports.http & {exposedPort: 80}
	}
}
`;

export function writeComponents(folder: string, count: number): void {
  mkdirSync(join(folder, "cue.mod"), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write("cue.mod/module.cue", MODULE_FILE);
  write("module.cue", MODULE);
  const services = Array.from(
    { length: count },
    (_, i) => `\t\tsvc${i}: {image: "example/svc${i}:1", port: ${3000 + i}}\n`,
  );
  write("values.cue", `package main\n\nvalues: {\n\tservices: {\n${services.join("")}\t}\n}\n`);
  for (let i = 0; i < count; i++) write(`svc${i}.cue`, component(i));
}
