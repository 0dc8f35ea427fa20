import type { Scaffold } from "./scaffold.ts";
import { smallModule } from "./small-module.ts";

/** One web server. */
export function simpleFiles(name: string): Scaffold {
  return smallModule(name, {
    config: CONFIG,
    components: COMPONENTS,
    values: VALUES,
    tries: ["opm mod docs MODULE", "opm mod apply MODULE"],
  });
}

const CONFIG = `	// Image of the server; it listens on 8080.
	image: string
	// How many servers run.
	replicas: int & >=1 | *1
`;

const COMPONENTS = `package main

import (
	network_traits "opmodel.dev/traits/network@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: web: {
	workload_resources.#Container
	workload_traits.#Scaling
	network_traits.#Expose

	metadata: labels: "core.opmodel.dev/workload-type": "stateless"

	spec: {
		container: {
			name:  "web"
			image: #config.image
			ports: http: targetPort: 8080
		}
		scaling: count: #config.replicas
		expose: ports: http: container.ports.http & {exposedPort: 80}
	}
}
`;

const VALUES = `package main

values: image: "nginxinc/nginx-unprivileged:1.29"
`;
