import type { Instance } from "../../cue/load/index.ts";
import { format } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import type { Value } from "../../cue/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { TransformerOriginal, TransformerSource } from "./provider.ts";
import { slimInstance } from "./slim-instance.ts";

/** The package that a transformer's text is. */
const TRANSFORMER_PACKAGE = "opm_transformer";

/** An evaluated transformer for jobs. Its text is made when the first job asks, and once. */
export function transformerSource(cue: CueAccess, item: Value, original: TransformerOriginal): TransformerSource {
  let text: string | undefined;
  return {
    text: () => Promise.resolve((text ??= transformerText(cue, item, original))),
    original: () => Promise.resolve({ value: original, diagnostics: [] }),
  };
}

/**
 * From the definition where there is one: the provider's field would bring all of the provider along. What a job does
 * not read is left out, because every run reads the text again.
 */
function transformerText(cue: CueAccess, item: Value, { instance, path }: TransformerOriginal): string {
  const name = path.slice(1);
  const slim = name.startsWith("#") ? slimInstance(instance, name) : undefined;
  const slimmed = slim === undefined ? undefined : exported(cue.program.context(), slim, name);
  const file = slimmed ?? exported(cue, instance, name) ?? item.selfContainedSyntax();
  const text = format(file);
  // Indentation is for people; in a string of several lines it counts.
  const dense = /"""|'''/.test(text) ? text : text.replace(/^\t+/gm, "");
  return `package ${TRANSFORMER_PACKAGE}\n\n${dense}`;
}

function exported(cue: CueAccess, instance: Instance, name: string): File | undefined {
  const value = cue.root(instance).field(name);
  return value === undefined || value.isWrong ? undefined : value.selfContainedSyntax();
}
