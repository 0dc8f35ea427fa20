// Completion in CUE documents.
import { builtinPackagePaths } from "../../../cue/index.ts";
import type { Value } from "../../../cue/index.ts";
import { decodeString, parseExpr } from "../../../cue/syntax/index.ts";
import type { Node } from "../../../cue/syntax/index.ts";
import { SourceFile } from "../../../source/index.ts";
import type { Place } from "../../../source/index.ts";
import { nodesAt } from "../../analysis/mend.ts";
import type { AnalysedFile } from "../../analysis/package-analysis.ts";
import {
  PREDECLARED,
  PREDECLARED_FUNCTIONS,
  importName,
  importPath,
  resolveName,
  visible,
} from "../../analysis/scope.ts";
import { labelText, pathOfChain } from "../../analysis/syntax-path.ts";
import type { PathStep } from "../../analysis/syntax-path.ts";
import { lookUp } from "../../analysis/target.ts";
import type { Resolver } from "../../analysis/target.ts";
import type { Workspace } from "../../analysis/workspace.ts";
import { CompletionKind } from "../../protocol/types.ts";
import type { CompletionItem, CompletionList, Range } from "../../protocol/types.ts";
import type { EditorLines } from "../../text/text-document.ts";
import { memberSignature, membersOf } from "../builtins.ts";
import { resolverOf } from "../navigate.ts";
import { cueContext } from "./cue-context.ts";
import { allowedFields, fieldItems, typeText, valueItems } from "./field-items.ts";
import type { ItemContext } from "./field-items.ts";
import { importItems } from "./import-items.ts";

export async function cueCompletion(
  workspace: Workspace,
  path: string,
  lines: EditorLines,
  offset: number,
  snippets: boolean,
): Promise<CompletionList> {
  const context = cueContext(lines.text, offset);
  if (context.kind === "none") return list([]);
  const range = (start: number, quoted = false): Range =>
    lines.rangeOf(start, quoted && lines.text[offset] === lines.text[start] ? offset + 1 : wordEnd(lines.text, offset));
  if (context.kind === "import")
    return list(await importItems(workspace, path, context.typed, lines.rangeOf(context.start + 1, offset)));
  const analysis = await workspace.packageOf(path);
  const resolver = resolverOf(analysis);
  if (context.kind === "package") {
    const names = new Set([analysis.packageName, path.split("/").at(-2) ?? ""].filter((n) => /^[A-Za-z]\w*$/.test(n)));
    return list([...names].map((label) => ({ label, kind: CompletionKind.module })));
  }
  const file = resolver.fileAt(path);
  if (file === undefined) return list([]);
  if (context.kind === "member") {
    const chain = nodesAt(file.syntax, Math.max(0, context.start - context.owner.length - 1));
    return list(memberItems(resolver, file, chain, context.owner, range(context.start)));
  }
  const chain = structChain(file, context.from);
  const base = pathOfChain([...chain, chain.at(-1)!]);
  const indent = /^[ \t]*/.exec(lines.textOf(lines.lineAt(offset)))![0];
  const items: ItemContext = {
    notation: "cue",
    range: range(context.start, context.quoted),
    snippets,
    indent,
    quoted: context.quoted,
  };
  const steps = base && [...base, ...context.labels.map(stepOfText)];
  const value = steps && valueAt(resolver, steps);
  // What is typed already must not decide what may be typed.
  const wanted = context.labels.length === 0 ? value : value?.alone(({ place }) => !isTyped(place, path, offset));
  const out: CompletionItem[] = [];
  if (context.kind === "declaration") {
    if (value !== undefined) out.push(...fieldItems(value, setNames(resolver, chain, context.labels, steps!), items));
    if (context.labels.length > 0 && wanted !== undefined) out.push(...valueItems(wanted, items));
    if (!context.quoted)
      out.push(
        ...embeddable(resolver, file, chain, items.range),
        ...keywords(context.labels.length === 0, snippets, items.range),
      );
    if (context.labels.length > 0 && !context.quoted)
      out.push(...referenceItems(resolver, file, chain, wanted, items.range));
    return list(out);
  }
  if (wanted !== undefined) out.push(...valueItems(wanted, items));
  if (!context.quoted)
    out.push(...referenceItems(resolver, file, chain, context.isWhole ? wanted : undefined, items.range));
  return list(out);
}

const isTyped = (place: Place | undefined, path: string, offset: number): boolean =>
  place !== undefined && place.file.name === path && place.span.start <= offset && offset <= place.span.end + 1;

const list = (items: readonly CompletionItem[]): CompletionList => {
  const seen = new Set<string>();
  return { isIncomplete: false, items: items.filter(({ label }) => !seen.has(label) && seen.add(label)) };
};

function wordEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && /[\w$#]/.test(text[end]!)) end++;
  // What follows on is left alone if it is the next label.
  return /^\s*:/.test(text.slice(end, end + 20)) && end > offset ? offset : end;
}

/** The nodes around a place where a declaration begins; the innermost is a struct or the file. */
function structChain(file: AnalysedFile, offset: number): Node[] {
  const chain = nodesAt(file.syntax, offset);
  const at = chain.findLastIndex(
    (node, i) =>
      node.kind === "File" ||
      (node.kind === "StructLit" &&
        node.lbrace >= 0 &&
        node.lbrace < offset &&
        (node.rbrace < 0 || offset <= node.rbrace)) ||
      (node.kind === "ListLit" && node.pos < offset && i > 0 && chain[i - 1]?.kind !== "Field"),
  );
  return chain.slice(0, at + 1);
}

function stepOfText(label: string): PathStep {
  if (label.startsWith('"')) {
    const decoded = decodeString(label);
    return decoded.ok ? decoded.value : label;
  }
  return /^[_#]/.test(label) ? { identifier: label } : label;
}

/** The value at a path; where a field is not set yet, what its struct says about such a field. */
function valueAt(resolver: Resolver, path: readonly PathStep[]): Value | undefined {
  const exact = resolver.at(path);
  if (exact !== undefined) return exact;
  let v: Value | undefined = resolver.analysis.root;
  for (const step of path) {
    if (v === undefined || (typeof step === "object" && "dynamic" in step)) return undefined;
    const next: Value | undefined = lookUp(v, step);
    v = next ?? (typeof step === "string" && v.allows(step) ? patternValue(v, step) : undefined);
  }
  return v;
}

/** What a pattern (`[string]: T`) says about a name, by trying it. */
function patternValue(v: Value, name: string): Value | undefined {
  const tried = v.evaluate(`{${JSON.stringify(name)}: _}`);
  const joined = v.unify(tried);
  return lookUp(joined, name);
}

/** Names that the package already gives a value at this path, outside of definitions that are only used. */
function setNames(
  resolver: Resolver,
  chain: readonly Node[],
  labels: readonly string[],
  path: readonly PathStep[],
): (name: string) => boolean {
  const names = new Set<string>();
  if (labels.length === 0) {
    const struct = chain.at(-1)!;
    const decls = struct.kind === "StructLit" ? struct.elts : struct.kind === "File" ? struct.decls : [];
    for (const decl of decls) if (decl.kind === "Field") names.add(labelText(decl.label) ?? "");
  }
  const wanted = path.map(plain).join("\n");
  for (const file of resolver.analysis.files)
    for (const name of declared(file.syntax).get(wanted) ?? []) names.add(name);
  return (name) => names.has(name);
}

const plain = (step: PathStep): string | number =>
  typeof step === "object" ? ("identifier" in step ? step.identifier : "*") : step;

const declarations = new WeakMap<Node, ReadonlyMap<string, readonly string[]>>();

/** The fields of a file by the path of their struct; those within choices are not set for certain. */
function declared(file: Node): ReadonlyMap<string, readonly string[]> {
  const known = declarations.get(file);
  if (known !== undefined) return known;
  const out = new Map<string, string[]>();
  const visit = (node: Node, path: readonly (string | number)[]): void => {
    switch (node.kind) {
      case "File":
        for (const d of node.decls) if (d.kind !== "CommentGroup") visit(d, path);
        break;
      case "StructLit":
        for (const d of node.elts) if (d.kind !== "CommentGroup") visit(d, path);
        break;
      case "EmbedDecl":
        visit(node.expr, path);
        break;
      case "ParenExpr":
        visit(node.x, path);
        break;
      case "BinaryExpr":
        if (node.op === "&") {
          visit(node.x, path);
          visit(node.y, path);
        }
        break;
      case "Field": {
        const name = labelText(node.label);
        if (name === undefined) break;
        const names = out.get(path.join("\n")) ?? [];
        if (node.constraint === "") out.set(path.join("\n"), [...names, name]);
        visit(node.value, [...path, name]);
        break;
      }
      default:
        break;
    }
  };
  visit(file, []);
  declarations.set(file, out);
  return out;
}

/** The members of what stands before a dot. */
function memberItems(
  resolver: Resolver,
  file: AnalysedFile,
  chain: readonly Node[],
  owner: string,
  range: Range,
): CompletionItem[] {
  const { expr, errors } = parseExpr(new SourceFile("", owner));
  if (errors.length > 0) return [];
  if (expr.kind === "Ident") {
    const binding = resolveName(resolver.analysis.files, file, chain, expr.name);
    const path = binding?.kind === "import" ? importPath(binding.spec) : undefined;
    if (path !== undefined && builtinPackagePaths.includes(path)) return builtinItems(path, range);
  }
  const value = resolver.valueOf(file, expr, chain);
  if (value === undefined) return [];
  const own = resolver.analysis.instance?.id;
  return allowedFields(value).flatMap(({ name, value: inner, isDefinition, isHidden, selector }): CompletionItem[] => {
    if (isHidden && value.packagePath !== own) return [];
    const docs = inner.docs().map(({ text }) => text);
    // A package has hundreds of definitions: what is written as a struct is not evaluated to see that it is one.
    const isStruct = inner.declarations().some(({ syntax }) => syntax?.kind === "StructLit");
    return [
      {
        label: selector,
        kind: isDefinition ? CompletionKind.class : CompletionKind.field,
        detail: isStruct ? "{…}" : typeText(inner),
        ...(docs.length > 0 && { documentation: { kind: "markdown", value: docs.join("\n\n") } }),
        sortText: `${isDefinition ? "1" : "0"}${name}`,
        textEdit: { range, newText: selector },
      },
    ];
  });
}

function builtinItems(path: string, range: Range): CompletionItem[] {
  return membersOf(path).map((member) => {
    const { signature } = memberSignature(path, member);
    return {
      label: member.name,
      kind: member.params === undefined ? CompletionKind.constant : CompletionKind.function,
      detail: signature,
      textEdit: { range, newText: member.name },
    };
  });
}

/** What can be embedded: definitions in sight, and packages that have some. */
function embeddable(resolver: Resolver, file: AnalysedFile, chain: readonly Node[], range: Range): CompletionItem[] {
  const out: CompletionItem[] = [];
  for (const [name, binding] of visible(resolver.analysis.files, file, chain)) {
    if (binding.kind === "import" && !builtinPackagePaths.includes(importPath(binding.spec)))
      out.push({
        label: name,
        kind: CompletionKind.module,
        detail: importPath(binding.spec),
        sortText: `6${name}`,
        textEdit: { range, newText: name },
      });
    else if (binding.kind === "field" && /^_?#/.test(name))
      out.push({
        label: name,
        kind: CompletionKind.class,
        detail: "definition",
        sortText: `5${name}`,
        textEdit: { range, newText: name },
      });
  }
  return out;
}

function keywords(atStart: boolean, snippets: boolean, range: Range): CompletionItem[] {
  if (!atStart) return [];
  const words: readonly (readonly [string, string])[] = [
    ["if", "if ${1:condition} {\n\t$0\n}"],
    ["for", "for ${1:key}, ${2:value} in ${3:source} {\n\t$0\n}"],
    ["let", "let ${1:name} = $0"],
  ];
  return words.map(([label, snippet]) => ({
    label,
    kind: CompletionKind.keyword,
    sortText: `8${label}`,
    ...(snippets && { insertTextFormat: 2 }),
    textEdit: { range, newText: snippets ? snippet : `${label} ` },
  }));
}

/** Names in sight: those whose value fits first, then packages, types and functions. */
function referenceItems(
  resolver: Resolver,
  file: AnalysedFile,
  chain: readonly Node[],
  wanted: Value | undefined,
  range: Range,
): CompletionItem[] {
  const out: CompletionItem[] = [];
  const kind = wanted?.isStruct === true ? "struct" : wanted?.incompleteKind;
  const isTyped = kind !== undefined && kind !== "top" && kind !== "bottom";
  for (const [name, binding] of visible(resolver.analysis.files, file, chain)) {
    if (binding.kind === "import") {
      out.push({
        label: importName(binding.spec),
        kind: CompletionKind.module,
        detail: importPath(binding.spec),
        sortText: `4${name}`,
        textEdit: { range, newText: name },
      });
      continue;
    }
    // What is written as a struct is one; evaluating it would evaluate all that it holds.
    const isStruct = binding.kind === "field" && binding.field.value.kind === "StructLit";
    const value = isStruct ? undefined : resolver.valueOfBinding(binding);
    const own = isStruct || value?.isStruct === true ? "struct" : value?.incompleteKind;
    const fits =
      !isTyped ||
      own === undefined ||
      own === "top" ||
      own === "struct" ||
      kinds(own).some((k) => kinds(kind).includes(k));
    if (!fits) continue;
    const exact = isTyped && own === kind;
    out.push({
      label: name,
      kind: binding.kind === "field" ? CompletionKind.reference : CompletionKind.variable,
      ...(isStruct ? { detail: "{…}" } : value !== undefined && { detail: typeText(value) }),
      sortText: `${exact ? "2" : "3"}${name}`,
      textEdit: { range, newText: name },
    });
  }
  if (!isTyped || wanted === undefined)
    for (const [name, doc] of PREDECLARED)
      out.push({
        label: name,
        kind: CompletionKind.keyword,
        detail: doc,
        sortText: `6${name}`,
        textEdit: { range, newText: name },
      });
  for (const [name, { signature }] of PREDECLARED_FUNCTIONS)
    out.push({
      label: name,
      kind: CompletionKind.function,
      detail: signature,
      sortText: `7${name}`,
      textEdit: { range, newText: name },
    });
  return out;
}

const kinds = (kind: string): string[] =>
  kind
    .replace(/[()]/g, "")
    .split("|")
    .flatMap((k) => (k === "number" ? ["int", "float", "number"] : [k]));
