import { selfContainedSyntax } from "../../cue/export/index.ts";
import { format } from "../../cue/syntax/index.ts";
import type { Vertex } from "../../cue/value/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { TransformerOriginal, TransformerSource } from "./provider.ts";

/** The package that a transformer's text is. */
const TRANSFORMER_PACKAGE = "opm_transformer";

/** An evaluated transformer for jobs. Its text is made when the first job asks, and once. */
export function transformerSource(cue: CueAccess, vertex: Vertex, original: TransformerOriginal): TransformerSource {
  let text: string | undefined;
  return {
    text: () => Promise.resolve((text ??= transformerText(cue, vertex, original))),
    original: () => Promise.resolve({ value: original, diagnostics: [] }),
  };
}

// From the definition where there is one: the provider's field would bring all of the provider along.
function transformerText(cue: CueAccess, vertex: Vertex, { instance, path }: TransformerOriginal): string {
  const value = cue.field(cue.root(instance), path.slice(1)) ?? vertex;
  cue.finalize(value);
  const file = selfContainedSyntax(value, cue.engine, { packagePath: instance.id });
  return `package ${TRANSFORMER_PACKAGE}\n\n${format(file)}`;
}
