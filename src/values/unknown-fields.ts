// Fields that the schema does not know (ENV-4): reported where they were written, with the nearest known name.
import type { Diagnostic } from "../source/index.ts";
import { nearestName, tell, advise, valuesCode } from "../source/index.ts";
import { pathText } from "./path.ts";
import type { Path, Step } from "./path.ts";
import { sourceName } from "./lock.ts";
import type { ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

/** What a schema allows, as far as names go. */
export interface SchemaShape {
  /** Undefined: not a struct, or one whose names are not limited here. */
  readonly fields?: ReadonlyMap<string, SchemaShape>;
  /** Whether another name is allowed too. */
  allows(name: string): boolean;
  /** The shape of list elements. */
  readonly items?: SchemaShape;
}

/** `isDeclared` knows fields that the schema has only for these values: those in an `if`. */
export function unknownFields(
  root: ValueNode,
  schema: SchemaShape,
  isDeclared: (path: Path) => boolean = () => false,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const stack: { node: ValueNode; shape: SchemaShape; path: Step[]; problem?: Diagnostic }[] = [
    { node: root, shape: schema, path: [] },
  ];
  while (stack.length > 0) {
    const { node, shape, path, problem } = stack.pop()!;
    if (problem !== undefined) {
      found.push(problem);
      continue;
    }
    if (node.kind === "list" && shape.items !== undefined) {
      const { items } = shape;
      for (let i = node.items.length - 1; i >= 0; i--)
        stack.push({ node: node.items[i]!, shape: items, path: [...path, i] });
    }
    if (node.kind !== "struct" || shape.fields === undefined) continue;
    for (const [name, inner] of [...node.fields].reverse()) {
      const known = shape.fields.get(name);
      if (known !== undefined) stack.push({ node: inner, shape: known, path: [...path, name] });
      else if (!shape.allows(name) && !isDeclared([...path, name]))
        stack.push({ node: inner, shape, path, problem: unknownField([...path, name], inner, shape.fields) });
    }
  }
  return found;
}

function unknownField(path: Step[], node: ValueNode, known: ReadonlyMap<string, SchemaShape>): Diagnostic {
  const name = String(path.at(-1));
  const near = nearestName(name, known.keys());
  const names = [...known.keys()];
  return {
    ...tell(VALUES_CODE.unknownField, "the module has no field {path}", {
      path: pathText(path),
      field: pathText(path),
      source: sourceName(node.origin),
    }),
    severity: "error",
    path: pathText(path),
    places: [
      { file: node.origin.file, span: node.key ?? node.origin.span, label: `set by the ${sourceName(node.origin)}` },
    ],
    notes: names.length === 0 ? [] : [`fields here: ${names.slice(0, 12).join(", ")}${names.length > 12 ? ", …" : ""}`],
    ...hintAbout(path, node, near),
  };
}

function hintAbout(path: Step[], node: ValueNode, near: string | null): Pick<Diagnostic, "hint"> {
  if (near !== null) return { hint: advise(valuesCode.unknownField, "did you mean {near}?", { near }) };
  return path.length === 1 && path[0] === "values" && node.kind === "struct"
    ? {
        hint: advise(
          valuesCode.unknownField,
          "values: holds the values of a file only if nothing stands beside it: move the other fields into it",
        ),
      }
    : {};
}
