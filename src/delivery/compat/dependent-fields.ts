// Fields whose meaning depends on other fields: `max: >=min`, `if tls {cert: string}`. Looked at one by one they seem to
// say something that they only say for the others' defaults, so only the same text is the same.
import { parseFile } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";

interface AnyNode {
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** A parsed file, and its text. */
interface ParsedText {
  readonly text: string;
  readonly syntax: File;
}

/** The text of what depends on others, by path; conditions and loops under the path of their struct. */
export function dependentFields(text: string): Map<string, string> {
  const { file } = parseFile(new SourceFile("config.cue", text));
  return dependentsOf([{ text, node: file as unknown as AnyNode }]);
}

/** The same of the definition `#config` in the files of a package. */
export function dependentsOfConfig(files: readonly ParsedText[]): Map<string, string> {
  const found = files.flatMap(({ text, syntax }) =>
    (syntax.decls as unknown as readonly AnyNode[])
      .filter((decl) => decl.kind === "Field" && (decl["label"] as AnyNode)["name"] === "#config")
      .map((decl) => ({ text, node: decl["value"] as AnyNode })),
  );
  return dependentsOf(found);
}

function dependentsOf(parts: readonly { readonly text: string; readonly node: AnyNode }[]): Map<string, string> {
  const names = new Set<string>();
  for (const { node } of parts) labels(node, names);
  const out = new Map<string, string>();
  const add = (path: string, text: string): void => void out.set(path, `${out.get(path) ?? ""}${text}\n`);
  for (const { text, node } of parts) {
    const print = (inner: AnyNode): string =>
      text.slice(inner["pos"] as number, inner["end"] as number).replace(/\s+/g, " ");
    const visit = (struct: AnyNode, path: string): void => {
      for (const decl of childDecls(struct)) {
        if (decl.kind === "Field") {
          const at = join(path, labelText(decl["label"] as AnyNode, print));
          const value = decl["value"] as AnyNode;
          if (value.kind === "StructLit") visit(value, at);
          else if (refers(value, names)) add(at, print(value));
        } else if (decl.kind === "Comprehension" || refers(decl, names)) add(path, print(decl));
      }
    };
    if (node.kind === "StructLit" || node.kind === "File") visit(node, "");
    else if (refers(node, names)) add("", print(node));
    // `base & {…}`: the parts of an expression are looked at as structs of their own.
    else each(node, (inner) => (inner.kind === "StructLit" ? (visit(inner, ""), false) : true));
  }
  return out;
}

const childDecls = (struct: AnyNode): readonly AnyNode[] =>
  (Object.values(struct).find(
    (value) => Array.isArray(value) && value.some((x: unknown) => typeof x === "object" && x !== null && "kind" in x),
  ) ?? []) as readonly AnyNode[];

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function labelText(label: AnyNode, print: (node: AnyNode) => string): string {
  return typeof label["name"] === "string" ? label["name"] : print(label);
}

/** Names of regular fields, wherever they are. */
function labels(node: unknown, out: Set<string>): void {
  each(node, (inner) => {
    const label = inner.kind === "Field" ? (inner["label"] as AnyNode) : undefined;
    if (label?.kind === "Ident" && !/^[_#]/.test(String(label["name"]))) out.add(String(label["name"]));
    return true;
  });
}

/** Whether an expression mentions a field by its name; names of fields themselves are no mention. */
function refers(node: AnyNode, names: ReadonlySet<string>): boolean {
  let found = false;
  each(node, (inner, parent, key) => {
    if (parent?.kind === "Field" && key === "label" && inner.kind === "Ident") return false;
    if (parent?.kind === "SelectorExpr" && key === "sel") return false;
    if (inner.kind === "Ident" && names.has(String(inner["name"]))) found = true;
    return !found;
  });
  return found;
}

function each(
  node: unknown,
  look: (node: AnyNode, parent: AnyNode | undefined, key: string) => boolean,
  parent?: AnyNode,
  key = "",
): void {
  if (Array.isArray(node)) for (const inner of node) each(inner, look, parent, key);
  else if (typeof node === "object" && node !== null && "kind" in node) {
    const own = node as AnyNode;
    if (!look(own, parent, key)) return;
    for (const [name, inner] of Object.entries(own)) if (typeof inner === "object") each(inner, look, own, name);
  }
}
