// The evaluator for values files that are more than data: references, comprehensions, imports.
import type { Outcome, SourceFile } from "../source/index.ts";
import type { CueView } from "./cue-view.ts";
import { valuesFromCue } from "./from-cue.ts";
import type { EvaluateValues } from "./read-values.ts";
import { VALUES_CODE } from "./values-code.ts";

/** `load` evaluates the file as a package of its own, with what it imports. */
export function valuesEvaluator(load: (file: SourceFile) => Outcome<CueView>): EvaluateValues {
  return (file, context) => {
    const loaded = load(file);
    if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
    const place = { file: context.file, span: { start: 0, end: 0 } };
    const { error } = loaded.value;
    if (error !== undefined)
      return {
        diagnostics: [
          ...loaded.diagnostics,
          { code: VALUES_CODE.notData, severity: "error", message: error, places: [loaded.value.places[0] ?? place] },
        ],
      };
    const value = valuesFromCue(loaded.value, {
      tier: context.tier,
      place,
      ...(context.source !== undefined && { source: context.source }),
    });
    return { value, diagnostics: loaded.diagnostics };
  };
}
