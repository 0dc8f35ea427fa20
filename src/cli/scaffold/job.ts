import type { Scaffold } from "./scaffold.ts";

/** Something that runs by the clock, and the same once. */
export function jobFiles(name: string): Scaffold {
  return {
    deps: ["core", "resources", "schemas", "traits"],
    files: [
      ["module.cue", moduleText(name)],
      ["components.cue", COMPONENTS],
      ["values.cue", VALUES],
    ],
    tries: ["opm mod build MODULE --set-string 'schedule=0 3 * * 1'", "opm mod apply MODULE"],
  };
}

function moduleText(name: string): string {
  return `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {
	apiVersion: "example.com/${name}@v0"
	name:       "${name}"
	version:    "0.1.0"
}

// What users can set. Components read #config, never values.
#config: {
	// Image of the task.
	image: string
	// What it does: the program and its arguments.
	command: [string, ...string]
	// When it runs: minute, hour, day, month, day of the week.
	schedule: =~"^\\\\S+ \\\\S+ \\\\S+ \\\\S+ \\\\S+$" | *"0 3 * * *"
}

values: #config
`;
}

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
