// What stands under the cursor: its syntax, its value, and where it is declared.
import type { Instance, Value } from "../../cue/index.ts";
import { decodeString } from "../../cue/syntax/index.ts";
import type { Expr, Field, File, Ident, ImportSpec, Label, Node } from "../../cue/syntax/index.ts";
import type { Place, SourceText } from "../../source/index.ts";
import { dataSyntax, formatOfPath } from "./data-file.ts";
import { nodesAt } from "./mend.ts";
import type { AnalysedFile, PackageAnalysis } from "./package-analysis.ts";
import { importPath, resolveName } from "./scope.ts";
import type { Binding } from "./scope.ts";
import { labelText, pathOfChain, stepOf } from "./syntax-path.ts";
import type { PathStep } from "./syntax-path.ts";

/** A field, a name or a package that the cursor is on. */
export interface Target {
  readonly name: string;
  /** The word under the cursor. */
  readonly node: Node;
  readonly value?: Value;
  readonly binding?: Binding;
  readonly import?: { readonly spec: ImportSpec; readonly instance: Instance | undefined; readonly path: string };
  /** Names of all declarations. */
  readonly declarations: readonly Place[];
  /** Whether this is a declaration itself. */
  readonly isDeclaration: boolean;
}

export class Resolver {
  readonly analysis: PackageAnalysis;
  readonly #syntax = new Map<string, File>();
  /** Names whose values are being looked for. */
  readonly #followed = new Set<Node>();

  constructor(analysis: PackageAnalysis) {
    this.analysis = analysis;
    const seen = new Set<Instance>();
    const work = analysis.instance === undefined ? [] : [analysis.instance];
    for (let i = work.pop(); i !== undefined; i = work.pop()) {
      if (seen.has(i)) continue;
      seen.add(i);
      for (const file of i.files) this.#syntax.set(file.source.name, file.syntax);
      work.push(...i.imports.values());
    }
  }

  fileAt(path: string): AnalysedFile | undefined {
    return this.analysis.files.find((file) => file.path === path);
  }

  /** The nodes around an offset; a word wins over what follows it. */
  chainAt(file: AnalysedFile, offset: number): Node[] {
    const chain = nodesAt(file.syntax, offset);
    const last = chain.at(-1)!;
    if (isWord(last) || offset === 0) return chain;
    const before = nodesAt(file.syntax, offset - 1);
    return isWord(before.at(-1)!) && before.at(-1)!.end === offset ? before : chain;
  }

  targetAt(file: AnalysedFile, offset: number): Target | undefined {
    const chain = this.chainAt(file, offset);
    return this.targetOf(file, chain);
  }

  targetOf(file: AnalysedFile, chain: readonly Node[]): Target | undefined {
    const node = chain.at(-1)!;
    const parent = chain.at(-2);
    if (parent === undefined || !isWord(node)) return undefined;
    if (parent.kind === "ImportSpec") return this.#importTarget(file, parent, node);
    const field = fieldOfLabel(chain);
    if (field !== undefined) return this.#fieldTarget(file, chain, field, node);
    if (parent.kind === "SelectorExpr" && parent.sel === node) {
      const name = wordName(node);
      const owner = this.valueOf(file, parent.x, chain.slice(0, -1));
      const value = owner?.lookupPath([selectorOf(name, node)], { optional: true });
      if (value === undefined || !value.exists) return undefined;
      return { name, node, value, declarations: this.declarationsOf(value, name), isDeclaration: false };
    }
    if (node.kind !== "Ident") return undefined;
    const declared = declaredBy(chain);
    const binding = resolveName(this.analysis.files, file, declared ?? chain.slice(0, -1), node.name);
    if (binding === undefined) return undefined;
    return this.#bindingTarget(node, binding, declared !== undefined);
  }

  #importTarget(file: AnalysedFile, spec: ImportSpec, node: Node): Target {
    const path = importPath(spec);
    const instance = this.analysis.instance?.imports.get(path);
    const first = instance?.files[0];
    const place = first && packagePlace(first.source, first.syntax);
    return {
      name: path,
      node,
      ...(instance && { value: this.analysis.context.package(instance) }),
      import: { spec, instance, path },
      binding: { kind: "import", file, spec },
      declarations: place === undefined ? [] : [place],
      isDeclaration: false,
    };
  }

  #fieldTarget(file: AnalysedFile, chain: readonly Node[], field: Field, node: Node): Target {
    const at = chain.indexOf(field);
    const path = pathOfChain(chain.slice(0, at + 1));
    const value = path && this.at([...path, stepOf(field)]);
    const name = labelText(field.label) ?? "";
    const own: Place = { file: file.source, span: spanOfLabel(field.label) };
    const all = value === undefined ? [] : this.declarationsOf(value, name);
    return {
      name,
      node,
      ...(value?.exists === true && { value }),
      binding: { kind: "field", file, field, chain: chain.slice(0, at) },
      declarations: all.some((p) => samePlace(p, own)) ? all : [own, ...all],
      isDeclaration: true,
    };
  }

  #bindingTarget(node: Ident, binding: Binding, isDeclaration: boolean): Target {
    const value = this.valueOfBinding(binding);
    const base = { name: node.name, node, binding, isDeclaration, ...(value?.exists === true && { value }) };
    if (binding.kind === "import") {
      const { declarations, import: imported } = this.#importTarget(binding.file, binding.spec, node);
      return { ...base, import: imported!, declarations };
    }
    if (binding.kind === "field") {
      const own: Place = { file: binding.file.source, span: spanOfLabel(binding.field.label) };
      const all = value === undefined ? [] : this.declarationsOf(value, node.name);
      return { ...base, declarations: all.some((p) => samePlace(p, own)) ? all : [own, ...all] };
    }
    const { pos, end } = binding.ident;
    return { ...base, declarations: [{ file: binding.file.source, span: { start: pos, end } }] };
  }

  /** The value at a path of the package; undefined if there is none. */
  at(path: readonly PathStep[]): Value | undefined {
    let v = this.analysis.root;
    for (const step of path) {
      if (v === undefined) return undefined;
      v = typeof step === "object" && "dynamic" in step ? dynamicField(v, step.dynamic) : lookUp(v, step);
    }
    return v;
  }

  /** What an expression refers to, as far as that has a place in the data. */
  valueOf(file: AnalysedFile, expr: Expr, chain: readonly Node[]): Value | undefined {
    switch (expr.kind) {
      case "Ident": {
        const binding = resolveName(this.analysis.files, file, chain, expr.name);
        return binding && this.valueOfBinding(binding);
      }
      case "SelectorExpr": {
        const v = this.valueOf(file, expr.x, chain);
        return v && lookUp(v, selectorOf(wordName(expr.sel), expr.sel));
      }
      case "IndexExpr": {
        const v = this.valueOf(file, expr.x, chain);
        if (v === undefined || expr.index.kind !== "BasicLit") return undefined;
        const name = expr.index.token === "STRING" ? wordName(expr.index) : Number(expr.index.text);
        return lookUp(v, name);
      }
      case "ParenExpr":
      case "PostfixExpr":
        return this.valueOf(file, expr.x, chain);
      case "UnaryExpr":
        return expr.op === "*" ? this.valueOf(file, expr.x, chain) : undefined;
      case "Alias":
        return this.valueOf(file, expr.expr, chain);
      case "BinaryExpr": {
        if (expr.op !== "&" && expr.op !== "|") return undefined;
        return this.valueOf(file, expr.x, chain) ?? this.valueOf(file, expr.y, chain);
      }
      case "StructLit":
      case "ListLit": {
        const at = chain.includes(expr) ? chain.slice(0, chain.indexOf(expr) + 1) : [...chain, expr];
        const path = pathOfChain([...at, expr]);
        return path && this.at(path);
      }
      default:
        return undefined;
    }
  }

  valueOfBinding(binding: Binding): Value | undefined {
    if (binding.kind !== "let" && binding.kind !== "for") return this.#valueOfName(binding);
    // Half a program may define a name by itself.
    if (this.#followed.has(binding.node)) return undefined;
    this.#followed.add(binding.node);
    try {
      return this.#valueOfName(binding);
    } finally {
      this.#followed.delete(binding.node);
    }
  }

  #valueOfName(binding: Binding): Value | undefined {
    switch (binding.kind) {
      case "field":
      case "alias": {
        if (binding.kind === "alias" && binding.ofLabel) return undefined;
        const path = pathOfChain([...binding.chain, binding.field]);
        return path && this.at([...path, stepOf(binding.field)]);
      }
      case "let": {
        const { expr } = binding.node;
        return expr === null ? undefined : this.valueOf(binding.file, expr, binding.chain);
      }
      case "for": {
        const source = this.valueOf(binding.file, binding.node.source, binding.chain);
        if (source === undefined || binding.ident !== binding.node.value) return undefined;
        return source.elements()[0] ?? source.fields()[0]?.value;
      }
      case "import": {
        const path = importPath(binding.spec);
        const instance = this.analysis.instance?.imports.get(path);
        if (instance !== undefined) return this.analysis.context.package(instance);
        return this.builtin(path);
      }
    }
  }

  /** A package that the language brings along. */
  builtin(path: string): Value | undefined {
    const name = path.split("/").at(-1)!;
    const v = this.analysis.context.compile(`import p ${JSON.stringify(path)}\n${name}: p\n`).lookupPath(name);
    return v.exists && v.errors().length === 0 ? v : undefined;
  }

  /** The names of a value's declarations. */
  declarationsOf(value: Value, name: string): Place[] {
    const out: Place[] = [];
    for (const { place } of value.declarations()) {
      const found = place && this.#labelPlace(place, name);
      if (found !== undefined && !out.some((p) => samePlace(p, found))) out.push(found);
    }
    return out;
  }

  /** The label of the field whose value is at a place, if that is its name. */
  #labelPlace({ file, span }: Place, name: string): Place | undefined {
    const syntax = this.syntaxOf(file);
    if (syntax === undefined) return undefined;
    const chain = nodesAt(syntax, span.start);
    for (let i = chain.length - 1; i >= 0; i--) {
      const node = chain[i]!;
      if (node.kind !== "Field") continue;
      if (labelText(node.label) === name) return { file, span: spanOfLabel(node.label) };
      if (node.value.pos <= span.start && node.value.kind !== "StructLit") continue;
    }
    return undefined;
  }

  syntaxOf(file: SourceText): File | undefined {
    let syntax = this.#syntax.get(file.name);
    // One that is embedded is no file of the package.
    if (syntax === undefined && formatOfPath(file.name) !== undefined)
      this.#syntax.set(file.name, (syntax = dataSyntax(file.name, file.text)));
    return syntax;
  }
}

export const samePlace = (a: Place, b: Place): boolean => a.file.name === b.file.name && a.span.start === b.span.start;

const isWord = (node: Node): node is Ident | Extract<Node, { kind: "BasicLit" }> =>
  node.kind === "Ident" || node.kind === "BasicLit";

function wordName(node: Node): string {
  if (node.kind === "Ident") return node.name;
  if (node.kind !== "BasicLit") return "";
  const decoded = decodeString(node.text);
  return decoded.ok ? decoded.value : node.text;
}

function selectorOf(name: string, node: Node): string | { identifier: string } {
  return node.kind === "Ident" && /^[_#]/.test(name) ? { identifier: name } : name;
}

export function lookUp(v: Value, step: string | number | { identifier: string }): Value | undefined {
  const found = v.lookupPath([step], { optional: true });
  return found.exists ? found : undefined;
}

/** The field that a declaration with a computed name made, or the first that a pattern holds for. */
function dynamicField(v: Value, field: Field): Value | undefined {
  for (const { value } of v.fields({ optional: true, definitions: true, hidden: true }))
    if (value.declarations().some(({ syntax }) => syntax === field.value)) return value;
  return undefined;
}

/** The field whose label the innermost node is or is part of. */
function fieldOfLabel(chain: readonly Node[]): Field | undefined {
  const node = chain.at(-1)!;
  const parent = chain.at(-2);
  if (parent?.kind === "Field" && parent.label === node) return parent;
  const outer = chain.at(-3);
  if (parent?.kind === "Alias" && outer?.kind === "Field" && outer.label === parent && parent.expr === node)
    return outer;
  return undefined;
}

/** For a name that is being declared (`let x`, `for x in`, `X=label`): the chain within which it is visible. */
function declaredBy(chain: readonly Node[]): readonly Node[] | undefined {
  const node = chain.at(-1)!;
  const parent = chain.at(-2);
  switch (parent?.kind) {
    case "LetClause":
      return parent.ident === node ? within(chain, parent) : undefined;
    case "ForClause":
      return parent.key === node || parent.value === node ? within(chain, parent) : undefined;
    case "TryClause":
      return parent.ident === node ? within(chain, parent) : undefined;
    case "Alias":
      return parent.ident === node ? chain.slice(0, -2) : undefined;
    case "PostfixAlias":
      return chain.slice(0, -2);
    default:
      return undefined;
  }
}

function within(chain: readonly Node[], clause: Node): readonly Node[] {
  const at = chain.indexOf(clause);
  const outer = chain[at - 1];
  return outer?.kind === "Comprehension" ? [...chain.slice(0, at), outer.value] : chain.slice(0, at);
}

function spanOfLabel(label: Label): { start: number; end: number } {
  const node = label.kind === "Alias" ? label.expr : label;
  return { start: node.pos, end: node.end };
}

function packagePlace(source: SourceText, syntax: File): Place {
  const clause = syntax.decls.find((d) => d.kind === "Package");
  return {
    file: source,
    span: clause === undefined ? { start: 0, end: 0 } : { start: clause.name.pos, end: clause.name.end },
  };
}
