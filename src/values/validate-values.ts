// The merged values against the module's `#config`: CUE's own errors, told about the files that users wrote (VAL-8).
import { validateVertex } from "../cue/eval/index.ts";
import { reportList } from "../cue/message/index.ts";
import type { Vertex } from "../cue/value/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import { viewAt } from "./cue-view.ts";
import type { CueView } from "./cue-view.ts";
import type { Path } from "./path.ts";
import { schemaShape } from "./from-cue.ts";
import { relocate } from "./relocate.ts";
import { unknownFields } from "./unknown-fields.ts";
import { nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";
import { viewOf } from "./vertex-view.ts";
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
  /** Where `values` stands in what is evaluated, if not at the top: it is left out of messages. */
  readonly under?: string;
}

/** `values` is the field of the evaluated module, with the generated file unified into it. */
export function validateValues(values: Vertex, context: VertexContext, options: ValidateValues): Diagnostic[] {
  context.engine.finalize(values);
  const unknown = unknownGiven(viewOf(values, context), options);
  const paths = new Set(unknown.map((diagnostic) => diagnostic.path));
  return [
    ...cueErrors(values, context, options).filter((d) => !paths.has(d.path) || d.message !== "field not allowed"),
    ...unknown,
  ];
}

// CUE says nothing of unknown fields when other fields are wrong, and knows no nearest name. A field is unknown when
// the schema does not allow it and nothing but the values declares it.
function unknownGiven(values: CueView, options: ValidateValues): Diagnostic[] {
  if (options.schema === undefined) return [];
  const isDeclared = (path: Path) =>
    viewAt(values, path.map(String))?.places.some((place) => place.file.name !== options.name) ?? true;
  return unknownFields(options.tree, schemaShape(options.schema), isDeclared).map((d) => ({
    ...d,
    path: `values.${d.path}`,
  }));
}

function cueErrors(values: Vertex, context: VertexContext, options: ValidateValues): Diagnostic[] {
  const bottom = validateVertex(context.engine, values, {
    all: true,
    concrete: options.complete,
    final: options.complete,
  });
  if (bottom === null) return [];
  const found = reportList(bottom, context.labels).map(({ path, message, positions }) => {
    const places = positions.map(({ file, offset, node }): Place => ({
      file,
      span: { start: offset, end: node !== null && node.end > offset ? node.end : offset },
    }));
    const own = path[0] === options.under ? path.slice(1) : path;
    const inner = own[0] === "values" || own[0] === "#config" ? own.slice(1) : own;
    const steps = inner.map(unquoted);
    const hidden = options.isSecret?.(steps) ?? false;
    const hint =
      hidden && isBareText(steps, options)
        ? "a secret is a struct: write {value: …}, a reference {source, path, remoteKey}, or a tag such as @env(NAME)"
        : undefined;
    const diagnostic: Diagnostic = {
      severity: "error",
      message: hidden ? withoutText(message) : message,
      path: ["values", ...inner].join("."),
      places,
      ...(hint !== undefined && { hint }),
    };
    return withPlaces(relocate(diagnostic, options.cue, options.name), steps, options);
  });
  // "N errors in empty disjunction:" only announces those that follow it.
  return found.filter(
    (d) =>
      !/^[0-9]+ errors in empty disjunction:?$/.test(d.message) ||
      !found.some((other) => other !== d && other.path === d.path),
  );
}

// At the secret itself, not inside its struct.
function isBareText(path: Path, options: ValidateValues): boolean {
  if (path.length === 0 || options.isSecret?.(path.slice(0, -1)) === true) return false;
  const kind = nodeAt(options.tree, path)?.kind;
  return kind === "string" || kind === "secret" || kind === "number";
}

// The user's own line is where to look first, then the schema's. An error without a place gets the line of the value
// it is about, or where the schema declares what is missing.
function withPlaces(diagnostic: Diagnostic, path: Path, options: ValidateValues): Diagnostic {
  const own = new Set(
    options.cue.origins.map((origin) => (origin?.tier === "default" ? undefined : origin?.file.name)),
  );
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
