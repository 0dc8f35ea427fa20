// The merged values against the module's `#config`: CUE's own errors, told about the files that users wrote (VAL-8).
import { explain } from "../cue/index.ts";
import type { Value } from "../cue/index.ts";
import { hasReason, tell, advise, valuesCode } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import { viewAt } from "./cue-view.ts";
import type { CueView } from "./cue-view.ts";
import type { Path } from "./path.ts";
import { schemaShape, secretPathTest } from "./from-cue.ts";
import type { SecretSlot } from "./from-cue.ts";
import { unknownFields } from "./unknown-fields.ts";
import { leavesOf, nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";
import { viewOf } from "./value-view.ts";

interface ValidateValues {
  /** What was unified with the schema. */
  readonly tree: ValueNode;
  /** The module's `#config`. */
  readonly schema?: CueView;
  /** Every field must have a concrete value; without it only what is given is checked (ENV-4). */
  readonly complete: boolean;
  /** The fields whose values must not be read. */
  readonly secrets?: readonly SecretSlot[];
}

/** `values` is the schema with the tree unified into it, by itself or as a field of a release. */
export function validateValues(values: Value, options: ValidateValues): Diagnostic[] {
  const unknown = unknownGiven(viewOf(values), options);
  const paths = new Set(unknown.map((diagnostic) => diagnostic.path));
  const others = cueErrors(values, options, paths).filter((d) => !paths.has(d.path) || !hasReason(d, "notAllowed"));
  return [...others, ...fewOf(unknown)];
}

/** Nobody reads more of one kind; who has a thousand has another mistake. */
const MOST_UNKNOWN = 100;

function fewOf(unknown: readonly Diagnostic[]): Diagnostic[] {
  const more = unknown.length - MOST_UNKNOWN;
  if (more <= 0) return [...unknown];
  const last = unknown[MOST_UNKNOWN]!;
  return [
    ...unknown.slice(0, MOST_UNKNOWN),
    {
      ...last,
      message: tell(valuesCode.unknownField, "the module has no such field, and {more} more beside it", {
        more: more - 1,
      }).message,
      hint: advise(valuesCode.unknownField, "is it another module's file?"),
    },
  ];
}

// CUE says nothing of unknown fields when other fields are wrong, and knows no nearest name. A field is unknown when
// the schema does not allow it and nothing but the values declares it.
function unknownGiven(values: CueView, options: ValidateValues): Diagnostic[] {
  if (options.schema === undefined) return [];
  const isDeclared = (path: Path) => {
    const node = nodeAt(options.tree, path);
    const given = node === undefined ? [] : [node, ...node.bounds].map(({ origin }) => placeKey(placeOf(origin)));
    return viewAt(values, path.map(String))?.places.some((place) => !given.includes(placeKey(place))) ?? true;
  };
  return unknownFields(options.tree, schemaShape(options.schema), isDeclared).map((d) => ({
    ...d,
    path: `values.${d.path}`,
  }));
}

/** `known`: paths of fields that are told already. */
function cueErrors(values: Value, options: ValidateValues, known: ReadonlySet<string | undefined>): Diagnostic[] {
  // Explaining looks for what would be allowed instead: not for what is told already.
  const errors = values
    .validate({ concrete: options.complete })
    .filter(
      ({ reason, path }) =>
        reason.kind !== "notAllowed" || !known.has(["values", ...withoutRoot(path, values)].join(".")),
    );
  const own = filesOf(options.tree);
  const secrets = options.secrets ?? [];
  const isSecret = secretPathTest(secrets);
  // What is said about a struct that holds a secret may quote it too.
  const hides = (path: readonly string[]): boolean => {
    const steps = withoutRoot(path, values).map(unquoted);
    return isSecret(steps) || secrets.some((s) => steps.every((step, i) => s.path[i] === step));
  };
  return explain(values, errors, { hides }).map((d) => {
    const inner = withoutRoot(pathSteps(d.path ?? ""), values);
    const steps = inner.map(unquoted);
    const isBare = isSecret(steps) && !isSecret(steps.slice(0, -1)) && isText(nodeAt(options.tree, steps));
    const told: Diagnostic = {
      ...d,
      path: ["values", ...inner].join("."),
      ...(isBare && { hint: secretHint }),
    };
    return withPlaces(told, steps, options, own);
  });
}

const secretHint = advise(
  valuesCode.missingSecret,
  "a secret is a struct: write {value: …}, a reference {source, path, remoteKey}, or a tag such as @env(NAME)",
);

/** A path of an error without where the values stand. */
function withoutRoot(path: readonly string[], values: Value): readonly string[] {
  const root = values.path;
  return root.every((step, i) => path[i] === step) ? path.slice(root.length) : path;
}

const placeKey = ({ file, span }: Place): string => `${file.name}:${span.start}`;

const isText = (node: ValueNode | null | undefined): boolean =>
  node?.kind === "string" || node?.kind === "secret" || node?.kind === "number";

// The user's own line is where to look first, then the schema's. An error without a place gets the line of the value
// it is about, or where the schema declares what is missing.
function withPlaces(diagnostic: Diagnostic, path: Path, options: ValidateValues, own: ReadonlySet<string>): Diagnostic {
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

/** Names of the files that values were given in. */
function filesOf(tree: ValueNode): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { node } of leavesOf(tree))
    for (const { origin } of [node, ...node.bounds]) if (origin.tier !== "default") own.add(origin.file.name);
  return own;
}

/** The steps of a path as CUE writes it, quotes and all. */
function pathSteps(path: string): string[] {
  return path.match(/"(?:[^"\\]|\\.)*"|[^."]+/g) ?? [];
}

function unquoted(step: string): string | number {
  if (/^[0-9]+$/.test(step)) return Number(step);
  return step.startsWith('"') ? (JSON.parse(step) as string) : step;
}
