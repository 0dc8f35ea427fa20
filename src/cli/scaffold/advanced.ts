import type { Scaffold } from "./scaffold.ts";
import { webAndDatabaseFiles } from "./web-and-database.ts";

/** The same with environments, a scheduled task and a policy. */
export function advancedFiles(name: string): Scaffold {
  const { files, deps, secrets } = webAndDatabaseFiles(name);
  return {
    ...(secrets && { secrets }),
    tries: ["opm env list MODULE", "opm mod build MODULE -e staging"],
    deps: [...deps, "policies"],
    files: [...files, ["tasks.cue", TASKS], ["environments.cue", ENVIRONMENTS], ["policies.cue", POLICIES]],
  };
}

const TASKS = `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: cleanup: {
	workload_resources.#Container
	workload_traits.#CronJobConfig

	metadata: labels: "core.opmodel.dev/workload-type": "scheduled-task"

	spec: {
		container: {
			name:  "cleanup"
			image: #config.database.image
			command: ["sh", "-c", "psql -h $DB_HOST -U postgres -c 'VACUUM'"]
			env: {
				DB_HOST: value: #components.database.#objectName
				PGPASSWORD: from: #config.database.password
			}
		}
		cronJobConfig: scheduleCron: "0 3 * * *"
	}
}
`;

const ENVIRONMENTS = `package main

import "opmodel.dev/core@v0"

// opm mod build -e staging
environments: core.#EnvironmentMap & {
	staging: {
		metadata: name: "staging"
		namespace: "staging"
		rollout: order: 1
		values: web: replicas: 1
	}
	production: {
		metadata: name: "production"
		namespace: "production"
		rollout: {order: 2, approval: true}
		values: {
			web: replicas:  4
			database: size: "100Gi"
		}
	}
}
`;

const POLICIES = `package main

import network_policies "opmodel.dev/policies/network@v0"

#policies: "database-access": {
	network_policies.#NetworkRules
	metadata: name: "database-access"
	appliesTo: matchLabels: "component.opmodel.dev/name": "database"
	spec: networkRules: clients: ingress: [{
		from: ["web", "cleanup"]
		ports: [{name: "sql", targetPort: 5432}]
	}]
}
`;
