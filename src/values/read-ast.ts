// CUE syntax to a value tree. All formats come through here: the decoders of src/cue/codec give the same syntax. Only
// data, and expressions that refer to nothing (`*3 | int`), can be read without evaluation; the rest is `dynamic`, and
// is asked for where it stands: what a file says in plain words is the same whatever else it holds.
import { decodeBytes, decodeNumber, decodeString, quoteBytes, walk } from "../cue/syntax/index.ts";
import type { BasicLit, Decl, Expr, Field, Node } from "../cue/syntax/index.ts";
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place, SourceText } from "../source/index.ts";
import { merge } from "./merge.ts";
import { overlayAct } from "./overlay-attribute.ts";
import { pathText } from "./path.ts";
import type { Path, Step } from "./path.ts";
import { typeNames } from "./stated-syntax.ts";
import { tagOfField } from "./tag-attribute.ts";
import type { Tier } from "./tier.ts";
import { exprNode, listNode, placeOf, sameValue, scalarNode, structNode, tagNode, wholeStruct } from "./value-tree.ts";
import type { Dropped, Origin, TagNode, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

export interface ReadContext {
  readonly file: SourceText;
  readonly tier: Tier;
  readonly source?: string;
}

export interface AstReading {
  readonly value?: ValueNode;
  readonly diagnostics: readonly Diagnostic[];
  /** The first thing that only evaluation can resolve: a reference, a comprehension. */
  readonly dynamic?: { readonly what: string; readonly place: Place };
  /** The tags alone, as a tree: evaluation does not know them. */
  readonly tags?: ValueNode;
  /** Keys of `@tag(key)`. */
  readonly keys: readonly string[];
}

/** What evaluation makes of the file at a path; `origin` is the expression that stands there. */
export type Computed = (path: Path, origin: Origin) => Outcome<ValueNode>;

export function readExpr(expr: Expr, context: ReadContext): AstReading {
  const reader = new Reader(context, undefined);
  const value = reader.expr(expr, []);
  return reader.result(value);
}

export function readDecls(
  decls: readonly Decl[],
  span: { pos: number; end: number },
  context: ReadContext,
  computed?: Computed,
): AstReading {
  const reader = new Reader(context, computed);
  const value = reader.struct(decls, span, []);
  return reader.result(value);
}

const MAX_DEPTH = 1000;

interface Filling {
  readonly fields: Map<string, ValueNode>;
  readonly dropped: Map<string, Dropped>;
}

const structOf = ({ fields, dropped }: Filling, origin: Origin): ValueNode => ({
  ...structNode(fields, origin),
  ...(dropped.size > 0 && { dropped }),
});

class Reader {
  readonly #context: ReadContext;
  readonly #diagnostics: Diagnostic[] = [];
  #dynamic: AstReading["dynamic"];
  #embedded = 0;
  #tags: ValueNode | undefined;
  readonly #keys: string[] = [];
  readonly #computed: Computed | undefined;
  /** The struct that is being read has fields that only evaluation knows. */
  #isOpen = false;

  constructor(context: ReadContext, computed: Computed | undefined) {
    this.#context = context;
    this.#computed = computed;
  }

  result(value: ValueNode | undefined): AstReading {
    const failed = this.#diagnostics.length > 0 || this.#dynamic !== undefined;
    return {
      ...(!failed && value !== undefined && { value }),
      diagnostics: this.#diagnostics,
      ...(this.#dynamic && { dynamic: this.#dynamic }),
      ...(this.#tags && { tags: this.#tags }),
      keys: this.#keys,
    };
  }

  struct(decls: readonly Decl[], span: { pos: number; end: number }, path: Step[]): ValueNode | undefined {
    const filling: Filling = { fields: new Map(), dropped: new Map() };
    const outer = this.#isOpen;
    this.#isOpen = false;
    this.#fill(decls, filling, path);
    const isOpen = this.#isOpen;
    this.#isOpen = outer;
    const origin = this.#origin(span);
    return isOpen && this.#computed !== undefined ? this.#ask(path, origin) : structOf(filling, origin);
  }

  /** What evaluation says; without one, that it is needed. */
  #evaluated(what: string, node: { pos: number; end: number }, path: Step[]): ValueNode | undefined {
    if (this.#computed !== undefined) return this.#ask(path, this.#origin(node));
    this.#needs(what, node);
    return undefined;
  }

  #ask(path: Step[], origin: Origin): ValueNode | undefined {
    const { value, diagnostics } = this.#computed!(path, origin);
    this.#diagnostics.push(...diagnostics);
    return value;
  }

  #fill(decls: readonly Decl[], filling: Filling, path: Step[]): void {
    for (const decl of decls) {
      if (decl.kind === "Field") this.#field(decl, filling, path);
      else if (decl.kind === "EmbedDecl" && decl.expr.kind === "StructLit") {
        // A file that is one literal in braces: JSON, for one.
        if (++this.#embedded > MAX_DEPTH) return this.#opens("embedded values", decl);
        this.#fill(decl.expr.elts, filling, path);
        this.#embedded--;
      } else if (
        decl.kind === "EmbedDecl" ||
        decl.kind === "Comprehension" ||
        decl.kind === "Alias" ||
        decl.kind === "BadDecl"
      )
        this.#opens(decl.kind === "Comprehension" ? "a comprehension" : "an embedded value", decl);
      // Imports, lets and attributes are harmless by themselves: what uses them is a reference.
    }
  }

  #opens(what: string, node: { pos: number; end: number }): void {
    this.#isOpen = true;
    if (this.#computed === undefined) this.#needs(what, node);
  }

  #field(field: Field, { fields, dropped }: Filling, path: Step[]): void {
    const name = this.#label(field);
    if (name === undefined) return;
    const inner = [...path, name];
    const tag = this.#tag(field, inner);
    const plain = field.constraint === "" || (field.constraint === "?" && tag?.optional === true);
    const act = overlayAct(field);
    if (act === "unset") {
      dropped.set(name, { origin: this.#origin(field.label), below: [] });
      return;
    }
    // `name?: int` and `name!: int` say what a value must be where there is one.
    if (!plain) return this.#opens("a field that is not plain data", field);
    if (tag !== undefined && inner.every((step) => typeof step === "string")) {
      const tree = inner.reduceRight<ValueNode>(
        (below, step) => structNode(new Map([[String(step), below]]), tag.origin),
        tag,
      );
      this.#tags = merge(this.#tags, tree);
    }
    const value =
      tag ?? (this.#isInjected(field) ? this.#evaluated("a tag", field.value, inner) : this.expr(field.value, inner));
    if (value === undefined) return;
    const said = act === "replace" ? wholeStruct(value) : value;
    const node: ValueNode = { ...said, key: { start: field.label.pos, end: field.label.end } };
    const before = fields.get(name);
    const joined = before === undefined ? node : this.#join(before, node, inner);
    if (joined !== undefined) fields.set(name, joined);
  }

  /** `@tag(key)`: the command line may say what the field is. */
  #isInjected({ attrs }: Field): boolean {
    const key = attrs.map(({ text }) => /^@tag\(\s*"?([\w.-]+)/.exec(text)?.[1]).find((found) => found !== undefined);
    if (key !== undefined) this.#keys.push(key);
    return key !== undefined;
  }

  // Undefined for names that are not values: hidden fields and definitions.
  #label(field: Field): string | undefined {
    const label = field.label;
    if (label.kind === "Ident") return /^[_#]/.test(label.name) ? undefined : label.name;
    if (label.kind === "BasicLit" && label.token === "STRING") return this.#string(label);
    if (label.kind === "BasicLit" && ["TRUE", "FALSE", "NULL"].includes(label.token)) return label.text;
    this.#opens("a computed field name", field);
    return undefined;
  }

  #tag(field: Field, path: Step[]): TagNode | undefined {
    const tag = field.attrs.length === 0 ? undefined : tagOfField(field);
    if (tag === undefined) return undefined;
    const node = tagNode(tag.attribute.text, tag.wants, this.#origin(tag.attribute));
    if (!tag.runtime) return node;
    if (field.constraint === "?") return { ...node, optional: true };
    // A type says what to read; a value, or a choice with a default, holds where nothing is set.
    const value = field.value.kind === "Ident" ? undefined : this.expr(field.value, path);
    return value !== undefined && (value.kind !== "expr" || value.preset !== undefined)
      ? { ...node, fallback: value }
      : node;
  }

  // Two fields of one name in one file unify, as in CUE.
  #join(a: ValueNode, b: ValueNode, path: Step[]): ValueNode | undefined {
    if (a.kind === "struct" && b.kind === "struct") {
      const fields = new Map(a.fields);
      for (const [name, node] of b.fields) {
        const before = fields.get(name);
        const joined = before === undefined ? node : this.#join(before, node, [...path, name]);
        if (joined !== undefined) fields.set(name, joined);
      }
      return { ...a, fields };
    }
    if (sameValue(a, b)) return a;
    if (a.kind === "expr" || b.kind === "expr" || a.kind === "tag" || b.kind === "tag") {
      if (this.#computed !== undefined) return this.#ask(path, b.origin);
      this.#dynamic ??= { what: "a field that is set twice", place: placeOf(b.origin) };
      return undefined;
    }
    this.#diagnostics.push({
      ...tell(VALUES_CODE.conflict, "{path} is set to two different values in one file", { path: pathText(path) }),
      severity: "error",
      path: pathText(path),
      places: [placeOf(b.origin), placeOf(a.origin, "first set here")],
      hint: advise(VALUES_CODE.conflict, "keep one of them, or put the second into a file of its own: later files win"),
    });
    return undefined;
  }

  expr(outer: Expr, path: Step[]): ValueNode | undefined {
    let expr = outer;
    while (expr.kind === "ParenExpr") expr = expr.x;
    if (path.length > MAX_DEPTH) {
      if (this.#diagnostics.length === 0)
        this.#diagnostics.push({
          ...tell(VALUES_CODE.tooDeep, "values go deeper than {most} levels", { most: MAX_DEPTH }),
          severity: "error",
          places: [this.#place(expr)],
        });
      return undefined;
    }
    switch (expr.kind) {
      case "BasicLit":
        return this.#literal(expr, path);
      case "StructLit":
        return this.struct(expr.elts, expr, path);
      case "ListLit": {
        const items: ValueNode[] = [];
        for (const element of expr.elts) {
          if (element.kind === "Ellipsis" || element.kind === "Comprehension") return this.#closed(expr, path);
          const item = this.expr(element, [...path, items.length]);
          if (item !== undefined) items.push(item);
        }
        return listNode(items, this.#origin(expr));
      }
      case "UnaryExpr":
        if (
          (expr.op === "-" || expr.op === "+") &&
          expr.x.kind === "BasicLit" &&
          (expr.x.token === "INT" || expr.x.token === "FLOAT")
        ) {
          const number = this.#number(expr.x, expr);
          const text = number === "0" ? "0" : expr.op === "-" ? `-${number}` : number;
          return text === undefined ? undefined : scalarNode("number", text, this.#origin(expr));
        }
        return this.#closed(expr, path);
      default:
        return this.#closed(expr, path);
    }
  }

  #literal(lit: BasicLit, path: Step[]): ValueNode | undefined {
    const origin = this.#origin(lit);
    switch (lit.token) {
      case "NULL":
        return scalarNode("null", "null", origin);
      case "TRUE":
        return scalarNode("bool", "true", origin);
      case "FALSE":
        return scalarNode("bool", "false", origin);
      case "STRING": {
        const text = this.#string(lit);
        return text === undefined ? undefined : scalarNode("string", text, origin);
      }
      case "BYTES": {
        const bytes = decodeBytes(lit.text);
        return bytes.ok ? scalarNode("bytes", quoteBytes(bytes.value), origin) : this.#closed(lit, path);
      }
      default: {
        const text = this.#number(lit, lit);
        return text === undefined ? undefined : scalarNode("number", text, origin);
      }
    }
  }

  // Integers in their shortest decimal form, so that 0x10 and 16 are one value; floats as written. YAML and TOML have
  // infinities and "not a number", which CUE has not.
  #number({ token, text }: BasicLit, written: { pos: number; end: number }): string | undefined {
    const value = decodeNumber(text);
    if (!value.ok) {
      const shown = this.#context.file.text.slice(written.pos, written.end);
      this.#diagnostics.push({
        ...tell(VALUES_CODE.badFile, "{problem}", {
          problem: /inf|nan/i.test(text) ? `${shown} is no number that CUE knows` : value.message,
        }),
        severity: "error",
        places: [this.#place(written)],
        hint: advise(VALUES_CODE.badFile, "quote it if text is meant"),
      });
      return undefined;
    }
    if (token === "FLOAT") return text.replaceAll("_", "");
    return (value.negative ? "-" : "") + value.digits + "0".repeat(value.exponent);
  }

  #string(lit: BasicLit): string | undefined {
    const result = decodeString(lit.text);
    if (result.ok) return result.value;
    this.#diagnostics.push({
      ...tell(VALUES_CODE.badFile, "{problem}", { problem: result.message }),
      severity: "error",
      places: [this.#place(lit)],
    });
    return undefined;
  }

  // An expression that stands for itself anywhere, because it refers to nothing around it.
  #closed(expr: Expr, path: Step[]): ValueNode | undefined {
    let reference: Node | undefined;
    const stars: number[] = [];
    walk(expr, (node: Node) => {
      if (node.kind === "Ident" && !typeNames.has(node.name)) reference ??= node;
      if (
        node.kind === "SelectorExpr" ||
        node.kind === "IndexExpr" ||
        node.kind === "CallExpr" ||
        node.kind === "Comprehension" ||
        node.kind === "Interpolation" ||
        node.kind === "StructLit" ||
        // What is computed is a value, and no constraint.
        (node.kind === "BinaryExpr" && node.op !== "|" && node.op !== "&") ||
        (node.kind === "UnaryExpr" && node.op === "!")
      )
        reference ??= node;
      if (node.kind === "UnaryExpr" && node.op === "*") stars.push(node.pos);
      return true;
    });
    if (reference !== undefined) {
      const parts = this.#computed === undefined ? undefined : this.#beside(expr, path);
      if (parts !== undefined) return parts;
      const what = reference.kind === "Ident" ? `a reference to ${reference.name}` : "an expression";
      return this.#computed === undefined ? this.#evaluated(what, reference, path) : this.#evaluated(what, expr, path);
    }
    const start = expr.pos;
    const text = this.#context.file.text.slice(start, expr.end);
    let bare = text;
    for (const star of stars) bare = `${bare.slice(0, star - start)} ${bare.slice(star - start + 1)}`;
    const { file } = this.#context;
    return exprNode(text, bare, this.#preset(expr), this.#origin(expr), {
      tree: { kind: "expression", syntax: expr, file },
      bareTree: { kind: "expression", syntax: withoutStars(expr), file },
    });
  }

  // `#config & {…}` says what the literal says: the schema is judged with all values, and its defaults are a tier of
  // their own.
  #beside(expr: Expr, path: Step[]): ValueNode | undefined {
    if (expr.kind !== "BinaryExpr" || expr.op !== "&") return undefined;
    const sides = [expr.x, expr.y].map((side) => (side.kind === "ParenExpr" ? side.x : side));
    const said = sides.filter((side) => !(side.kind === "Ident" && side.name === "#config"));
    return said.length === 1 ? this.expr(said[0]!, path) : undefined;
  }

  // Chains of `|` and `&` grow without limit, so this is a loop.
  #preset(root: Expr): ValueNode | undefined {
    const stack: Expr[] = [root];
    while (stack.length > 0) {
      const expr = stack.pop()!;
      if (expr.kind === "ParenExpr") stack.push(expr.x);
      else if (expr.kind === "BinaryExpr" && (expr.op === "|" || expr.op === "&")) stack.push(expr.y, expr.x);
      else if (expr.kind === "UnaryExpr" && expr.op === "*") {
        const node = expr.x.kind === "ParenExpr" ? undefined : this.expr(expr.x, []);
        if (node !== undefined && node.kind !== "expr") return node;
      }
    }
    return undefined;
  }

  #needs(what: string, node: { pos: number; end: number }): void {
    this.#dynamic ??= { what, place: this.#place(node) };
  }

  #origin(node: { pos: number; end: number }): Origin {
    const { file, tier, source } = this.#context;
    return { tier, file, span: { start: node.pos, end: node.end }, ...(source !== undefined && { source }) };
  }

  #place(node: { pos: number; end: number }): Place {
    return { file: this.#context.file, span: { start: node.pos, end: node.end } };
  }
}

/** The expression without default marks: what it allows. */
function withoutStars(expr: Expr): Expr {
  switch (expr.kind) {
    case "UnaryExpr":
      return expr.op === "*" ? withoutStars(expr.x) : expr;
    case "BinaryExpr":
      return { ...expr, x: withoutStars(expr.x), y: withoutStars(expr.y) };
    case "ParenExpr":
      return { ...expr, x: withoutStars(expr.x) };
    default:
      return expr;
  }
}
