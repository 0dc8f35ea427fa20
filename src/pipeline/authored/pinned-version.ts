// An environment may say which version of a module is released there.
import { governanceCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";

/** What is wrong with a release of another version. */
export function otherVersion(
  field: string,
  { metadata }: Pick<Module, "metadata">,
  environment: EnvironmentDefinition | undefined,
): Diagnostic[] {
  const { name, apiVersion, version } = metadata;
  const pin = environment?.modules?.get(name) ?? environment?.modules?.get(apiVersion);
  if (environment === undefined || pin?.version === undefined || pin.version === version) return [];
  return [
    {
      code: governanceCode.otherVersion,
      severity: "error",
      message: `${environment.name} pins ${name} to ${pin.version}, and the release ${field} has ${version}`,
      args: { module: name, version, pinned: pin.version, environment: environment.name },
      places: pin.versionPlace ? [{ ...pin.versionPlace, label: "the pin" }] : [],
      hint: `let the release name its module (#module: "${name}"), so that each environment has its own version; opm promote moves pins`,
    },
  ];
}
