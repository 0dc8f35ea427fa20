// Evaluated CUE to values, and a module's `#config` to what this room needs of it: defaults, names and secrets.
import type { Place } from "../source/index.ts";
import { quotedIn } from "./quoted-texts.ts";
import type { SecretText } from "./quoted-texts.ts";
import type { CueView } from "./cue-view.ts";
import { Evaluation } from "./derived.ts";
import type { Path, Step } from "./path.ts";
import { openFields } from "./seal-secrets.ts";
import type { MakeOpaque } from "./seal-secrets.ts";
import { isRuntimeTag } from "./tag-attribute.ts";
import type { Tier } from "./tier.ts";
import type { SchemaShape } from "./unknown-fields.ts";
import { exprNode, listNode, scalarNode, secretNode, structNode, tagNode, wholeStruct } from "./value-tree.ts";
import type { Dropped, Origin, ValueNode } from "./value-tree.ts";

interface CueContext {
  readonly tier: Tier;
  readonly source?: string;
  /** Written for many modules. */
  readonly shared?: Origin["shared"];
  /** The place of a value that names none. */
  readonly place: Place;
  /** What they are computed in; default: one of their own. */
  readonly evaluation?: Evaluation;
  /** The same values with the schema: what depends on its defaults is known only there. */
  readonly whole?: () => CueView | undefined;
  /** The schema: a field that it alone declares is not one of these values. */
  readonly schema?: () => CueView | undefined;
  /** Told of everything that cannot be evaluated. */
  readonly wrong?: (view: CueView) => void;
  /** Makes what carries the mark of a secret opaque. */
  readonly opaque?: MakeOpaque;
}

/** Values as evaluated: `*x | T` stays a choice that may be overridden, what is not concrete a constraint. */
export function valuesFromCue(view: CueView, given: CueContext): ValueNode {
  const place = view.places[0] ?? given.place;
  const evaluation = given.evaluation ?? new Evaluation(view);
  const context: CueContext = { ...given, evaluation };
  const inner: CueContext = { ...context, place };
  const originAt = ({ file, span }: Place): Origin => ({
    tier: context.tier,
    file,
    span,
    ...(context.source !== undefined && { source: context.source }),
    ...(context.shared && { shared: context.shared }),
    evaluation,
  });
  const plain = (): ValueNode => untagged(view, context, inner, originAt(place));
  const [tag] = view.tags;
  if (tag === undefined) return plain();
  const node = tagNode(tag.attribute, tag.wants, originAt(tag.place));
  // A value beside a runtime tag, or a default, holds where nothing is set.
  const value = isRuntimeTag(tag.attribute) ? plain() : undefined;
  return value === undefined || (value.kind === "expr" && value.preset === undefined)
    ? node
    : { ...node, fallback: value };
}

function untagged(view: CueView, context: CueContext, inner: CueContext, origin: Origin): ValueNode {
  const { whole, schema } = context;
  const below = (name: string): CueContext => ({
    ...inner,
    ...(whole && { whole: () => whole()?.field(name) }),
    ...(schema && { schema: () => schema()?.field(name, true) }),
  });
  const declared = schema?.();
  const data = (): ValueNode | undefined => {
    switch (view.kind) {
      case "struct": {
        const fields = new Map<string, ValueNode>();
        const dropped = new Map<string, Dropped>();
        const originOf = ({ file, span }: Place): Origin => ({ ...origin, file, span });
        for (const { name, presence, value } of view.fields()) {
          if (value.act === "unset")
            dropped.set(name, { origin: originOf(value.places[0] ?? context.place), below: [] });
          else if (presence === "field") {
            if (!isOnlyIn(declared?.field(name, true), value)) fields.set(name, valuesFromCue(value, below(name)));
          } else if (presence === "optional") {
            const [tag] = value.tags;
            if (tag !== undefined && isRuntimeTag(tag.attribute))
              fields.set(name, { ...tagNode(tag.attribute, tag.wants, { ...origin, ...tag.place }), optional: true });
          }
        }
        const struct: ValueNode = { ...structNode(fields, origin), ...(dropped.size > 0 && { dropped }) };
        return view.act === "replace" ? wholeStruct(struct) : struct;
      }
      case "list":
        return listNode(
          view
            .items()
            .map((item, i) =>
              valuesFromCue(item, whole === undefined ? inner : { ...inner, whole: () => whole()?.items()[i] }),
            ),
          origin,
        );
      case "other":
        return undefined;
      default:
        if (context.opaque !== undefined && view.isMarked)
          return secretNode(context.opaque(view.text, `a value in ${origin.file.name}`), origin);
        return scalarNode(view.kind, view.text, origin);
    }
  };
  if (context.wrong !== undefined && view.kind === "other" && view.error !== undefined) {
    context.wrong(view);
    return exprNode("_", "_", undefined, origin);
  }
  const narrowed = view.hasDefault ? narrowedBy(context, origin) : undefined;
  if (narrowed !== undefined) return narrowed;
  if (!view.hasDefault)
    return (
      data() ??
      settled(view, context) ??
      exprNode(view.source, view.bare, undefined, origin, { tree: view.tree, bareTree: view.tree })
    );
  if (view.bare === "") return exprNode(view.source, "_", data(), origin);
  return exprNode(view.source, view.bare, data(), origin, { tree: view.tree, bareTree: view.bareTree });
}

/** Whether everything that declares a field is the schema's. */
function isOnlyIn(schema: CueView | undefined, view: CueView): boolean {
  if (schema === undefined) return false;
  const known = new Set(schema.places.map(placeKey));
  return view.places.every((place) => known.has(placeKey(place)));
}

const placeKey = ({ file, span }: Place): string => `${file.name}:${span.start}`;

/** A choice of which the schema leaves one value is that value, whatever its default. */
function narrowedBy({ whole, ...context }: CueContext, origin: Origin): ValueNode | undefined {
  const value = whole?.();
  const open = value === undefined || value.hasDefault || ["other", "struct", "list"].includes(value.kind);
  return open ? undefined : { ...valuesFromCue(value, context), origin };
}

/** What is no data by itself may be with the schema; without an end even there, it says nothing. */
function settled(view: CueView, { whole, ...context }: CueContext): ValueNode | undefined {
  if (whole === undefined) return undefined;
  const value = whole();
  const place = view.places[0] ?? context.place;
  if (value !== undefined && value.kind !== "other" && view.error !== undefined)
    return movedTo(valuesFromCue(value, context), place);
  const { file, span } = place;
  return view.error === undefined ? undefined : exprNode("_", "_", undefined, { tier: context.tier, file, span });
}

const movedTo = (node: ValueNode, { file, span }: Place): ValueNode => ({
  ...node,
  origin: { ...node.origin, file, span },
});

/** Values of a release with every choice that is left to its default as that default. */
export function withoutChoices(node: ValueNode): ValueNode {
  switch (node.kind) {
    case "expr":
      return node.preset === undefined ? node : withoutChoices(node.preset);
    case "struct":
      return { ...node, fields: new Map([...node.fields].map(([name, inner]) => [name, withoutChoices(inner)])) };
    case "list":
      return { ...node, items: node.items.map(withoutChoices) };
    default:
      return node;
  }
}

/** The lowest tier: every default of the schema, concrete values included; fields without one are left out. */
export function schemaDefaults(schema: CueView, place: Place): ValueNode | undefined {
  return defaultsOf(schema, { tier: "default", place }, 0);
}

const MAX_DEPTH = 100;

function defaultsOf(view: CueView, context: CueContext, depth: number): ValueNode | undefined {
  const place = view.places[0] ?? context.place;
  const origin: Origin = { tier: "default", file: place.file, span: place.span };
  if (depth > MAX_DEPTH) return undefined;
  switch (view.kind) {
    case "struct": {
      const fields = new Map<string, ValueNode>();
      for (const { name, presence, value } of view.fields()) {
        const node = presence === "field" ? defaultsOf(value, { ...context, place }, depth + 1) : undefined;
        if (node !== undefined) fields.set(name, node);
      }
      return fields.size > 0 || depth === 0 ? structNode(fields, origin) : undefined;
    }
    case "list": {
      const items = view.items().map((item) => defaultsOf(item, { ...context, place }, depth + 1));
      return items.every((item) => item !== undefined) ? listNode(items, origin) : undefined;
    }
    case "other":
      return undefined;
    default:
      return scalarNode(view.kind, view.text, origin);
  }
}

/** The names that the schema knows, for hints about those it does not. */
export function schemaShape(view: CueView, depth = 0): SchemaShape {
  const structs = view.alternatives().filter((alternative) => alternative.kind === "struct");
  if (structs.length === 0 || depth > MAX_DEPTH) {
    const items = view.kind === "list" ? view.items() : [];
    return { allows: () => true, ...(items.length > 0 && { items: schemaShape(items[0]!, depth + 1) }) };
  }
  const fields = new Map<string, SchemaShape>();
  for (const struct of structs)
    for (const { name, value } of struct.fields())
      if (!fields.has(name)) fields.set(name, schemaShape(value, depth + 1));
  return { fields, allows: (name) => structs.some((struct) => struct.allows(name)) };
}

/** A field whose type is `#Secret`, however it is fulfilled: one of its alternatives carries the mark. */
export function isSecretView(view: CueView): boolean {
  return view.alternatives().some((alternative) => {
    const mark = alternative.kind === "struct" ? alternative.field("$opm") : undefined;
    return mark?.kind === "string" && mark.text === "secret";
  });
}

export interface SecretSlot {
  readonly path: Path;
  readonly place?: Place;
  readonly secretName: string;
  readonly dataKey: string;
  /** What the author says about it: the comment above the field, or the secret's own description. */
  readonly doc: string;
  /** What the schema itself says that the secret is, or may be. */
  readonly literals?: readonly SecretText[];
}

/** Every secret field of a schema (SEC-6): what must be given, and what must never be shown. */
export function secretSlots(schema: CueView): SecretSlot[] {
  const found: SecretSlot[] = [];
  const stack: { view: CueView; path: Step[] }[] = [{ view: schema, path: [] }];
  while (stack.length > 0) {
    const { view, path } = stack.pop()!;
    if (path.length > MAX_DEPTH) continue;
    if (path.length > 0 && isSecretView(view)) {
      const text = (name: string) =>
        view
          .alternatives()
          .map((a) => a.field(name))
          .find((f) => f?.kind === "string")?.text ?? "";
      const place = view.places[0];
      found.push({
        path,
        ...(place && { place }),
        secretName: text("$secretName"),
        dataKey: text("$dataKey"),
        doc: view.doc || text("description"),
        literals: literalsOf(view),
      });
      continue;
    }
    for (const alternative of view.alternatives()) {
      // A struct in which something is wrong is none any more, and has its fields all the same.
      if (alternative.kind === "struct" || alternative.kind === "other")
        for (const { name, value } of [...alternative.fields()].reverse())
          stack.push({ view: value, path: [...path, name] });
      if (alternative.kind === "list")
        alternative.items().forEach((item, i) => stack.push({ view: item, path: [...path, i] }));
    }
  }
  return found;
}

function literalsOf(secret: CueView): SecretText[] {
  const found: SecretText[] = [];
  const stack = [...secret.alternatives()];
  for (let view = stack.pop(); view !== undefined && found.length < MAX_LITERALS; view = stack.pop()) {
    for (const { name, value } of view.kind === "struct" ? view.fields() : []) {
      if (openFields.has(name)) continue;
      for (const place of value.places) found.push(...quotedIn(place));
      const [place] = value.places;
      if (place !== undefined && value.text !== "" && value.kind !== "struct") found.push({ text: value.text, place });
      stack.push(...value.alternatives().filter((a) => a.kind === "struct"));
    }
  }
  return found;
}

const MAX_LITERALS = 1000;

/** A test for paths at or below a secret field. */
export function secretPathTest(slots: readonly SecretSlot[]): (path: Path) => boolean {
  const keys = new Set(slots.map(({ path }) => JSON.stringify(path)));
  return (path) => path.some((_, i) => keys.has(JSON.stringify(path.slice(0, i + 1))));
}
