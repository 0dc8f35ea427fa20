import type { Scaffold } from "./scaffold.ts";
import { smallModule } from "./small-module.ts";

/** Something that runs by the clock, and the same once. */
export function jobFiles(name: string): Scaffold {
  return smallModule(name, {
    config: CONFIG,
    components: COMPONENTS,
    values: VALUES,
    tries: ["opm mod build MODULE --set-string 'schedule=0 3 * * 1'", "opm mod apply MODULE"],
  });
}

const CONFIG = `	// Image of the task.
	image: string
	// What it does: the program and its arguments.
	command: [string, ...string]
	// When it runs: minute, hour, day, month, day of the week.
	schedule: =~"^\\\\S+ \\\\S+ \\\\S+ \\\\S+ \\\\S+$" | *"0 3 * * *"
`;

const COMPONENTS = `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: task: {
	workload_resources.#Container
	workload_traits.#CronJobConfig
	workload_traits.#RestartPolicy

	metadata: labels: "core.opmodel.dev/workload-type": "scheduled-task"

	spec: {
		container: {
			name:    "task"
			image:   #config.image
			command: #config.command
		}
		restartPolicy: "Never"
		cronJobConfig: scheduleCron: #config.schedule
	}
}
`;

const VALUES = `package main

values: {
	image: "busybox:1.37"
	command: ["sh", "-c", "echo done at $(date)"]
}
`;
