// Versions that one environment pins, in another one: as changes of the files that say so.
import { parseFile, quoteLabel, quoteString } from "../../cue/syntax/index.ts";
import { SourceFile, deliveryCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place, SourceText, Told } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";

interface MovedPin {
  readonly module: string;
  /** What is pinned now; undefined: nothing. */
  readonly before?: string;
  readonly after: string;
}

interface MovedPins {
  readonly pins: readonly MovedPin[];
  /** Texts by file. */
  readonly files: ReadonlyMap<string, string>;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * `modules`: which; none means all that `from` pins. A pin is changed where it is written; one that is not there yet
 * is added to the file that declares the environment, for nothing in CUE has to stand in one place.
 */
export function movePins(
  from: EnvironmentDefinition,
  to: EnvironmentDefinition,
  modules: readonly string[],
  declaration: Place | undefined,
): Outcome<MovedPins> {
  const diagnostics: Diagnostic[] = [];
  const edits = new Map<string, { file: SourceText; edits: Edit[] }>();
  const change = (file: SourceText, edit: Edit): void => {
    const known = edits.get(file.name) ?? { file, edits: [] };
    known.edits.push(edit);
    edits.set(file.name, known);
  };
  const wrong = (told: Told, places: readonly Place[], hint: string): void =>
    void diagnostics.push({ ...told, severity: "error", places, hint });
  const pinned = [...(from.modules ?? [])].filter(([, { version }]) => version !== undefined);
  for (const name of modules)
    if (!pinned.some(([module]) => module === name))
      wrong(
        tell(deliveryCode.promotion, "{from} pins no version of {name}", { from: from.name, name }),
        [],
        advise(deliveryCode.promotion, "it pins {pinned}", {
          pinned: pinned.map(([module]) => module).join(", ") || "nothing",
        }),
      );
  const pins: MovedPin[] = [];
  for (const [module, { version = "" }] of pinned) {
    if (modules.length > 0 && !modules.includes(module)) continue;
    const known = to.modules?.get(module);
    if (known?.version === version) continue;
    pins.push({ module, after: version, ...(known?.version !== undefined && { before: known.version }) });
    const place = known?.version === undefined ? undefined : known.versionPlace;
    if (place !== undefined) {
      const { file, span } = place;
      if (!/^"[^"\\]*"$/.test(file.text.slice(span.start, span.end)))
        wrong(
          tell(deliveryCode.promotion, "{to} does not write the version of {module} as a text", {
            to: to.name,
            module,
          }),
          [place],
          advise(deliveryCode.promotion, "change it there by hand"),
        );
      else change(file, { ...span, text: quoteString(version) });
    } else if (declaration === undefined)
      wrong(
        tell(deliveryCode.promotion, "it is not known where {to} is written", { to: to.name }),
        [],
        advise(deliveryCode.promotion, "declare it in the platform's folder"),
      );
    else {
      const { file } = declaration;
      const end = file.text.length;
      const path = ["environments", to.name, "modules", module].map((step) => quoteLabel(step)).join(": ");
      change(file, {
        start: end,
        end,
        text: `${file.text.endsWith("\n") ? "" : "\n"}\n${path}: version: ${quoteString(version)}\n`,
      });
    }
  }
  if (diagnostics.length > 0) return { diagnostics };
  const files = new Map<string, string>();
  for (const [name, { file, edits: list }] of edits) {
    let text = file.text;
    for (const { start, end, text: by } of list.toSorted((a, b) => b.start - a.start))
      text = text.slice(0, start) + by + text.slice(end);
    const { errors } = parseFile(new SourceFile(name, text));
    if (errors.length > 0) throw new Error(`${name} cannot be read after the change: ${errors[0]!.message}`);
    files.set(name, text);
  }
  return { value: { pins, files }, diagnostics: [] };
}
