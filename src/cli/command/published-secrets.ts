// Secrets that a module's own files give away to everybody who can pull it.
import { moduleEnvironments } from "../../pipeline/index.ts";
import type { RenderResult } from "../../pipeline/index.ts";
import { SECRET_CODE } from "../../secrets/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { sealSecrets, writtenSecrets } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { SecretInputs } from "./secret-inputs.ts";

/** A warning for each literal secret in the values and environments of the module. */
export function publishedSecrets(context: CommandContext, result: RenderResult, root: string): Diagnostic[] {
  const { values, module, cue } = result;
  if (values === undefined || module === undefined || cue === undefined) return [];
  const secrets = new SecretInputs(context);
  const slots = values.secrets.map(({ path }) => path);
  const trees: ValueNode[] = [values.tree];
  for (const environment of moduleEnvironments(cue, module).values())
    if (environment.values !== undefined) trees.push(sealSecrets(environment.values, slots, secrets.opaque));
  secrets.known();
  const found = new Map<string, Diagnostic>();
  for (const tree of trees)
    for (const { path, place } of writtenSecrets(tree, values.secrets)) {
      if (!place.file.name.startsWith(`${root}/`)) continue;
      secrets.redactor.hide(place);
      found.set(`${place.file.name}:${place.span.start}`, {
        ...tell(SECRET_CODE.published, "the secret {path} would be published: its value is written in the module", {
          path,
        }),
        severity: "warning",
        path: `values.${path}`,
        places: [{ ...place, label: "written here" }],
        hint: advise(
          SECRET_CODE.published,
          "leave it to the module's users, or give a tag such as @env(NAME) or a reference",
        ),
      });
    }
  return secrets.safe([...found.values()]);
}
