import { SourceFile } from "../../source/index.ts";
import type * as ast from "../syntax/index.ts";
import { Environment, FieldReference, ImportReference, NoLabel, isLetLabel } from "../value/index.ts";
import type { Expr, Failure, Features, LabelTable, StructLit, Vertex } from "../value/index.ts";
import { compileComprehension } from "./comprehension.ts";
import { Compiler } from "./compiler.ts";
import type { CompileContext, CompileFile } from "./context.ts";
import { compileFileBody, compileStruct } from "./declaration.ts";
import { compileExpr as compileAnyExpr } from "./expression.ts";
import { checkImports, enterImports, packageName } from "./imports.ts";
import { bareLabel } from "./path.ts";
import { predeclaredReference } from "./predeclared.ts";
import { packageReference } from "./reference.ts";
import { Scope } from "./scope.ts";

/** Where an expression that belongs to no file finds names. */
interface ExprScope {
  readonly labels: LabelTable;
  readonly packagePath: string;
  readonly source: SourceFile;
  readonly features?: Features;
  readonly languageVersion?: string;
  /** Evaluated structs whose fields it can name, innermost first. */
  readonly vertices?: readonly Vertex[];
  /** Import path of a builtin package that can be used without import, by its name. */
  readonly builtinPath?: (name: string) => string | null;
}

class RoomCompiler extends Compiler {
  vertices: readonly Vertex[] = [];
  builtinPath: (name: string) => string | null = () => null;
  /** Expressions are read in the environment of the first vertex, files in one of their own below it. */
  offset = 0;

  override expr(x: ast.Expr, scope: Scope): Expr {
    return compileAnyExpr(this, x, scope);
  }

  override structLit(x: ast.StructLit, scope: Scope): StructLit {
    return compileStruct(this, x, scope);
  }

  override comprehension(x: ast.Comprehension, scope: Scope): ReturnType<typeof compileComprehension> {
    return compileComprehension(this, x, scope);
  }

  override outerName(id: ast.Ident, scope: Scope, up: number): Expr {
    const inPackage = packageReference(this, id, scope, up);
    if (inPackage !== null) return inPackage;
    const label = this.identLabel(id.name);
    for (let i = 0; i < this.vertices.length; i++) {
      const vertex = this.vertices[i] as Vertex;
      if (label !== NoLabel && !isLetLabel(label) && vertex.arc(label) !== null) {
        return new FieldReference(this.src(id), up + this.offset + i, label, false);
      }
    }
    const path = this.builtinPath(id.name);
    if (path !== null) return new ImportReference(this.src(id), path, id.name, null);
    return predeclaredReference(this, id, scope) ?? this.fail(id, scope, 'reference "%" not found', id.name);
  }
}

interface CompiledFiles {
  /** One literal for each file, to be unified at the root of the instance. */
  readonly roots: readonly StructLit[];
  /** In the order in which `cue` finds them. With errors, the roots are not to be evaluated. */
  readonly errors: readonly Failure[];
}

/** Compiles the files of one instance. They share the top level: each sees the fields of all. */
export function compileFiles(files: readonly CompileFile[], context: CompileContext): CompiledFiles {
  const first = files[0]?.source ?? new SourceFile("", "");
  const c = new RoomCompiler(context.labels, context.packagePath, first);
  if (context.injected !== undefined && context.injected.size > 0) c.injected = context.injected;
  c.sources = context.sources ?? null;
  for (const { file } of files) enterPackageFields(c, file);
  const roots: StructLit[] = [];
  const importErrors: Failure[] = [];
  const useErrors: Failure[] = [];
  for (const { file, source, marks } of files) {
    enterFile(c, file, source);
    c.marks = marks ?? null;
    enterImports(c, file, context, importErrors);
    c.usedImports.clear();
    roots.push(compileFileBody(c, file, new Scope(null, 0)));
    c.drain();
    checkImports(c, file, useErrors);
  }
  const errors = c.scopeErrors.length > 0 ? c.scopeErrors : [...importErrors, ...useErrors, ...c.errors];
  return { roots, errors };
}

function enterFile(c: Compiler, file: ast.File, source: SourceFile): void {
  c.file = source;
  c.languageVersion = file.languageVersion;
  c.features = fileFeatures(file);
}

function fileFeatures(file: ast.File): Features {
  const e = file.experiments;
  return {
    explicitOpen: e.explicitopen,
    shortCircuit: e.shortcircuit,
    structCompare: e.structcmp,
    aliasV2: e.aliasv2,
    tryClause: e.try,
  };
}

function enterPackageFields(c: Compiler, file: ast.File): void {
  const name = packageName(file);
  if (name === "" || name === "_") return;
  for (const d of file.decls) {
    if (d.kind !== "Field") continue;
    const label = bareLabel(d.label);
    if (label?.kind === "Ident" && label.name !== "_") c.packageFields.add(c.identLabel(label.name));
  }
}

interface CompiledExpr {
  readonly expr: Expr;
  /** The environment to read it in. */
  readonly env: Environment;
  readonly errors: readonly Failure[];
}

/** Compiles an expression that stands outside of files: `-e`, injected values, the library. */
export function compileExpr(x: ast.Expr, scope: ExprScope): CompiledExpr {
  const c = new RoomCompiler(scope.labels, scope.packagePath, scope.source);
  if (scope.features !== undefined) c.features = scope.features;
  c.languageVersion = scope.languageVersion ?? "";
  c.vertices = scope.vertices ?? [];
  if (scope.builtinPath !== undefined) c.builtinPath = scope.builtinPath;
  const top = new Scope(null, 0);
  const expr = c.expr(x, top);
  c.drain();
  return { expr, env: environments(c.vertices, 0), errors: c.scopeErrors.length > 0 ? c.scopeErrors : c.errors };
}

function environments(vertices: readonly Vertex[], i: number): Environment {
  const vertex = vertices[i];
  return vertex === undefined ? new Environment(null, null) : new Environment(environments(vertices, i + 1), vertex);
}
