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

/** Environments for a module, or for all modules of a platform. */
export function environmentsText(packageName: string): string {
  return `package ${packageName}

import "opmodel.dev/core@v0"

// Each is a place to release to. \`values\` wins over the module's and over files; \`extends\` shares what several have.
environments: core.#EnvironmentMap & {
	dev: {
		metadata: name: "dev"
		namespace: "dev"
		group: "dev"
		rollout: order: 1
	}
	staging: {
		metadata: name: "staging"
		namespace: "staging"
		group: "staging"
		rollout: order: 2
	}
	production: {
		metadata: name: "production"
		namespace: "production"
		group: "production"
		// A context of the kubeconfig: releases to production go nowhere else.
		// cluster: kubeContext: "production"
		rollout: {order: 3, approval: true}
	}
}
`;
}
