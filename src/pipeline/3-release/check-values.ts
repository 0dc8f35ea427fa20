// Values against a module's `#config`, without a release: `opm values validate` and `check`.
import type { Diagnostic } from "../../source/index.ts";
import { sourceTree, validateValues } from "../../values/index.ts";
import type { Opaque } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { ReleaseValues } from "./release-values.ts";

interface CheckOptions {
  /** Every field must be there; without it only what is given is judged. */
  readonly complete: boolean;
  readonly reveal?: ((secret: Opaque) => string) | undefined;
}

export function checkValues(
  module: Module,
  { tree, schema, secrets }: Pick<ReleaseValues, "tree" | "schema" | "secrets">,
  { complete, reveal }: CheckOptions,
): Diagnostic[] {
  const { root } = module.cue.get();
  if (root.field("#config") === undefined) return [];
  const given = sourceTree(tree, { defaults: complete, reveal }).tree;
  const values = root.evaluate("close(#config)").meet(given, "values");
  return validateValues(values, { tree, ...(schema && { schema }), complete, secrets });
}
