// A tree that was read from rendered text, told about the template (TPL-7): every place moves to where the template
// wrote the value, and a text that holds something of a secret becomes opaque.
import type { Outcome, Place, SourceText, Span } from "../source/index.ts";
import { secretNode } from "./value-tree.ts";
import type { Opaque, Origin, ValueNode } from "./value-tree.ts";

/** A values file that a template gave. */
export interface RenderedText extends SourceText {
  /** Where a range of the text came from. */
  placeOf(span: Span): Place;
  /** The opaque form of a value, if the range it was read from holds something of a secret. */
  seal(span: Span, value: string): Opaque | undefined;
}

export function isRendered(file: SourceText): file is RenderedText {
  return "placeOf" in file && "seal" in file;
}

export function toTemplate(outcome: Outcome<ValueNode>, file: RenderedText): Outcome<ValueNode> {
  const diagnostics = outcome.diagnostics.map((diagnostic) =>
    diagnostic.places === undefined
      ? diagnostic
      : {
          ...diagnostic,
          places: diagnostic.places.map((place) =>
            place.file.name === file.name && place.span.start >= 0 ? { ...place, ...file.placeOf(place.span) } : place,
          ),
        },
  );
  return outcome.value === undefined ? { diagnostics } : { value: moveNode(outcome.value, file), diagnostics };
}

function moveNode(node: ValueNode, file: RenderedText): ValueNode {
  const { span } = node.origin;
  const moved = moveOrigin(node.origin, file);
  const key = node.key && file.placeOf(node.key);
  const base = {
    ...node,
    origin: moved,
    key: key !== undefined && key.file.name === moved.file.name ? key.span : undefined,
  };
  switch (base.kind) {
    case "struct":
      return { ...base, fields: new Map([...base.fields].map(([name, inner]) => [name, moveNode(inner, file)])) };
    case "list":
      return { ...base, items: base.items.map((item) => moveNode(item, file)) };
    case "string":
    case "bytes":
    case "expr": {
      // A number or a flag is no secret worth the name, unless the schema says so.
      const secret = file.seal(span, base.text);
      if (secret !== undefined) return { ...secretNode(secret, moved), ...(base.key && { key: base.key }) };
      return base.kind === "expr" && base.preset ? { ...base, preset: moveNode(base.preset, file) } : base;
    }
    default:
      return base;
  }
}

function moveOrigin(origin: Origin, file: RenderedText): Origin {
  if (origin.span.start < 0) return origin;
  const { file: template, span } = file.placeOf(origin.span);
  return { ...origin, file: template, span };
}
