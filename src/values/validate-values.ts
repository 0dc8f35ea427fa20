// The merged values against the module's `#config`: CUE's own errors, told about the files that users wrote (VAL-8).
import { validateVertex } from "../cue/eval/index.ts";
import { reportList } from "../cue/message/index.ts";
import type { Vertex } from "../cue/value/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import { viewAt } from "./cue-view.ts";
import type { CueView } from "./cue-view.ts";
import type { Path } from "./path.ts";
import { relocate } from "./relocate.ts";
import { nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";
import type { VertexContext } from "./vertex-view.ts";
import type { CueText } from "./write-cue.ts";

export interface ValidateValues {
  /** The generated file that holds the values, and its name in the instance. */
  readonly cue: CueText;
  readonly name: string;
  /** The tree that the file was written from. */
  readonly tree: ValueNode;
  /** The module's `#config`. */
  readonly schema?: CueView;
  /** Every field must have a concrete value; without it only what is given is checked (ENV-4). */
  readonly complete: boolean;
  readonly isSecret?: (path: Path) => boolean;
}

/** `values` is the field of the evaluated module, with the generated file unified into it. */
export function validateValues(values: Vertex, context: VertexContext, options: ValidateValues): Diagnostic[] {
  context.engine.finalize(values);
  const bottom = validateVertex(context.engine, values, {
    all: true,
    concrete: options.complete,
    final: options.complete,
  });
  if (bottom === null) return [];
  return reportList(bottom, context.labels).map(({ path, message, positions }) => {
    const places = positions.map(({ file, offset, node }): Place => ({
      file,
      span: { start: offset, end: node !== null && node.end > offset ? node.end : offset },
    }));
    const inner = path[0] === "values" || path[0] === "#config" ? path.slice(1) : path;
    const steps = inner.map(unquoted);
    const hidden = options.isSecret?.(steps) ?? false;
    const diagnostic: Diagnostic = {
      severity: "error",
      message: hidden ? withoutText(message) : message,
      path: ["values", ...inner].join("."),
      places,
    };
    return withPlaces(relocate(diagnostic, options.cue, options.name), steps, options);
  });
}

// The user's own line is where to look first, then the schema's. An error without a place gets the line of the value
// it is about, or where the schema declares what is missing.
function withPlaces(diagnostic: Diagnostic, path: Path, options: ValidateValues): Diagnostic {
  const own = new Set(options.cue.origins.map((origin) => origin?.file.name));
  const places = diagnostic.places ?? [];
  const given = places.filter((place) => own.has(place.file.name));
  const schema = places.filter((place) => !own.has(place.file.name));
  const node = given.length === 0 ? nodeAt(options.tree, path) : undefined;
  if (node !== undefined && node.origin.tier !== "default") given.push(placeOf(node.origin));
  if (given.length + schema.length === 0) {
    const declared = options.schema && viewAt(options.schema, path.map(String))?.places[0];
    if (declared !== undefined) schema.push({ ...declared, label: "declared here" });
  }
  return { ...diagnostic, places: [...given, ...schema] };
}

// CUE quotes the values it complains about; those of a secret must not be read in a message.
function withoutText(message: string): string {
  return message.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "***");
}

function unquoted(step: string): string | number {
  if (/^[0-9]+$/.test(step)) return Number(step);
  return step.startsWith('"') ? (JSON.parse(step) as string) : step;
}
