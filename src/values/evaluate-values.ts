// What evaluation says about a values file that is more than data: references, comprehensions, imports.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { CueView } from "./cue-view.ts";
import { Evaluation } from "./derived.ts";
import { valuesFromCue } from "./from-cue.ts";
import type { Path } from "./path.ts";
import type { Computed, ReadContext } from "./read-ast.ts";
import type { MakeOpaque } from "./seal-secrets.ts";
import { exprNode, placeOf } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

interface EvaluatedFile {
  /** What the file's own declarations say at a path. */
  at(path: Path): CueView | undefined;
  /** The module's schema at a path, where the file is evaluated with it: what it alone declares is not the file's. */
  schema?(path: Path): CueView | undefined;
  /** Secrets of the file are not known yet: what depends on them is no mistake. */
  readonly pending?: boolean;
  /** Makes what was computed from secrets opaque. */
  readonly opaque?: MakeOpaque | undefined;
}

export function computedValues(file: EvaluatedFile, context: ReadContext): Computed {
  const whole = file.at([]);
  const evaluation = whole && new Evaluation(whole);
  return (path, at) => {
    const origin = evaluation === undefined ? at : { ...at, evaluation };
    const diagnostics: Diagnostic[] = [];
    const wrong = (message: string, view?: CueView): void => {
      const place = view?.places.find((p) => p.file.name === context.file.name) ?? placeOf(origin);
      diagnostics.push({
        ...tell(VALUES_CODE.notData, "it cannot be evaluated in its own file: {problem}", { problem: message }),
        severity: "error",
        places: [place],
        hint: advise(
          VALUES_CODE.notData,
          "an expression of a values file sees its own file and package; what follows other tiers goes into #config",
        ),
      });
    };
    const view = file.at(path);
    if (view === undefined) {
      if (file.pending !== true) wrong("it is not there");
      return { value: exprNode("_", "_", undefined, origin), diagnostics };
    }
    const value = valuesFromCue(view, {
      tier: context.tier,
      place: placeOf(origin),
      ...(evaluation && { evaluation }),
      ...(context.source !== undefined && { source: context.source }),
      ...(file.schema && { schema: () => file.schema!(path) }),
      // What waits for a tag says nothing yet.
      wrong: (inner: CueView) => (file.pending === true ? undefined : wrong(inner.error ?? "", inner)),
      ...(file.opaque && { opaque: file.opaque }),
    });
    return { value: { ...value, origin }, diagnostics };
  };
}
