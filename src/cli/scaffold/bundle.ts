/** The files of a new bundle by their paths: two small modules under one configuration. It builds as it is. */
export function bundleScaffold(name: string, catalogVersion: string): ReadonlyMap<string, string> {
  const deps = ["core", "resources", "schemas", "traits"];
  const lines = deps.map((dep) => `\t"opmodel.dev/${dep}@v0": v: ${JSON.stringify(catalogVersion)}\n`);
  return new Map([
    [
      "cue.mod/module.cue",
      `module: "example.com/${name}@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${lines.join("")}}\n`,
    ],
    ["bundle.cue", bundleText(name)],
    ["modules/api.cue", moduleText(name, "api", 8080)],
    ["modules/web.cue", moduleText(name, "web", 80)],
  ]);
}

function bundleText(name: string): string {
  return `package bundle

import (
	"opmodel.dev/core@v0"
	"example.com/${name}/modules@v0"
)

bundle: core.#Bundle & {
	metadata: {
		apiVersion: "example.com/${name}@v0"
		name:       "${name}"
	}

	#modules: {
		api: modules.api
		web: modules.web
	}

	// One configuration for all of it.
	#config: {
		// Tag of both images.
		tag:      string | *"1.29"
		replicas: int & >=1 | *1
	}

	// What it means for each module.
	#instances: {
		api: values: {
			image:    "nginx:\\(#config.tag)"
			replicas: #config.replicas
		}
		web: {
			// Web is released when api is ready.
			after: ["api"]
			values: {
				image:    "nginx:\\(#config.tag)"
				replicas: #config.replicas
			}
		}
	}
}
`;
}

function moduleText(bundle: string, name: string, port: number): string {
  return `package modules

import (
	"opmodel.dev/core@v0"
	network_traits "opmodel.dev/traits/network@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

${name}: core.#Module & {
	metadata: {
		apiVersion: "example.com/${bundle}/${name}@v0"
		name:       "${name}"
		version:    "0.1.0"
		// Two instances of it can share a namespace: objects are called INSTANCE-COMPONENT.
		objectNames: "release"
	}

	#config: {
		image:    string
		replicas: int & >=1 | *1
	}

	#components: ${name}: {
		workload_resources.#Container
		workload_traits.#Scaling
		network_traits.#Expose

		metadata: labels: "core.opmodel.dev/workload-type": "stateless"

		spec: {
			container: {
				name:  "${name}"
				image: #config.image
				ports: http: targetPort: ${port}
			}
			scaling: count: #config.replicas
			expose: ports: http: container.ports.http
		}
	}
}
`;
}
