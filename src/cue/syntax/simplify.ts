import type { BasicLit, Decl, Expr, Field, File, Label, Node } from "./ast.ts";
import { labelNeedsQuotes } from "./characters.ts";
import { decodeString } from "./literal.ts";
import { walk } from "./walk.ts";

/** Names of a struct: false once something below refers to the name. */
type Scope = Map<string, boolean>;

/**
 * The quoted labels that can lose their quotes: those that are identifiers, if no reference
 * below would start to resolve to them.
 */
export function findPlainLabels(root: File | Expr | Decl | readonly Decl[]): Map<BasicLit, string> {
  const plain = new Map<BasicLit, string>();
  if (Array.isArray(root)) {
    visit(root as Decl[], plain, null);
  } else {
    const node = root as Node;
    visit([], plain, node);
  }
  return plain;
}

/** Walks without recursion: a label is not searched for references, its field's value is. */
function visit(decls: readonly Decl[], plain: Map<BasicLit, string>, root: Node | null): void {
  const scopes: Scope[] = [];
  /** The scopes that have a name, innermost last. */
  const byName = new Map<string, Scope[]>();
  const skipped = new Set<Node>();
  const open = (list: readonly Decl[]): void => {
    const scope: Scope = new Map();
    for (const decl of list) {
      if (decl.kind !== "Field") continue;
      markLabel(decl.label, scope);
      skipped.add(decl.label);
      if (decl.alias !== null) skipped.add(decl.alias);
    }
    for (const name of scope.keys()) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [scope]);
      else known.push(scope);
    }
    scopes.push(scope);
  };
  const close = (list: readonly Decl[]): void => {
    const scope = scopes.pop() as Scope;
    for (const name of scope.keys()) byName.get(name)?.pop();
    for (const decl of list) {
      if (decl.kind !== "Field" || decl.label.kind !== "BasicLit") continue;
      const name = unquote(decl.label);
      if (name !== null && scope.get(name) === true) plain.set(decl.label, name);
    }
  };
  const enter = (node: Node): boolean => {
    if (skipped.has(node)) return false;
    switch (node.kind) {
      case "File":
        open(node.decls);
        break;
      case "StructLit":
        open(node.elts);
        break;
      case "SelectorExpr":
        skipped.add(node.sel);
        break;
      case "Ident":
        byName.get(node.name)?.at(-1)?.set(node.name, false);
    }
    return true;
  };
  const leave = (node: Node): void => {
    if (node.kind === "File") close(node.decls);
    else if (node.kind === "StructLit") close(node.elts);
  };
  if (root !== null) {
    walk(root, enter, leave);
    return;
  }
  open(decls);
  for (const decl of decls) {
    if (decl.kind !== "CommentGroup") walk(decl.kind === "Field" ? (decl as Field).value : decl, enter, leave);
  }
  close(decls);
}

/** Adds the names that a label declares, or could if it had no quotes. */
function markLabel(label: Label, scope: Scope): void {
  walk(label, (node) => {
    if (node.kind === "BasicLit") {
      const name = unquote(node);
      if (name !== null && !labelNeedsQuotes(name)) scope.set(name, true);
    } else if (node.kind === "Ident") {
      scope.set(node.name, true);
    }
    return node.kind !== "ListLit" && node.kind !== "Interpolation";
  });
}

/** The name in plain double quotes, or null. As in cue, one character in single quotes too. */
function unquote(lit: BasicLit): string | null {
  if (lit.token === "BYTES") {
    const match = /^'([^'\\])'$/u.exec(lit.text);
    return match === null ? null : (match[1] as string);
  }
  if (lit.token !== "STRING" || !lit.text.startsWith('"') || lit.text.startsWith('"""') || lit.text.includes("\\/"))
    return null;
  const decoded = decodeString(lit.text);
  return decoded.ok ? decoded.value : null;
}
