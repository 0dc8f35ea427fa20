/** What `config` may have. */
export const SETTINGS: readonly string[] = [
  "registry",
  "provider",
  "cacheDir",
  "platform",
  "providers",
  "kubernetes",
  "encryption",
  "log",
];

/** What a configuration may hold. Closed: a setting that nobody reads is a mistake. */
export const CONFIG_SCHEMA = `package opm_config

import (
	"list"
	user "opm.internal/user"
)

#Config: {
	registry?: string
	provider?: string
	cacheDir?: string
	// A folder with environments, a module catalog and settings of the platform.
	platform?: string
	providers?: [string]: _
	kubernetes?: {
		kubeconfig?: string
		context?:    string
		namespace?:  string
	}
	// Who --encrypt writes Secrets for: age keys, for an environment or for all that have none of their own.
	encryption?: {
		recipients?: [...=~"^age1"]
		environments?: [string]: [=~"^age1", ...=~"^age1"]
	}
	log?: {
		timestamps?: bool
		kubernetes?: apiWarnings?: "warn" | "debug" | "suppress"
	}
}

#Settings: {for name, value in user.config if list.Contains(#known, name) {(name): value}}
#known: ["registry", "provider", "cacheDir", "platform", "kubernetes", "encryption", "log"]
checked: #Config & #Settings
`;
