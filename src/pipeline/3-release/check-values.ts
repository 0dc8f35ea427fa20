// Values against a module's `#config`, without a release: `opm values validate` and `check`.
import type { Diagnostic } from "../../source/index.ts";
import { validateValues, writeCue } from "../../values/index.ts";
import type { Opaque } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { literalMarks } from "../sealed-value.ts";
import { OverlayText } from "./overlay-text.ts";
import { moduleImport } from "./release-overlay.ts";
import type { ReleaseValues } from "./release-values.ts";

export interface CheckOptions {
  /** Every field must be there; without it only what is given is judged. */
  readonly complete: boolean;
  readonly reveal?: (secret: Opaque) => string;
}

export function checkValues(
  cue: CueAccess,
  module: Module,
  values: Pick<ReleaseValues, "tree" | "schema" | "secrets">,
  { complete, reveal }: CheckOptions,
): Diagnostic[] {
  const { instance: moduleInstance, root, expression } = module.cue.get();
  if (root.field("#config") === undefined) return [];
  const out = new OverlayText();
  out.line("package opm_values");
  out.line(`import module ${JSON.stringify(moduleImport(module))}`);
  out.line(`values: close(module${expression ?? ""}.#config)`);
  out.add(writeCue(values.tree, { under: "values", defaults: complete, ...(reveal && { reveal }) }));
  const text = out.done();
  const path = `${module.path}/_opm_values.cue`;
  const instance = cue.program.synthetic({
    path,
    text: text.text,
    packageName: "opm_values",
    marks: literalMarks(text),
    imports: new Map([[moduleImport(module), moduleInstance]]),
  });
  const value = cue.root(instance).field("values");
  if (value === undefined) throw new Error("the overlay has no values");
  return validateValues(value, {
    cue: text,
    name: path,
    tree: values.tree,
    ...(values.schema && { schema: values.schema }),
    complete,
    secrets: values.secrets,
  });
}
