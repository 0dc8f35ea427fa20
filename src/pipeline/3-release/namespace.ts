import type { EnvironmentDefinition } from "../../values/index.ts";
import type { Config } from "../0-config/config.ts";
import type { Module } from "../2-module/module.ts";

/**
 * Flag, environment variable, environment, module, configuration, `default`. Undefined where the environment of the
 * release gives it: CUE puts it there. A flag beside it stays, so that CUE finds them in conflict.
 */
export function releaseNamespace(
  { settings }: Pick<Config, "settings">,
  module: Pick<Module, "metadata">,
  environment?: Pick<EnvironmentDefinition, "namespace">,
): string | undefined {
  const { namespace } = settings;
  if (namespace?.source === "flag") return namespace.value;
  if (environment?.namespace !== undefined) return undefined;
  if (namespace?.source === "env") return namespace.value;
  return module.metadata.defaultNamespace ?? namespace?.value ?? "default";
}
