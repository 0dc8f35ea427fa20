// SEC-7: names, labels and annotations of a release, its components and policies are printed and put on every object,
// so nothing in them may be made from a secret.
import { deepMarks } from "../../cue/eval/index.ts";
import type { Vertex } from "../../cue/value/index.ts";
import { SECRET_CODE } from "../../secrets/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { Component, Policy } from "./release.ts";

export function metadataLeaks(
  cue: CueAccess,
  metadata: Vertex,
  components: readonly Component[],
  policies: readonly Policy[],
  given: ReadonlyMap<string, Place>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const look = (v: Vertex | undefined, what: string, path: string): void => {
    const marks = v === undefined ? null : deepMarks(cue.finalize(v));
    if (marks === null) return;
    const fields = cue.fields(v!).filter(({ vertex }) => deepMarks(cue.finalize(vertex)) !== null);
    const at = fields.length === 0 ? path : `${path}.${fields[0]!.name}`;
    const secret = marks.names.join(" and ");
    found.push({
      code: SECRET_CODE.leak,
      severity: "error",
      message: `the secret ${secret} would be readable in ${what}, at ${at}`,
      args: { secret, object: what, path: at },
      path: at,
      places: marks.names.flatMap((name) => {
        const place = given.get(name);
        return place === undefined ? [] : [{ ...place, label: "the secret" }];
      }),
      notes: [`its way: ${[...marks.names, at].join(" → ")}`],
      hint: "wire it with `from:` (environment variable or mount), so that only a Secret holds it",
    });
  };
  look(metadata, "the release's metadata", "metadata");
  for (const { name, cue: handle } of components)
    look(cue.field(handle.get(), "metadata"), `the metadata of component ${name}`, `components.${name}.metadata`);
  for (const { name, cue: handle } of policies)
    look(cue.field(handle.get(), "spec"), `the policy ${name}`, `policies.${name}.spec`);
  return found;
}
