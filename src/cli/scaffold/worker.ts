import type { Scaffold } from "./scaffold.ts";
import { smallModule } from "./small-module.ts";

/** A process without a port that stops gracefully. */
export function workerFiles(name: string): Scaffold {
  return smallModule(name, {
    config: CONFIG,
    components: COMPONENTS,
    values: VALUES,
    tries: ["opm mod explain Deployment/MODULE-worker.spec.replicas MODULE", "opm mod apply MODULE"],
  });
}

const CONFIG = `	// Image of the worker.
	image: string
	// What it does: the program and its arguments.
	command: [string, ...string]
	// How many work at once.
	workers: int & >=1 & <=50 | *1
	// Seconds that a worker has to finish its work.
	grace: int & >=1 | *30
`;

const COMPONENTS = `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: worker: {
	workload_resources.#Container
	workload_traits.#Scaling
	workload_traits.#GracefulShutdown

	metadata: labels: "core.opmodel.dev/workload-type": "stateless"

	spec: {
		container: {
			name:    "worker"
			image:   #config.image
			command: #config.command
			resources: {
				cpu: {request: "50m", limit: "500m"}
				memory: {request: "32Mi", limit: "128Mi"}
			}
		}
		scaling: count: #config.workers
		gracefulShutdown: terminationGracePeriodSeconds: #config.grace
	}
}
`;

const VALUES = `package main

values: {
	image: "busybox:1.37"
	command: ["sh", "-c", "trap exit TERM; while true; do date; sleep 10; done"]
}
`;
