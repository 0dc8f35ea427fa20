import type { Scaffold } from "./scaffold.ts";

/** What differs between modules of one component. */
interface SmallModule {
  /** Lines of `#config`. */
  readonly config: string;
  /** Text of components.cue. */
  readonly components: string;
  /** Text of values.cue. */
  readonly values: string;
  readonly tries: readonly string[];
}

export function smallModule(name: string, { config, components, values, tries }: SmallModule): Scaffold {
  return {
    deps: ["core", "resources", "schemas", "traits"],
    files: [
      [
        "module.cue",
        `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {
	apiVersion: "example.com/${name}@v0"
	name:       "${name}"
	version:    "0.1.0"
	// Two releases of it can share a namespace: objects are called RELEASE-COMPONENT.
	objectNames: "release"
}

// What users can set. Components read #config, never values.
#config: {
${config}}

values: #config
`,
      ],
      ["components.cue", components],
      ["values.cue", values],
    ],
    tries,
  };
}
