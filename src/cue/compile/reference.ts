import type * as ast from "../syntax/index.ts";
import {
  DynamicReference,
  FieldReference,
  ImportReference,
  LabelReference,
  LetReference,
  NoLabel,
  Str,
  Top,
  ValueReference,
} from "../value/index.ts";
import type { Expr } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { importPath } from "./declare.ts";
import { compileLabel } from "./label.ts";
import { compileLet } from "./let.ts";
import { compileLiteral, decodePlainString } from "./literal.ts";
import { bareLabel } from "./path.ts";
import { found, lookup, upToField } from "./scope.ts";
import type { AliasEntry, Scope } from "./scope.ts";

/** What an identifier in an expression refers to. */
export function compileReference(c: Compiler, id: ast.Ident, scope: Scope): Expr {
  const name = id.name;
  if (name === "_") return new Top(c.src(id));
  const binding = lookup(scope, name);
  const up = found.up;
  const where = found.scope;
  if (binding === null) return c.outerName(id, scope, up);
  switch (binding.sort) {
    case "field":
    case "variable":
      return new FieldReference(c.src(id), up, c.identLabel(name), false);
    case "import":
      return importReference(c, id, binding.spec, scope);
    case "let": {
      const { entry } = binding;
      compileLet(c, entry, where as Scope, scope, id);
      return new LetReference(c.src(id), up, entry.label);
    }
    case "fieldAlias":
      return fieldAliasReference(c, id, scope, up, binding.field, binding.entry);
    case "labelAlias":
      return labelAliasReference(c, id, scope, binding.field);
    case "patternLabel":
      return new LabelReference(c.src(id), up);
    case "patternField": {
      if (binding.entry !== null) binding.entry.used = true;
      const src = c.src(id);
      // The label is read in the environment that the reference itself climbs to.
      return new DynamicReference(src, up, new LabelReference(src, 0), c.identLabel(name));
    }
    case "value":
      binding.entry.used = true;
      return new ValueReference(c.src(id), up, c.identLabel(name));
  }
}

function importReference(c: Compiler, id: ast.Ident, spec: ast.ImportSpec, scope: Scope): Expr {
  c.usedImports.add(spec);
  const path = importPath(spec);
  const target = c.imports.get(spec);
  if (target?.sort === "missing" && path.split("/", 1)[0]?.includes(".") === true) {
    c.fail(id, scope, 'import "%" not found', path);
  }
  return new ImportReference(c.src(id), path, id.name, target?.sort === "instance" ? target.instance : null);
}

function fieldAliasReference(
  c: Compiler,
  id: ast.Ident,
  scope: Scope,
  up: number,
  field: ast.Field,
  entry: AliasEntry,
): Expr {
  entry.used = true;
  const label = bareLabel(field.label);
  const src = c.src(id);
  switch (label?.kind) {
    case "Ident":
      return new FieldReference(src, up, compileLabel(c, label, scope), false);
    case "BasicLit": {
      const text = label.token === "STRING" ? decodePlainString(label.text) : label.text;
      if (text === null) return c.fail(id, scope, "invalid label: invalid");
      if (text === "") return c.fail(id, scope, 'unsupported field alias ""');
      return new FieldReference(src, up, compileLabel(c, label, scope), false);
    }
    default:
      // Met while the label itself is compiled.
      if (entry.key === null) return c.fail(id, scope, "cyclic reference in field alias");
      return new DynamicReference(src, up, entry.key, c.identLabel(id.name));
  }
}

/** K of `f~(K,V)`: the name of the field as a string. */
function labelAliasReference(c: Compiler, id: ast.Ident, scope: Scope, field: ast.Field): Expr {
  const { label } = field;
  switch (label.kind) {
    case "Ident":
      if (label.name.startsWith("#") || label.name.startsWith("_")) {
        const at = (field.alias as ast.PostfixAlias).label ?? id;
        return c.fail(at, scope, "label alias cannot reference definition or hidden field");
      }
      return new Str(null, label.name);
    case "BasicLit":
      return compileLiteral(c, label, scope);
    default:
      return new LabelReference(c.src(id), upToField(scope, field));
  }
}

/** A name that nothing in its file binds may be a field of another file of the package. */
export function packageReference(c: Compiler, id: ast.Ident, scope: Scope, up: number): Expr | null {
  const label = c.identLabel(id.name);
  if (label !== NoLabel && c.packageFields.has(label)) return new FieldReference(c.src(id), up, label, false);
  const spec = c.importNames.get(id.name);
  return spec === undefined ? null : importReference(c, id, spec, scope);
}
