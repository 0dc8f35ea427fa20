// SEC-7: names, labels and annotations of a release, its components and policies are printed and put on every object,
// and names of fields become names of objects and keys; so nothing in them may be made from a secret.
import type { Value } from "../../cue/index.ts";
import { SECRET_CODE } from "../../secrets/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { Component, Policy } from "./release.ts";

export function metadataLeaks(
  metadata: Value,
  components: readonly Component[],
  policies: readonly Policy[],
  given: ReadonlyMap<string, Place>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const leaks = (names: readonly string[], what: string, at: string): void => {
    const secret = names.join(" and ");
    found.push({
      ...tell(SECRET_CODE.leak, "the secret {secret} would be readable in {what}, at {at}", {
        secret,
        what,
        at,
        object: what,
        path: at,
      }),
      severity: "error",
      path: at,
      places: names.flatMap((name) => {
        const place = given.get(name);
        return place === undefined ? [] : [{ ...place, label: "the secret" }];
      }),
      notes: [`its way: ${[...names, at].join(" → ")}`],
      hint: advise(
        SECRET_CODE.leak,
        "wire it with `from:` (environment variable or mount), so that only a Secret holds it",
      ),
    });
  };
  const look = (value: Value | undefined, what: string, path: string): void => {
    const names = value?.marks() ?? [];
    if (names.length === 0) return;
    const field = value!.entries().find((entry) => entry.value.marks().length > 0);
    leaks(names, what, field === undefined ? path : `${path}.${field.name}`);
  };
  look(metadata, "the release's metadata", "metadata");
  for (const { name, cue: handle } of components) {
    look(handle.get().field("metadata"), `the metadata of component ${name}`, `components.${name}.metadata`);
    // Names of fields end as names of objects, of keys, of variables: also those of Secrets are readable.
    for (const { path, marks } of handle.get().field("spec")?.markedNames() ?? [])
      leaks(marks, "the name of a field", [`components.${name}.spec`, ...path].join("."));
  }
  for (const { name, cue: handle } of policies)
    look(handle.get().field("spec"), `the policy ${name}`, `policies.${name}.spec`);
  return found;
}
