import type { Scaffold } from "./scaffold.ts";

/** A web server and a database, with probes, a secret and a route. */
export function webAndDatabaseFiles(name: string): Scaffold {
  return {
    deps: ["core", "resources", "schemas", "traits"],
    files: [
      ["module.cue", moduleText(name)],
      ["components.cue", COMPONENTS],
      ["values.cue", VALUES],
    ],
    secrets: [PASSWORD_FILE],
    tries: ["opm mod build MODULE --set-string web.hostname=MODULE.example.com", "opm mod apply MODULE"],
  };
}

function moduleText(name: string): string {
  return `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)

core.#Module

metadata: {
	apiVersion:       "example.com/${name}@v0"
	name:             "${name}"
	version:          "0.1.0"
	description:      "A web server with its database"
	defaultNamespace: "default"
	// Two releases of it can share a namespace: objects are called RELEASE-COMPONENT.
	objectNames: "release"
}

// What users can set. Components read #config, never values.
#config: {
	web: {
		// Image of the server; it listens on 8080.
		image: string
		// How many servers run.
		replicas: int & >=1 & <=20 | *2
		// Host name under which it is reached from outside; none without.
		hostname?: string
	}
	database: {
		image: string | *"postgres:17"
		// Size of the disk.
		size: =~"^[0-9]+[MGT]i$" | *"1Gi"
		// Password of the database user.
		password: schemas.#Secret & {$secretName: "database", $dataKey: "password"}
	}
}

values: #config
`;
}

const COMPONENTS = `package main

import (
	network_traits "opmodel.dev/traits/network@v0"
	storage_resources "opmodel.dev/resources/storage@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: {
	web: {
		workload_resources.#Container
		workload_traits.#Scaling
		workload_traits.#HealthCheck
		network_traits.#Expose
		if #config.web.hostname != _|_ {network_traits.#HttpRoute}

		metadata: labels: "core.opmodel.dev/workload-type": "stateless"

		spec: {
			container: {
				name:  "web"
				image: #config.web.image
				ports: http: targetPort: 8080
				env: {
					DB_HOST: value: #components.database.#objectName
					DB_PASSWORD: from: #config.database.password
				}
				resources: {
					cpu: {request: "50m", limit: "500m"}
					memory: {request: "64Mi", limit: "256Mi"}
				}
			}
			scaling: count: #config.web.replicas
			healthCheck: readinessProbe: httpGet: {path: "/", port: 8080}
			expose: ports: http: container.ports.http & {exposedPort: 80}
			if #config.web.hostname != _|_ {
				httpRoute: {
					hostnames: [#config.web.hostname]
					rules: [{backendPort: 80}]
				}
			}
		}
	}

	database: {
		workload_resources.#Container
		storage_resources.#Volumes
		network_traits.#Expose

		metadata: labels: "core.opmodel.dev/workload-type": "stateful"

		spec: {
			container: {
				name:  "database"
				image: #config.database.image
				ports: sql: targetPort:       5432
				env: {
					POSTGRES_PASSWORD: from: #config.database.password
					// A disk may have a folder of its own at its root, which the database refuses.
					PGDATA: value: "/var/lib/postgresql/data/pgdata"
				}
				volumeMounts: data: {name: "data", mountPath: "/var/lib/postgresql/data"}
			}
			volumes: data: persistentClaim: {size: #config.database.size, storageClass: null}
			expose: ports: sql: container.ports.sql & {exposedPort: 5432}
		}
	}
}
`;

const PASSWORD_FILE = "secrets/database-password";

const VALUES = `package main

values: {
	web: image: "nginxinc/nginx-unprivileged:1.29"
	// Read from a file that is not in the repository. For a Secret that the cluster has:
	// database: password: {source: "k8s", path: "database", remoteKey: "password"}
	database: password: _ @file("${PASSWORD_FILE}", trim=true)
}
`;
