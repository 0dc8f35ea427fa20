import type { EnvironmentDefinition, TagTarget } from "../../values/index.ts";
import type { Config } from "../0-config/config.ts";
import type { Module } from "../2-module/module.ts";
import { releaseNamespace } from "./namespace.ts";

/**
 * The cluster and namespace that a release goes to: values that are known at run time are asked of no other. What an
 * environment says of its context holds; a kubeconfig that the user names wins over the environment's.
 */
export function releaseTarget(
  config: Pick<Config, "settings">,
  module: Pick<Module, "metadata">,
  environment: EnvironmentDefinition | undefined,
  stated?: string,
): TagTarget {
  const { settings } = config;
  const own = environment?.cluster;
  const kubeconfig = settings.kubeconfig?.value ?? own?.kubeConfig;
  const context = own?.kubeContext ?? settings.context?.value;
  const namespace = stated ?? releaseNamespace(config, module, environment) ?? environment?.namespace;
  return {
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(kubeconfig !== undefined && settings.kubeconfig === undefined && { foreign: true }),
    ...(context !== undefined && { context }),
    ...(namespace !== undefined && { namespace }),
  };
}
