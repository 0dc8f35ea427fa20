// A values file, or standard input, to a tree (VAL-3): CUE, YAML, JSON or TOML; the values at top level or under
// `values:`. Mistakes point into the file in its own format.
import { currentLimits, decodeJson, decodeToml, decodeYaml, isValidJson } from "../cue/index.ts";
import type { DecodedDocuments as Decoded } from "../cue/index.ts";
import { childrenOf, parseExpr, parseFile } from "../cue/syntax/index.ts";
import type { Expr, Node } from "../cue/syntax/index.ts";
import { SourceFile, tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceText, Told } from "../source/index.ts";
import { readDecls, readExpr } from "./read-ast.ts";
import type { AstReading, Computed, ReadContext } from "./read-ast.ts";
import { OVERLAY_TAGS } from "./overlay-attribute.ts";
import { isRendered, toTemplate } from "./read-rendered.ts";
import { structNode } from "./value-tree.ts";
import type { Origin, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";
import { hideValues } from "./without-values.ts";

const VALUES_FORMATS = ["cue", "yaml", "json", "toml"] as const;
export type ValuesFormat = (typeof VALUES_FORMATS)[number];

/** Evaluates a CUE values file that is more than data, and answers for what stands at a path of it. */
export type EvaluateValues = (file: SourceFile, context: ReadContext, reading: AstReading) => Outcome<Computed>;

interface ReadOptions {
  readonly tier: ReadContext["tier"];
  readonly source?: string;
  /** Absent: by the name's ending, and by the look of the text where that says nothing (standard input). */
  readonly format?: ValuesFormat;
  readonly evaluate?: EvaluateValues;
}

export function readValues(text: SourceText, options: ReadOptions): Outcome<ValueNode> {
  const file = text instanceof SourceFile ? text : new SourceFile(text.name, text.text);
  const format = options.format ?? formatOfName(file.name) ?? formatOfText(file.text);
  const context: ReadContext = {
    file,
    tier: options.tier,
    ...(options.source !== undefined && { source: options.source }),
  };
  const outcome = format === "cue" ? readCue(file, context, options.evaluate) : readData(file, format, context);
  const result = outcome.value === undefined ? outcome : unwrap(outcome.value, outcome.diagnostics, context);
  // A template shows names of variables, and no values that came from them.
  if (isRendered(text)) return toTemplate(result, text);
  return { ...result, diagnostics: hideValues(result.diagnostics, file) };
}

function formatOfName(name: string): ValuesFormat | undefined {
  const m = /\.(cue|ya?ml|json|toml)$/i.exec(name);
  return m === null ? undefined : m[1]!.toLowerCase() === "yml" ? "yaml" : (m[1]!.toLowerCase() as ValuesFormat);
}

/** A text that reads as both YAML and CUE is YAML, unless something in it (a comment, a clause, a tag) is only CUE. */
export function formatOfText(text: string): ValuesFormat {
  if (isValidJson(text)) return "json";
  if (parseFile(new SourceFile("-", text), { comments: false }).errors.length > 0)
    return isToml(text) ? "toml" : "yaml";
  if (/^\s*package\s|^\s*\/\/|\s@[a-z]+\(/m.test(text)) return "cue";
  return decodeYaml(text).error === undefined ? "yaml" : "cue";
}

// `a = 1` is a text in YAML, and `[a]` a list; no values file is either.
function isToml(text: string): boolean {
  const { documents, error } = decodeYaml(text);
  if (error === undefined && documents.some(({ kind }) => kind === "StructLit" || kind === "BinaryExpr")) return false;
  return decodeToml(text).error === undefined;
}

function readCue(file: SourceFile, context: ReadContext, evaluate: EvaluateValues | undefined): Outcome<ValueNode> {
  const parsed = parseFile(file, { comments: false });
  if (parsed.errors.length > 0)
    return {
      diagnostics: parsed.errors.map((error) =>
        badFile(file, tell(VALUES_CODE.badFile, "{problem}", { problem: error.message }), error.offset),
      ),
    };
  if (hasTooMany([parsed.file])) return tooMany(file);
  const reading = readDecls(parsed.file.decls, { pos: 0, end: file.text.length }, context);
  if (reading.dynamic === undefined || reading.diagnostics.length > 0) return settle(reading);
  if (evaluate !== undefined) {
    const { value: computed, diagnostics } = evaluate(file, context, reading);
    if (computed === undefined) return { diagnostics };
    const again = settle(readDecls(parsed.file.decls, { pos: 0, end: file.text.length }, context, computed));
    return { ...again, diagnostics: [...diagnostics, ...again.diagnostics] };
  }
  return {
    diagnostics: [
      {
        ...tell(VALUES_CODE.notData, "the values use {what}, which needs evaluation", { what: reading.dynamic.what }),
        severity: "error",
        places: [reading.dynamic.place],
      },
    ],
  };
}

/**
 * How many fields a file of values may have: each becomes values of an evaluation, of its provenance and, if nobody knows
 * it, of a message.
 */
const mostFields = (): number => Math.floor(currentLimits().values / 16);

/** A million fields take a gigabyte before anybody can say that nobody knows them. Texts have these characters too. */
function mayHaveTooMany(text: string): boolean {
  const most = mostFields() * 4;
  let count = 0;
  if (text.length <= most) return false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    // `:` and `=`
    if ((c === 58 || c === 61) && ++count > most) return true;
  }
  return false;
}

function hasTooMany(nodes: readonly Node[]): boolean {
  const most = mostFields();
  const open = [...nodes];
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "Field" && ++count > most) return true;
    for (const child of childrenOf(node)) open.push(child);
  }
  return false;
}

function tooMany(file: SourceFile): Outcome<ValueNode> {
  return {
    diagnostics: [
      badFile(
        file,
        tell(VALUES_CODE.badFile, "the file has more than {mostFields} fields", { mostFields: mostFields() }),
        -1,
        advise(VALUES_CODE.badFile, "values are settings; --limits values=10M takes a larger file"),
      ),
    ],
  };
}

function readData(file: SourceFile, format: Exclude<ValuesFormat, "cue">, context: ReadContext): Outcome<ValueNode> {
  if (mayHaveTooMany(file.text)) return tooMany(file);
  const decoded = decode(file.text, format);
  if (decoded.error !== undefined) {
    const { message, line, about } = decoded.error;
    const offset =
      decoded.error.offset >= 0
        ? decoded.error.offset
        : line > 0
          ? file.lines.offsetOf(line, 1)
          : about?.kind === "anchor"
            ? file.text.indexOf(`*${about.name}`)
            : -1;
    return {
      diagnostics: [
        badFile(
          file,
          tell(VALUES_CODE.badFile, "{problem}", { problem: message }),
          offset,
          hintFor(file, format, about?.kind),
        ),
      ],
    };
  }
  if (hasTooMany(decoded.documents)) return tooMany(file);
  // `---` at the end, or comments between two of them, are no documents that anyone meant.
  const documents = decoded.documents.filter((document) => !isEmptyDocument(document));
  if (documents.length > 1)
    return {
      diagnostics: [
        badFile(
          file,
          tell(VALUES_CODE.badFile, "a values file has one document; this one has {count}", {
            count: documents.length,
          }),
          documents[1]!.pos,
          advise(VALUES_CODE.badFile, "put each of them into a file of its own: later files win"),
        ),
      ],
    };
  const [document] = documents;
  if (document === undefined) return { value: structNode(new Map(), wholeFile(context)), diagnostics: [] };
  return settle(readExpr(document, context));
}

function decode(text: string, format: Exclude<ValuesFormat, "cue">): Decoded {
  switch (format) {
    case "json":
      // Empty as in every other format: a pipeline may well have had nothing to say.
      return text.trim() === "" ? { documents: [] } : decodeJson(text);
    case "toml":
      // A blank is as wide as the byte order mark that some editors write.
      return decodeToml(text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text);
    default:
      return decodeYaml(text, OVERLAY_TAGS);
  }
}

/** Mistakes that come from another tool's habits. */
function hintFor({ name, text }: SourceFile, format: ValuesFormat, about: string | undefined): string | undefined {
  if (/\{\{-?\s/.test(text) && !name.endsWith(".tera"))
    return advise(VALUES_CODE.badFile, "a template of values ends in .tera: {name}.tera", {
      name: name === "-" ? "values" : name.slice(name.lastIndexOf("/") + 1),
    });
  if (format === "json" && (/^\s*\/\//m.test(text) || /,\s*[}\]]/.test(text)))
    return advise(
      VALUES_CODE.badFile,
      "JSON has no comments, and no comma before a closing bracket; CUE has both: name the file .cue",
    );
  if (format === "yaml" && /^ *\t/m.test(text))
    return advise(VALUES_CODE.badFile, "YAML indents with blanks, not with tabs");
  if (format === "yaml" && about === "tag")
    return advise(
      VALUES_CODE.badFile,
      "tags of other tools mean nothing here: leave the tag out, or quote the whole as text",
    );
  if (format === "toml" && /^\s*[\w.-]+\s*:/m.test(text))
    return advise(VALUES_CODE.badFile, "TOML writes name = value; YAML ends in .yaml");
  return undefined;
}

// The decoder of an empty YAML stream gives `*null | _`; a file of comments alone is `null`.
function isEmptyDocument(expr: Expr): boolean {
  return expr.kind === "BinaryExpr" || (expr.kind === "BasicLit" && expr.token === "NULL");
}

function settle(reading: AstReading): Outcome<ValueNode> {
  if (reading.value !== undefined) return { value: reading.value, diagnostics: reading.diagnostics };
  const dynamic = reading.dynamic;
  if (dynamic === undefined) return { diagnostics: reading.diagnostics };
  return {
    diagnostics: [
      ...reading.diagnostics,
      {
        ...tell(VALUES_CODE.notData, "the values use {what}, which is not data", { what: dynamic.what }),
        severity: "error",
        places: [dynamic.place],
      },
    ],
  };
}

// `values:` is unwrapped when it is all there is; a module may well have a field of that name among others.
function unwrap(node: ValueNode, diagnostics: readonly Diagnostic[], context: ReadContext): Outcome<ValueNode> {
  if (node.kind !== "struct")
    return {
      diagnostics: [
        ...diagnostics,
        {
          ...tell(VALUES_CODE.notStruct, "a values file holds fields, not {what}", {
            what: node.kind === "list" ? "a list" : `a ${node.kind}`,
          }),
          severity: "error",
          places: [{ file: context.file, span: node.origin.span }],
          hint:
            node.kind === "string" && /^[A-Za-z_][\w.-]*\s*=/.test(node.text)
              ? advise(VALUES_CODE.notStruct, "write name: value, and not name=value")
              : advise(VALUES_CODE.notStruct, "write fields at the top: name: value"),
        },
      ],
    };
  const inner = node.fields.size === 1 ? node.fields.get("values") : undefined;
  if (inner?.kind === "struct") return { value: inner, diagnostics };
  if (inner?.kind === "null") return { value: structNode(new Map(), inner.origin), diagnostics };
  return { value: node, diagnostics };
}

/** The reader of `--set-json` and of `--set` values in brackets: JSON, or the CUE data that contains it. */
export function readInline(
  file: SourceText,
  offset: number,
  originAt: (start: number, end: number) => Origin,
): Outcome<ValueNode> {
  // Blanks keep the offsets of the argument.
  const padded = new SourceFile(file.name, " ".repeat(offset) + file.text.slice(offset));
  const context: ReadContext = { file, tier: originAt(0, 0).tier };
  if (isValidJson(padded.text)) return settle(readExpr(decodeJson(padded.text).documents[0]!, context));
  const parsed = parseExpr(padded, { comments: false });
  if (parsed.errors.length > 0)
    return {
      diagnostics: parsed.errors.slice(0, 1).map((error) => ({
        ...badFile(file, tell(VALUES_CODE.badSet, "{problem}", { problem: error.message }), error.offset),
      })),
    };
  return settle(readExpr(parsed.expr, context));
}

function wholeFile(context: ReadContext): Origin {
  return {
    tier: context.tier,
    file: context.file,
    span: { start: 0, end: 0 },
    ...(context.source !== undefined && { source: context.source }),
  };
}

function badFile(file: SourceText, told: Told, offset: number, hint?: string): Diagnostic {
  return {
    ...told,
    severity: "error",
    places: [{ file, span: { start: offset, end: offset < 0 ? offset : offset + 1 } }],
    ...(hint !== undefined && { hint }),
  };
}
