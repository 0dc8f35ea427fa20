import type { Scaffold } from "./scaffold.ts";

/** A web server and a database, with probes, a secret and a route. */
export function standardFiles(name: string): Scaffold {
  return {
    deps: ["core", "resources", "schemas", "traits"],
    files: [
      ["module.cue", moduleText(name)],
      ["components.cue", COMPONENTS],
      ["values.cue", VALUES],
      ["README.md", readme(name)],
    ],
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
}

// What users can set. Components read #config, never values.
#config: {
	web: {
		// Image of the server.
		image: string
		// How many servers run.
		replicas: int & >=1 & <=20 | *2
		// Host name under which it is reached from outside; none without.
		hostname?: string
	}
	database: {
		image: string | *"postgres:17"
		// Size of the disk.
		size: =~"^[0-9]+[MGT]i$" | *"10Gi"
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
					DB_HOST: value:    "database"
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
				env: POSTGRES_PASSWORD: from: #config.database.password
				volumeMounts: data: {name: "data", mountPath: "/var/lib/postgresql/data"}
			}
			volumes: data: persistentClaim: size: #config.database.size
			expose: ports: sql: container.ports.sql & {exposedPort: 5432}
		}
	}
}
`;

const VALUES = `package main

values: {
	web: image: "registry.example.com/web:1.0.0"
	// A Secret that exists in the cluster. opm mod build -f other.yaml gives another one.
	database: password: {source: "k8s", path: "database", remoteKey: "password"}
}
`;

function readme(name: string): string {
  return `# ${name}

\`\`\`
opm mod vet
opm mod build
opm mod build --set web.hostname=${name}.example.com
opm mod docs
\`\`\`
`;
}
