// What a transformer computed a field from: parts of the component, and what the environment gives.
import { Value } from "../../cue/index.ts";
import type { Path as CuePath, SourceTree, TreeField } from "../../cue/index.ts";
import type { Place } from "../../source/index.ts";
import type { PreparedJob } from "../5-execute/prepare.ts";
import type { Explained, FieldOrigin } from "./explain-field.ts";

interface JobInputs {
  /** Parts of the component, each with its path as its label. */
  readonly written: readonly Place[];
  readonly environment: readonly FieldOrigin[];
}

type Selector = TreeField["selector"] | number;

interface Part {
  readonly path: readonly Selector[];
  readonly place?: Place | undefined;
}

/** Every scalar that the job is given is marked with its own name; the field has the marks of those it is made from. */
export function jobInputs(
  result: Explained,
  job: PreparedJob,
  made: Value | undefined,
  /** The field in what the transformer makes. */
  fieldIn: (made: Value) => Value | undefined,
): JobInputs {
  const parts = job.inputs.flatMap(({ tree }) => [...scalarsOf(tree, [])]);
  const marked = made?.marking(
    parts.map(({ path }) => path as CuePath),
    (path) => nameOf(path as readonly Selector[]),
  );
  const byName = new Map(parts.map((part) => [nameOf(part.path), part]));
  const found = ((marked && fieldIn(marked))?.marks() ?? []).flatMap((name) => byName.get(name) ?? []);
  return {
    written: found.flatMap(({ place }) => (place?.label === undefined ? [] : [place])),
    environment: found.flatMap(({ path }) => environmentOrigin(result, path)),
  };
}

const nameOf = (path: readonly Selector[]): string =>
  `in ${path.map((step) => (typeof step === "object" ? step.identifier : JSON.stringify(step))).join(".")}`;

function* scalarsOf(tree: SourceTree, path: readonly Selector[]): Generator<Part> {
  if (tree instanceof Value) return;
  if (tree.kind === "struct")
    for (const { selector, value } of tree.fields) yield* scalarsOf(value, [...path, selector]);
  else if (tree.kind === "list") for (const [i, item] of tree.items.entries()) yield* scalarsOf(item, [...path, i]);
  else if ("text" in tree) yield { path, place: tree.place };
}

/** Namespace, labels and annotations of the release are the environment's where that has them. */
function environmentOrigin({ environment }: Explained, path: readonly Selector[]): FieldOrigin[] {
  if (environment === undefined) return [];
  const names = path.map((step) => (typeof step === "object" ? step.identifier : String(step)));
  const origin = (what: string, place: Place | undefined): FieldOrigin[] => [
    { what: "environment", text: `${what} of the environment ${environment.name}`, ...(place && { place }) },
  ];
  if (names[0] !== "#context") return [];
  if (names.at(-1) === "namespace" && environment.namespace !== undefined)
    return origin("namespace", environment.namespacePlace);
  const [kind, label] = names.slice(-2);
  if (label !== undefined && (kind === "labels" || kind === "annotations") && environment[kind].has(label))
    return origin(`${kind === "labels" ? "label" : "annotation"} ${label}`, environment.placesOf?.[kind].get(label));
  return [];
}
