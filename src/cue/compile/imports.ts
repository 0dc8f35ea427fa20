import type * as ast from "../syntax/index.ts";
import { Failure } from "../value/index.ts";
import type { MessageArg, Wording } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import type { CompileContext, ImportTarget } from "./context.ts";
import { importName, importPath } from "./declare.ts";

function importSpecs(file: ast.File): ast.ImportSpec[] {
  const out: ast.ImportSpec[] = [];
  for (const d of file.decls) if (d.kind === "ImportDecl") out.push(...d.specs);
  return out;
}

export function packageName(file: ast.File): string {
  for (const d of file.decls) if (d.kind === "Package") return d.name.name;
  return "";
}

/** Finds what the imports of a file lead to; what leads nowhere is reported. */
export function enterImports(c: Compiler, file: ast.File, context: CompileContext, errors: Failure[]): void {
  const targets = new Map<ast.ImportSpec, ImportTarget>();
  const names = new Map<string, ast.ImportSpec>();
  for (const spec of importSpecs(file)) {
    const path = importPath(spec);
    const target = context.importTarget(path);
    targets.set(spec, target);
    if (target.sort === "missing") {
      errors.push(
        path.includes(".")
          ? at(c, spec, 'package "%" imported but not defined in %', path, c.packagePath)
          : at(c, spec, 'builtin package "%" undefined', path),
      );
    }
    if (target.sort === "instance" && spec.name === null) names.set(target.name, spec);
  }
  c.imports = targets;
  c.importNames = names;
}

/** Reports imports that clash with fields, and those that nothing refers to. */
export function checkImports(c: Compiler, file: ast.File, errors: Failure[]): void {
  const specs = importSpecs(file);
  if (specs.length === 0) return;
  const taken = new Map<string, ast.Node>();
  for (const d of file.decls) if (d.kind === "Field" && d.label.kind === "Ident") taken.set(d.label.name, d);
  const unused: ast.ImportSpec[] = [];
  for (const spec of specs) {
    const target = c.imports.get(spec);
    const path = importPath(spec);
    let name = spec.name?.name ?? path.slice(path.lastIndexOf("/") + 1);
    if (spec.name === null && target?.sort === "instance") name = target.name;
    const other = taken.get(name);
    if (other !== undefined) {
      const place = { place: c.src(other) };
      errors.push(at(c, spec, "% redeclared as imported package name\n\tprevious declaration at %", name, place));
      continue;
    }
    taken.set(name, spec);
    // The name in the package clause counts as a use: the original sees any identifier.
    if (!c.usedImports.has(spec) && importName(spec) !== packageName(file)) unused.push(spec);
  }
  for (const spec of unused) {
    errors.push(
      spec.name === null
        ? at(c, spec, "imported and not used: %", spec.path.text)
        : at(c, spec, "imported and not used: % as %", spec.path.text, spec.name.name),
    );
  }
}

function at(c: Compiler, node: ast.Node, format: Wording, ...args: MessageArg[]): Failure {
  return new Failure(null, null, c.src(node), [], format, args);
}
