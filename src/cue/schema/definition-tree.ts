import { makeBareStruct, makeEmbedDecl, makeField, makeFile, makeIdent, Rel } from "../syntax/index.ts";
import type { CommentGroup, Decl, Expr, File, Ident } from "../syntax/index.ts";
import { setRel } from "../export/index.ts";
import { compareSteps, fieldAt, labelOf, selectPath } from "./cue-path.ts";
import type { Step } from "./cue-path.ts";

interface Branch {
  value: Expr | undefined;
  comment: CommentGroup | null;
  readonly step: Step | undefined;
  readonly branches: Map<string, Branch>;
}

const branch = (step?: Step): Branch => ({ value: undefined, comment: null, step, branches: new Map() });

/** What the root is called where something refers to it. */
const ROOT = "_schema";

/** The schemas of a file by their places, which become its declarations. */
export class DefinitionTree {
  readonly #root = branch();
  /** What identifiers of the file are bound to, for those that a name further in would hide. */
  readonly #links: Map<Ident, object>;
  readonly #references: { readonly ident: Ident; readonly step: Step }[] = [];
  readonly #rootReferences: Ident[] = [];

  constructor(links: Map<Ident, object>) {
    this.#links = links;
  }

  /** False if there is one already. */
  put(path: readonly Step[], value: Expr, comment: CommentGroup | null): boolean {
    let at = this.#root;
    for (const step of path) {
      let next = at.branches.get(step.text);
      if (next === undefined) at.branches.set(step.text, (next = branch(step)));
      at = next;
    }
    if (at.value !== undefined) return false;
    at.value = value;
    at.comment = comment;
    return true;
  }

  /** An expression for what stands at a path. */
  reference(path: readonly Step[]): Expr {
    const [first, ...rest] = path;
    if (first === undefined) {
      const root = makeIdent(ROOT);
      this.#rootReferences.push(root);
      return root;
    }
    const ident = labelOf(first) as Ident;
    this.#references.push({ ident, step: first });
    return selectPath(ident, rest);
  }

  file(): File {
    const decls = declarations(this.#root, [], []);
    for (const { ident, step } of this.#references)
      for (const d of decls)
        if (d.kind === "Field" && d.label.kind === "Ident" && d.label.name === step.text)
          this.#links.set(ident, d.value);
    const file = makeFile(this.#rootReferences.length === 0 ? decls : this.#named(expression(decls)));
    const { comment } = this.#root;
    // As a doc comment it would join the imports.
    if (comment !== null) file.comments = [{ ...comment, doc: false }];
    return file;
  }

  /** A root that something refers to has a name. */
  #named(root: Expr): Decl[] {
    for (const ident of this.#rootReferences) this.#links.set(ident, root);
    return [makeEmbedDecl(makeIdent(ROOT)), makeField(makeIdent(ROOT), root)];
  }
}

function declarations(at: Branch, path: readonly Step[], out: Decl[]): Decl[] {
  const inner = [...at.branches.values()].toSorted((a, b) => compareSteps(a.step!, b.step!));
  if (at.value === undefined || inner.length === 0 || path.length === 0) {
    if (at.value !== undefined) append(out, path, at.value, at.comment);
    for (const b of inner) declarations(b, [...path, b.step!], out);
    return out;
  }
  // A value that may be no struct cannot stand beside what is inside of it.
  const own: Decl[] = [];
  append(own, [], at.value, null);
  for (const b of inner) declarations(b, [b.step!], own);
  append(out, path, expression(own), at.comment);
  return out;
}

function append(out: Decl[], path: readonly Step[], value: Expr, comment: CommentGroup | null): void {
  if (path.length > 0) out.push(fieldAt(path, value, comment));
  else if (value.kind === "StructLit") out.push(...value.elts);
  else {
    const embedded = makeEmbedDecl(value);
    setRel(embedded, Rel.newSection);
    out.push(embedded);
  }
}

function expression(decls: Decl[]): Expr {
  const [only] = decls;
  return decls.length === 1 && only?.kind === "EmbedDecl" ? only.expr : makeBareStruct(decls);
}
