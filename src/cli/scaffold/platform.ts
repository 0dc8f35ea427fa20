import { formatted, moduleFile } from "./scaffold.ts";

/** The files of a new platform: which modules, with which values, under which policies, and where to. */
export function platformScaffold(name: string, catalogVersion: string): ReadonlyMap<string, string> {
  return new Map([
    ["cue.mod/module.cue", moduleFile(name, ["core", "policies", "schemas"], catalogVersion)],
    ["platform.cue", formatted(PLATFORM)],
    ["environments.cue", formatted(environmentsText("platform"))],
  ]);
}

const PLATFORM = `// What a platform team decides for everyone.
package platform

import (
	"opmodel.dev/core@v0"
	security_policies "opmodel.dev/policies/security@v0"
)

catalog: core.#ModuleCatalog & {
	metadata: name: "company"

	// Only these are released; opm mod init my-app makes this one.
	modules: "my-app": {
		module:   "example.com/my-app@v0"
		versions: ">=0.1.0 <1.0.0"
		values: {
			// Concrete values are locked: replicas: 2
			// Suggestions may be changed: logLevel: *"info" | string
		}
	}

	policies: limits: {
		security_policies.#RequireLimits

		// A warning for now; "block" refuses.
		#rules: (security_policies.#RequireLimitsPolicy.metadata.fqn): enforcement: onViolation: "warn"
		metadata: name: "limits"
		appliesTo: matchLabels: "core.opmodel.dev/workload-type": "stateless"
		spec: requireLimits: memory: true
	}
}
`;

export const ENVIRONMENTS: readonly string[] = ["dev", "staging", "production"];

/**
 * Environments for a module, or for all modules of a platform, released in this order. Those of one family (prod-eu,
 * prod-us) go together; the last ones wait for a person.
 */
export function environmentsText(packageName: string, names: readonly string[] = ENVIRONMENTS): string {
  const family = (name: string): string => {
    const [first = name] = name.split("-");
    return names.filter((other) => other.split("-")[0] === first).length > 1 ? first : name;
  };
  const groups = [...new Set(names.map(family))];
  const entries = names.map((name, i) => {
    const key = /^[a-z][a-z0-9]*$/.test(name) ? name : JSON.stringify(name);
    const order = groups.indexOf(family(name)) + 1;
    const isLast = order === groups.length;
    const cluster = i < names.length - 1 ? "" : CLUSTER.replace("NAME", name);
    return `	${key}: {
		metadata: name: ${JSON.stringify(name)}
		namespace: ${JSON.stringify(name)}
		group: ${JSON.stringify(family(name))}
${cluster}		rollout: ${isLast && groups.length > 1 ? `{order: ${order}, approval: true}` : `order: ${order}`}
	}
`;
  });
  return `package ${packageName}

import "opmodel.dev/core@v0"

// Each is a place to release to. \`values\` wins over the module's and over files; \`extends\` shares what several have.
environments: core.#EnvironmentMap & {
${entries.join("")}}
`;
}

const CLUSTER = `		// A context of the kubeconfig: releases to it go nowhere else.
		// cluster: kubeContext: "NAME"
`;
