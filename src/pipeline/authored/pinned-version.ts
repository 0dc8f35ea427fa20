// An environment may say which version of a module is released there.
import { governanceCode, tell, advise } from "../../source/index.ts";
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
      ...tell(
        governanceCode.otherVersion,
        "{environment} pins {module} to {pinned}, and the release {field} has {version}",
        {
          environment: environment.name,
          module: name,
          pinned: pin.version,
          field,
          version,
        },
      ),
      severity: "error",
      places: pin.versionPlace ? [{ ...pin.versionPlace, label: "the pin" }] : [],
      hint: advise(
        governanceCode.otherVersion,
        'let the release name its module (#module: "{name}"), so that each environment has its own version; opm promote moves pins',
        { name },
      ),
    },
  ];
}
