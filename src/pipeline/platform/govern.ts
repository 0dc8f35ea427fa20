// What the platform says about one module: whether it may be released, with which values, policies and settings.
import type { Instance } from "../../cue/load/index.ts";
import { admitModule, platformValues } from "../../governance/index.ts";
import type { CatalogEntry } from "../../governance/index.ts";
import type { Outcome } from "../../source/index.ts";
import { toPlain } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { ModuleMetadata } from "../2-module/module.ts";
import type { PlainStruct } from "../plain-value.ts";
import type { LoadedPlatform } from "./load-platform.ts";

export interface Governed {
  readonly entry?: CatalogEntry;
  /** Overlays of the platform, the entry's last. */
  readonly values: readonly ValueNode[];
  readonly settings?: PlainStruct;
  readonly policies?: PlatformPolicies;
}

/** Policies that hold beside the module's own, as references into the platform's package. */
export interface PlatformPolicies {
  readonly instance: Instance;
  /** CUE paths in it. */
  readonly paths: readonly string[];
}

export function governModule(
  platform: LoadedPlatform | undefined,
  module: Pick<ModuleMetadata, "name" | "apiVersion" | "version">,
): Outcome<Governed> {
  if (platform === undefined) return { value: { values: [] }, diagnostics: [] };
  const { catalog, overlay } = platform;
  if (catalog === undefined) return { value: { values: overlay === undefined ? [] : [overlay] }, diagnostics: [] };
  const { value: entry, diagnostics } = admitModule(catalog, module);
  if (entry === undefined) return { diagnostics };
  const instance = platform.cue?.get();
  const paths = [
    ...(catalog.policies.length > 0 ? ["catalog.policies"] : []),
    ...(entry.policies.length > 0 ? [`catalog.modules[${JSON.stringify(entry.name)}].policies`] : []),
  ];
  return {
    value: {
      entry,
      values: platformValues(catalog, entry),
      ...(catalog.settings && { settings: toPlain(catalog.settings) as PlainStruct }),
      ...(instance && paths.length > 0 && { policies: { instance, paths } }),
    },
    diagnostics,
  };
}
