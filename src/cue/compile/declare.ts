import type * as ast from "../syntax/index.ts";
import { parseImportPath } from "../module/index.ts";
import type { Compiler } from "./compiler.ts";
import { decodePlainString } from "./literal.ts";
import { bareLabel } from "./path.ts";
import {
  LetState,
  Scope,
  fieldBinding,
  found,
  isAliasBinding,
  isUniqueBinding,
  lookup,
  patternLabelBinding,
  variableBinding,
} from "./scope.ts";
import type { AliasEntry, Binding, LetEntry } from "./scope.ts";

/** Enters the names that the declarations of a struct or file bind. */
export function declareNames(c: Compiler, scope: Scope, decls: readonly ast.Decl[]): void {
  for (const d of decls) declareAlias(c, scope, d);
  for (const d of decls) {
    switch (d.kind) {
      case "Field":
        declareField(c, scope, d);
        break;
      case "LetClause": {
        const entry = scope.aliases?.get(d.ident.name);
        if (entry !== undefined && isLet(entry) && entry.clause === d) {
          bind(c, scope, d.ident.name, { sort: "let", entry }, d);
        } else {
          // A second let of that name: only the clash matters.
          bind(c, scope, d.ident.name, { sort: "let", entry: makeLet(c, d) }, d);
        }
        break;
      }
      case "ImportDecl":
        for (const spec of d.specs) bind(c, scope, importName(spec), { sort: "import", spec }, spec);
        break;
      default:
    }
  }
}

export function isLet(entry: AliasEntry): entry is LetEntry {
  return "clause" in entry;
}

/** The name by which a file refers to what it imports. */
export function importName(spec: ast.ImportSpec): string {
  return spec.name === null ? parseImportPath(importPath(spec)).qualifier : spec.name.name;
}

export function importPath(spec: ast.ImportSpec): string {
  return decodePlainString(spec.path.text) ?? "";
}

const isPattern = (label: ast.Label): boolean => bareLabel(label)?.kind === "ListLit";

function declareField(c: Compiler, scope: Scope, d: ast.Field): void {
  const old = d.label.kind === "Alias" ? d.label : null;
  const entry = d.label.kind === "Alias" || d.alias !== null ? aliasOf(scope, d) : null;
  if (old !== null) {
    if (!isPattern(old)) bind(c, scope, old.ident.name, fieldAlias(d, old, entry), d);
    if (d.alias !== null) c.failScope(d, "field has both label alias and postfix alias");
  }
  if (d.alias !== null && d.label.kind !== "ListLit") {
    declarePostfix(c, scope, d, { sort: "labelAlias", field: d }, (a) => fieldAlias(d, a, entry));
  }
  const label = bareLabel(d.label);
  if (label?.kind === "Ident")
    bind(c, scope, label.name, fieldBinding, d.value.kind === "Alias" ? d.value.expr : d.value);
}

function fieldAlias(field: ast.Field, source: ast.Node, entry: AliasEntry | null): Binding {
  return { sort: "fieldAlias", field, entry: entry ?? { name: "", source, field, used: false, key: null } };
}

/** Enters the names of `~X` and `~(K,V)`. */
function declarePostfix(
  c: Compiler,
  scope: Scope,
  d: ast.Field,
  label: Binding,
  field: (source: ast.Node) => Binding,
): void {
  const a = d.alias as ast.PostfixAlias;
  const hasField = a.field.name !== "_";
  if (a.label === null) {
    if (hasField) bind(c, scope, a.field.name, field(a), d);
    else c.failScope(a, 'single postfix alias "_" field cannot be the blank identifier');
    return;
  }
  const hasLabel = a.label.name !== "_";
  if (!hasField && !hasLabel) {
    c.failScope(a, "both label and field in postfix alias cannot be the blank identifier");
    return;
  }
  if (hasLabel) bind(c, scope, a.label.name, label, label.sort === "labelAlias" ? a.label : (patternOf(d) ?? a));
  if (hasField) bind(c, scope, a.field.name, field(a), d);
}

/**
 * Binds a name unless it clashes. A name is an alias or a field, never both, not even in nested
 * scopes; the mistake is reported at `at`.
 */
function bind(c: Compiler, scope: Scope, name: string, binding: Binding, at: ast.Node): void {
  if (name === "") return;
  if (name !== "_") {
    const existing = lookup(scope, name);
    if (existing !== null) {
      if (isAliasBinding(binding) !== isAliasBinding(existing)) {
        c.failScope(at, 'cannot have both alias and field with name "%" in same scope', name);
        return;
      }
      if (found.scope === scope && (isUniqueBinding(binding) || isUniqueBinding(existing))) {
        if (existing.sort !== "import") c.failScope(at, 'alias "%" redeclared in same scope', name);
        return;
      }
    }
  }
  scope.bind(name, binding);
}

/** Notes aliases and lets, which must be used, and must be unique among themselves. */
function declareAlias(c: Compiler, scope: Scope, d: ast.Decl): void {
  switch (d.kind) {
    case "Field":
      if (d.label.kind === "Alias") {
        if (bareLabel(d.label) === null) c.fail(d.label, scope, "alias expression is not a valid label");
        addAlias(c, scope, d.label.ident, {
          name: d.label.ident.name,
          source: d.label,
          field: d,
          used: false,
          key: null,
        });
      }
      if (d.alias !== null && d.alias.field.name !== "_") {
        addAlias(c, scope, d.alias.field, {
          name: d.alias.field.name,
          source: d.alias,
          field: d,
          used: false,
          key: null,
        });
      }
      break;
    case "LetClause":
      addAlias(c, scope, d.ident, makeLet(c, d));
      break;
    case "Alias":
      c.fail(d, scope, "old-style alias no longer supported: use let clause; use cue fix to update.");
      break;
    default:
  }
}

function makeLet(c: Compiler, clause: ast.LetClause): LetEntry {
  return {
    name: clause.ident.name,
    source: clause,
    field: null,
    used: false,
    key: null,
    clause,
    label: c.labels.let(clause.ident.name),
    state: LetState.fresh,
    resolving: false,
    lookedUp: false,
    value: null,
    errors: [],
  };
}

function addAlias(c: Compiler, scope: Scope, id: ast.Ident, entry: AliasEntry): void {
  const aliases = (scope.aliases ??= new Map<string, AliasEntry>());
  const existing = aliases.get(id.name);
  if (existing !== undefined) {
    c.fail(entry.source, scope, 'alias "%" already declared; previous declaration at %', id.name, {
      place: c.src(existing.source),
    });
  } else if (id.name === "_") c.fail(id, scope, "cannot use _ as alias or let clause");
  else aliases.set(id.name, entry);
}

/** The alias that a field declares in its scope. */
function aliasOf(scope: Scope, field: ast.Field): AliasEntry | null {
  if (scope.aliases !== null) for (const e of scope.aliases.values()) if (e.field === field) return e;
  return null;
}

/** The filter of a pattern field, without the alias inside the brackets. */
export function patternOf(d: ast.Field): ast.Expr | null {
  const label = bareLabel(d.label);
  if (label?.kind !== "ListLit" || label.elts.length !== 1) return null;
  const x = label.elts[0] as ast.Expr;
  return x.kind === "Alias" ? x.expr : x;
}

/** The scope of a field's value: the names that aliases of patterns and values add. */
export function valueScope(c: Compiler, outer: Scope, d: ast.Field): Scope {
  const filter = patternOf(d);
  const hasAlias = d.value.kind === "Alias";
  let scope = new Scope(outer, 0, d, true);
  if (filter !== null) {
    if (hasAlias) {
      // The alias of a value may shadow that of the pattern.
      const pattern = new Scope(outer, 0, null, true);
      scope = new Scope(pattern, 0, d, true);
      declarePattern(c, pattern, outer, d);
    } else declarePattern(c, scope, outer, d);
  }
  if (d.value.kind === "Alias") {
    const id = d.value.ident;
    const entry = { name: id.name, source: d.value, field: d, used: false, key: null };
    addAlias(c, scope, id, entry);
    bind(c, scope, id.name, { sort: "value", entry }, d.value);
  }
  return scope;
}

function declarePattern(c: Compiler, scope: Scope, outer: Scope, d: ast.Field): void {
  const entry = d.label.kind === "Alias" || d.alias !== null ? aliasOf(outer, d) : null;
  if (d.label.kind === "Alias") bind(c, scope, d.label.ident.name, { sort: "patternField", entry }, d);
  const element = (bareLabel(d.label) as ast.ListLit).elts[0] as ast.Expr;
  if (element.kind === "Alias") {
    if (d.alias !== null) c.failScope(d, "pattern constraint has both label alias and postfix alias");
    bind(c, scope, element.ident.name, patternLabelBinding, element.expr);
  } else if (d.alias !== null) {
    declarePostfix(c, scope, d, patternLabelBinding, () => ({ sort: "patternField", entry }));
  }
}

/** The scope that a clause opens, with its variables. */
export function clauseScope(c: Compiler, outer: Scope, label: string, names: readonly (ast.Ident | null)[]): Scope {
  const scope = new Scope(outer, 1, label);
  for (const id of names) if (id !== null) bind(c, scope, id.name, variableBinding, id);
  return scope;
}

/** Reports aliases that nothing refers to. */
export function checkUsed(c: Compiler, scope: Scope): void {
  const { aliases } = scope;
  if (aliases === null) return;
  const at = scope.isValue ? scope.outer : scope;
  c.whenUsesKnown(() => {
    for (const e of aliases.values()) {
      if (!e.used) c.fail(e.source, at, "unreferenced alias or let clause %", e.name);
    }
  });
}
