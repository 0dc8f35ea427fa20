// Quick fixes and refactorings for CUE documents.
import type { Value } from "../../cue/index.ts";
import { isValidIdent, parseFile } from "../../cue/syntax/index.ts";
import type { Field, Node } from "../../cue/syntax/index.ts";
import { SourceFile, valuesCode } from "../../source/index.ts";
import { EDITOR_CODE } from "../editor-code.ts";
import { nodesAt } from "../analysis/mend.ts";
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { importPath } from "../analysis/scope.ts";
import { pathOfChain, stepOf } from "../analysis/syntax-path.ts";
import { isSecretValue } from "../analysis/secret-paths.ts";
import type { Resolver } from "../analysis/target.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { DiagnosticData } from "../check/lsp-diagnostics.ts";
import type { CodeAction, LspDiagnostic, Range, TextEdit } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";
import { allowedFields, typeText } from "./completion/field-items.ts";
import { toggledBraces } from "./braces.ts";
import { organizedImports } from "./organize-imports.ts";
import { pastedCue } from "./paste.ts";

interface ActionContext {
  readonly workspace: Workspace;
  readonly resolver: Resolver;
  readonly file: AnalysedFile;
  readonly lines: EditorLines;
  readonly uri: string;
  readonly range: Range;
  readonly diagnostics: readonly LspDiagnostic[];
}

export function codeActions(context: ActionContext): CodeAction[] {
  return [
    ...context.diagnostics.flatMap((d) => fixes(context, d)),
    ...missingFields(context),
    ...wrapSecret(context),
    ...extractValue(context),
    ...toggleBraces(context),
    ...pasted(context),
    ...organize(context),
  ];
}

function action(
  context: ActionContext,
  title: string,
  kind: string,
  edits: readonly TextEdit[],
  more: Partial<CodeAction> = {},
): CodeAction {
  return { title, kind, edit: { changes: { [context.uri]: edits } }, ...more };
}

/** What a diagnostic's hint says can be done. */
function fixes(context: ActionContext, d: LspDiagnostic): CodeAction[] {
  const { lines } = context;
  const data = (d.data ?? {}) as DiagnosticData;
  const out: CodeAction[] = [];
  const meant = /did you mean ("?[\w$#./@-]+"?)\?/.exec(data.hint ?? "")?.[1];
  const start = lines.offsetAt(d.range.start);
  const chain = writtenAt(context, start);
  if (meant !== undefined) {
    const field = chain.findLast((n): n is Field => n.kind === "Field" && n.pos <= start);
    const word = field !== undefined && field.pos === start ? field.label : wordAt(chain);
    if (word !== undefined) {
      const bare = meant.replaceAll('"', "");
      const text = word.kind === "BasicLit" ? JSON.stringify(bare) : bare;
      const edit = { range: lines.rangeOf(word.pos, word.end), newText: text };
      out.push(action(context, `Change to ${bare}`, "quickfix", [edit], { diagnostics: [d], isPreferred: true }));
    }
  }
  if (data.reason === "unused") out.push(...removal(context, d, "Remove it", ["ImportSpec", "LetClause"]));
  if (data.reason === "notAllowed") out.push(...removal(context, d, `Remove ${data.path ?? "the field"}`, ["Field"]));
  if (d.code === EDITOR_CODE.unusedValue) out.push(...removal(context, d, "Remove the field", ["Field"]));
  const unknown = data.reason === "unresolved" ? data.args?.["name"] : undefined;
  if (typeof unknown === "string") out.push(...addImport(context, d, unknown));
  if (d.code === valuesCode.locked) out.push(...removal(context, d, "Remove it: the platform decides", ["Field"]));
  return out;
}

/** The nodes of the text as it is: in a mended one, what is wrong is blank. */
function writtenAt({ file, lines }: ActionContext, offset: number): Node[] {
  return nodesAt(parseFile(new SourceFile(file.path, lines.text)).file, offset);
}

function wordAt(chain: readonly Node[]): Node | undefined {
  const last = chain.at(-1);
  return last?.kind === "Ident" || last?.kind === "BasicLit" ? last : undefined;
}

function removal(
  context: ActionContext,
  d: LspDiagnostic,
  title: string,
  kinds: readonly Node["kind"][],
): CodeAction[] {
  const { lines } = context;
  const start = lines.offsetAt(d.range.start);
  const chain = writtenAt(context, start);
  let node = chain.findLast((n) => kinds.includes(n.kind));
  if (node?.kind === "ImportSpec") {
    const decl = chain.find((n) => n.kind === "ImportDecl");
    if (decl?.kind === "ImportDecl" && decl.specs.length === 1) node = decl;
  }
  if (node === undefined) return [];
  return [action(context, title, "quickfix", [{ range: lineRange(lines, node), newText: "" }], { diagnostics: [d] })];
}

/** A node with its line, if it is alone on it. */
function lineRange(lines: EditorLines, node: Node): Range {
  const first = lines.lineAt(node.pos);
  const last = lines.lineAt(node.end);
  const before = lines.text.slice(lines.startOf(first), node.pos);
  const after = lines.textOf(last).slice(node.end - lines.startOf(last));
  if (before.trim() === "" && /^\s*,?\s*$/.test(after))
    return {
      start: { line: first, character: 0 },
      end: lines.positionAt(last + 1 < lines.count ? lines.startOf(last + 1) : lines.text.length),
    };
  const comma = /^\s*,\s*/.exec(after)?.[0].length ?? 0;
  return lines.rangeOf(node.pos, node.end + comma);
}

/** A package whose name is used and not imported: of the builtins or the catalog. */
function addImport(context: ActionContext, d: LspDiagnostic, name: string): CodeAction[] {
  const { file, lines, workspace } = context;
  const known = new Set(
    file.syntax.decls.flatMap((decl) => (decl.kind === "ImportDecl" ? decl.specs.map(importPath) : [])),
  );
  const candidates = [...BUILTINS, ...workspace.host.catalog.packages()].filter((path) => {
    const parts = path.replace(/@v\d+$/, "").split("/");
    const last = parts.at(-1)!;
    const pair = `${parts.at(-1)}_${parts.at(-2)}`;
    const reversed = `${parts.at(-2)}_${parts.at(-1)}`;
    return (
      !known.has(path) &&
      (last === name || pair === name || reversed === name || `${last}_${shortGroup(parts)}` === name)
    );
  });
  return candidates.slice(0, 5).map((path) => {
    const text = nameOfPath(path) === name ? JSON.stringify(path) : `${name} ${JSON.stringify(path)}`;
    return action(context, `Import ${path}`, "quickfix", [importEdit(file, lines, text)], {
      diagnostics: [d],
      isPreferred: candidates.length === 1,
    });
  });
}

/** `opmodel.dev/traits/network@v0` is often called `network_traits`. */
const shortGroup = (parts: readonly string[]): string => parts.at(-2) ?? "";

const nameOfPath = (path: string): string =>
  path
    .replace(/@v\d+$/, "")
    .split("/")
    .at(-1)!;

const BUILTINS = [
  "strings",
  "list",
  "math",
  "struct",
  "strconv",
  "regexp",
  "time",
  "net",
  "path",
  "uuid",
  "html",
  "encoding/json",
  "encoding/yaml",
  "encoding/base64",
  "encoding/hex",
  "encoding/csv",
  "encoding/toml",
  "crypto/sha256",
  "crypto/md5",
  "crypto/sha1",
  "crypto/sha512",
  "text/template",
  "text/tabwriter",
  "math/bits",
] as const;

function importEdit(file: AnalysedFile, lines: EditorLines, text: string): TextEdit {
  const decls = file.syntax.decls.filter((decl) => decl.kind === "ImportDecl");
  const last = decls.at(-1);
  if (last !== undefined && last.lparen >= 0) {
    const at = lines.positionAt(last.specs.at(-1)?.end ?? last.lparen + 1);
    return { range: { start: at, end: at }, newText: `\n\t${text}` };
  }
  const after = last ?? file.syntax.decls.find((decl) => decl.kind === "Package");
  const at = lines.positionAt(after?.end ?? 0);
  return {
    range: { start: at, end: at },
    newText:
      after === undefined ? `import ${text}\n\n` : last === undefined ? `\n\nimport ${text}` : `\nimport ${text}`,
  };
}

/** The innermost struct around the cursor, with the fields that it must have and has not. */
function missingFields(context: ActionContext): CodeAction[] {
  const { resolver, file, lines, range } = context;
  const offset = lines.offsetAt(range.start);
  const chain = resolver.chainAt(file, offset);
  const at = chain.findLastIndex((n) => n.kind === "StructLit" && n.lbrace >= 0 && n.lbrace < offset);
  const struct = chain[at];
  if (struct?.kind !== "StructLit" || struct.rbrace < 0) return [];
  const path = pathOfChain(chain.slice(0, at + 1).concat(struct));
  const value = path && resolver.at(path);
  if (value === undefined) return [];
  const missing = allowedFields(value).filter(({ presence, value: v, isDefinition, isHidden }) => {
    if (isDefinition || isHidden) return false;
    if (presence === "required") return true;
    return (
      presence === "member" &&
      !v.isConcrete &&
      v.incompleteKind !== "struct" &&
      v.incompleteKind !== "list" &&
      !isSetHere(v, file)
    );
  });
  if (missing.length === 0) return [];
  const closing = lines.lineAt(struct.rbrace);
  const isOneLine = lines.lineAt(struct.lbrace) === closing;
  const base = /^[ \t]*/.exec(lines.textOf(lines.lineAt(struct.lbrace)))![0];
  const texts = missing.map(({ selector, value: v }) => `${selector}: ${placeholder(v)}`);
  const newText = isOneLine
    ? `\n${texts.map((t) => `${base}\t${t}\n`).join("")}${base}`
    : texts.map((t) => `${base}\t${t}\n`).join("");
  const position = isOneLine ? lines.positionAt(struct.rbrace) : { line: closing, character: 0 };
  const names = missing.map(({ name }) => name).join(", ");
  return [
    action(context, `Add ${missing.length === 1 ? "the missing field" : "missing fields"} ${names}`, "quickfix", [
      { range: { start: position, end: position }, newText },
    ]),
  ];
}

const isSetHere = (value: Value, file: AnalysedFile): boolean =>
  value.declarations().some(({ place, syntax }) => place?.file.name === file.path && syntax?.kind === "BasicLit");

/** What can stand for a value until somebody writes one: the type itself, which stays incomplete. */
function placeholder(value: Value): string {
  const preset = value.hasDefault ? value.default().toSource({ mode: "value" }) : undefined;
  if (preset?.ok === true) return preset.value.trim();
  const kind = value.incompleteKind;
  if (kind === "struct") return "{}";
  if (kind === "list") return "[]";
  const text = typeText(value);
  return text.includes("…") || text === "secret" ? "_" : text;
}

/** A literal that looks like a secret becomes one of `#Secret`'s: the text itself does not travel. */
function wrapSecret(context: ActionContext): CodeAction[] {
  const { resolver, file, lines, range } = context;
  const chain = resolver.chainAt(file, lines.offsetAt(range.start));
  const field = chain.findLast((n): n is Field => n.kind === "Field");
  if (field === undefined || field.value.kind !== "BasicLit" || field.value.token !== "STRING") return [];
  const path = pathOfChain(chain.slice(0, chain.indexOf(field) + 1).concat(field));
  const value = path && resolver.at([...path, stepOf(field)]);
  const name = lines.text.slice(field.label.pos, field.label.end);
  const suspicious = /password|passwd|secret|token|api_?key|credential/i.test(name);
  if (!suspicious && (value === undefined || !isSecretValue(value))) return [];
  const start = lines.positionAt(field.value.pos);
  const end = lines.positionAt(field.value.end);
  return [
    action(context, `Wrap ${name} as a secret`, "refactor.rewrite", [
      { range: { start, end: start }, newText: "{value: " },
      { range: { start: end, end }, newText: "}" },
    ]),
  ];
}

/** A literal in a component becomes a field of `#config` with that default. */
function extractValue(context: ActionContext): CodeAction[] {
  const { resolver, file, lines, range } = context;
  const chain = resolver.chainAt(file, lines.offsetAt(range.start));
  const literal = chain.at(-1);
  const field = chain.at(-2);
  if (literal?.kind !== "BasicLit" || field?.kind !== "Field" || field.value !== literal) return [];
  const path = pathOfChain(chain)?.map((s) =>
    typeof s === "object" ? ("identifier" in s ? s.identifier : "*") : String(s),
  );
  if (path?.[0] !== "#components" || path[1] === undefined) return [];
  const home = resolver.analysis.files.find((f) =>
    f.syntax.decls.some(
      (d) =>
        d.kind === "Field" && d.label.kind === "Ident" && d.label.name === "#config" && d.value.kind === "StructLit",
    ),
  );
  const decl = home?.syntax.decls.find(
    (d): d is Field => d.kind === "Field" && d.label.kind === "Ident" && d.label.name === "#config",
  );
  if (home === undefined || decl?.value.kind !== "StructLit" || decl.value.rbrace < 0) return [];
  const taken = new Set(
    decl.value.elts.flatMap((e) => (e.kind === "Field" && e.label.kind === "Ident" ? [e.label.name] : [])),
  );
  const own = path.at(-1)!.replace(/[^\w]/g, "_");
  const base = isValidIdent(own) && !/^[_#]/.test(own) ? own : "value";
  const name = !taken.has(base) ? base : `${path[1].replace(/[^\w]/g, "_")}${base[0]!.toUpperCase()}${base.slice(1)}`;
  if (taken.has(name)) return [];
  const type = KINDS[literal.token];
  if (type === undefined) return [];
  const target = context.workspace.linesOf(home.path);
  const at = { line: target.lineAt(decl.value.rbrace), character: 0 };
  const edits: Record<string, TextEdit[]> = {};
  const add = (uri: string, edit: TextEdit): void => void (edits[uri] ??= []).push(edit);
  add(context.uri, { range: lines.rangeOf(literal.pos, literal.end), newText: `#config.${name}` });
  add(context.workspace.uriOf(home.path), {
    range: { start: at, end: at },
    newText: `\t${name}: ${type} | *${literal.text}\n`,
  });
  return [{ title: `Extract into #config.${name}`, kind: "refactor.extract", edit: { changes: edits } }];
}

const KINDS: Readonly<Record<string, string>> = {
  STRING: "string",
  INT: "int",
  FLOAT: "number",
  TRUE: "bool",
  FALSE: "bool",
};

function toggleBraces(context: ActionContext): CodeAction[] {
  const { resolver, file, lines, range } = context;
  const toggled = toggledBraces(resolver.chainAt(file, lines.offsetAt(range.start)), lines);
  return toggled === undefined ? [] : [action(context, toggled.title, "refactor.rewrite", toggled.edits)];
}

function organize(context: ActionContext): CodeAction[] {
  const edit = organizedImports(context.file, context.lines, context.resolver.analysis);
  return edit === undefined ? [] : [action(context, "Organize imports", "source.organizeImports", edit)];
}

/** A selection that is YAML and not CUE becomes CUE; one that is an object of Kubernetes, a component. */
function pasted(context: ActionContext): CodeAction[] {
  const { lines, range } = context;
  const start = lines.offsetAt(range.start);
  const end = lines.offsetAt(range.end);
  if (end - start < 3) return [];
  const indent = /^[ \t]*/.exec(lines.textOf(range.start.line))![0];
  return pastedCue(lines.text.slice(start, end), indent).map(({ title, text }) =>
    action(context, title, "refactor.rewrite", [{ range, newText: text }]),
  );
}
