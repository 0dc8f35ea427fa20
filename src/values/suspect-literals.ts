// A mistake in a module may be told before its schema says which values are secret. Until then every text in values
// counts as one.
import { decodeString, parseFile } from "../cue/syntax/index.ts";
import type { Decl, Expr, Field } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { SourceText } from "../source/index.ts";
import { isPredeclared } from "./declared-names.ts";

/** Fields that hold values; `value` is where a secret has its text. */
const HOLDERS = new Set(["values", "bindings", "#bindings", "requires", "provides", "value"]);

interface Suspects {
  readonly texts: readonly string[];
  /** The file cannot be read to its end, and may hold more. */
  readonly broken: boolean;
}

/** Names that only a struct of a secret has. */
const MARKS = new Set(["$opm", "$secretName", "$dataKey"]);

/** Literals of secrets that are written out where they are used: in components, and in what other files add to them. */
export function writtenLiterals(file: SourceText): string[] {
  const found = new Set<string>();
  const struct = (list: readonly Decl[], inSecret: boolean): void => {
    const fields = list.flatMap((d) => (d.kind === "Field" ? [{ name: nameOf(d.label), value: d.value }] : []));
    const isSecret = inSecret || fields.some(({ name }) => name !== undefined && MARKS.has(name));
    for (const { name, value } of fields)
      if (name === "value" && isSecret) literals(value, found);
      else expr(value, name === "from");
    for (const decl of list) {
      if (decl.kind === "EmbedDecl") expr(decl.expr, inSecret);
      if (decl.kind === "LetClause") expr(decl.expr, false);
      if (decl.kind === "Comprehension") expr(decl.value, inSecret);
    }
  };
  const expr = (x: Expr, inSecret: boolean): void => {
    if (x.kind === "StructLit") struct(x.elts, inSecret);
    else if (x.kind === "ListLit") for (const e of x.elts) expr(e as Expr, false);
    // What is added to something else may be added to a secret.
    else if (x.kind === "BinaryExpr" && x.op === "&") for (const side of [x.x, x.y]) expr(side, true);
    else if (x.kind === "BinaryExpr") for (const side of [x.x, x.y]) expr(side, inSecret);
    else if (x.kind === "UnaryExpr" || x.kind === "ParenExpr") expr(x.x, inSecret);
    else if (x.kind === "CallExpr") for (const e of x.args) expr(e, false);
  };
  struct(parseFile(new SourceFile(file.name, file.text)).file.decls, false);
  return [...found];
}

function literals(x: Expr, found: Set<string>): void {
  if (x.kind === "BasicLit") {
    const literal = text(x.text);
    if (literal !== undefined) found.add(literal);
  } else if (x.kind === "BinaryExpr") for (const side of [x.x, x.y]) literals(side, found);
  else if (x.kind === "UnaryExpr" || x.kind === "ParenExpr") literals(x.x, found);
  else if (x.kind === "CallExpr") for (const e of x.args) literals(e, found);
  else if (x.kind === "Interpolation")
    for (const part of x.parts)
      if (part.kind === "BasicLit") found.add(partText(part.text));
      else literals(part, found);
}

/** What a part of an interpolation says between its brackets. */
const partText = (part: string): string => part.replace(/^(?:[)]|#*"+\n?\s*)/, "").replace(/(?:\\#*[(]|"+#*)$/, "");

function nameOf(label: Field["label"]): string | undefined {
  return label.kind === "Ident" ? label.name : label.kind === "BasicLit" ? text(label.text) : undefined;
}

/** Names that nobody declares (`declared`: all that the package does) are texts without their quotes. */
export function suspectLiterals(file: SourceText, declared?: ReadonlySet<string>): Suspects {
  const found = new Set<string>();
  const decls = (list: readonly Decl[], inValues: boolean): void => {
    for (const decl of list) {
      if (decl.kind === "EmbedDecl") expr(decl.expr, inValues);
      // Values are often put together from these.
      if (decl.kind === "LetClause") expr(decl.expr, true);
      if (decl.kind === "Comprehension") expr(decl.value, inValues);
      if (decl.kind !== "Field") continue;
      const name = nameOf(decl.label);
      // The name of a module, in a release.
      if (name === "#module" && decl.value.kind === "BasicLit") continue;
      const hidden =
        name?.startsWith("_") === true || (name?.startsWith("#") === true && decl.value.kind === "BasicLit");
      expr(decl.value, inValues || hidden || (name !== undefined && HOLDERS.has(name)));
    }
  };
  const isUnknown = (x: Expr): boolean =>
    x.kind === "Ident"
      ? declared !== undefined && !declared.has(x.name) && !isPredeclared(x.name)
      : (x.kind === "SelectorExpr" || x.kind === "IndexExpr") && isUnknown(x.x);
  const expr = (x: Expr, inValues: boolean): void => {
    switch (x.kind) {
      case "StructLit":
        return decls(x.elts, inValues);
      case "ListLit":
        return x.elts.forEach((e) => expr(e as Expr, inValues));
      case "BinaryExpr":
        expr(x.x, inValues);
        return expr(x.y, inValues);
      case "UnaryExpr":
        return expr(x.x, inValues);
      case "ParenExpr":
        return expr(x.x, inValues);
      case "CallExpr":
        expr(x.fun, inValues);
        return x.args.forEach((e) => expr(e, inValues));
      case "IndexExpr":
        return expr(x.x, inValues);
      case "SelectorExpr":
        if (inValues && declared !== undefined && isUnknown(x.x)) found.add(nameOf(x.sel as Field["label"]) ?? "");
        return expr(x.x, inValues);
      case "Ident":
        if (inValues && isUnknown(x)) found.add(x.name);
        return;
      case "Interpolation":
        for (const part of x.parts)
          if (part.kind !== "BasicLit") expr(part, inValues);
          else if (inValues) found.add(partText(part.text));
        return;
      case "BasicLit": {
        const literal = inValues ? text(x.text) : undefined;
        if (literal !== undefined) found.add(literal);
        return;
      }
      default:
    }
  };
  const parsed = parseFile(new SourceFile(file.name, file.text));
  decls(parsed.file.decls, false);
  // Files without a package are values too: they stand beside the module for `-f`.
  const isValues =
    !/^\s*package\s/m.test(file.text) || /\b(?:values|bindings|requires|provides)\s*:(?!\s*#config\b)/.test(file.text);
  return { texts: [...found], broken: parsed.errors.length > 0 && isValues };
}

function text(literal: string): string | undefined {
  const decoded = decodeString(literal);
  return decoded.ok ? decoded.value : undefined;
}
