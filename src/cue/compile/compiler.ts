import type { SourceFile } from "../../source/index.ts";
import type * as ast from "../syntax/index.ts";
import { Bottom, ErrorCode, Failure, Src, newestFeatures } from "../value/index.ts";
import type {
  Decl,
  Expr,
  Features,
  Label,
  LabelTable,
  LiteralMarks,
  MessageArg,
  StructLit,
  Wording,
} from "../value/index.ts";
import type { ImportTarget, InjectedValue } from "./context.ts";
import { scopePath } from "./path.ts";
import type { Scope } from "./scope.ts";

/** How deep expressions nest on the call stack; deeper ones wait in a queue. */
const maxDepth = 300;
const maxScopeErrors = 11;

interface ErrorCollector {
  /** Depth of the scope that declares the let. */
  readonly depth: number;
  readonly errors: Failure[];
}

interface Postponed {
  readonly file: SourceFile;
  readonly run: () => void;
}

/**
 * What the files of this room share: the file at hand, the names outside of it, and the errors so far.
 * The abstract part joins the files, which would otherwise import each other in a circle.
 */
export abstract class Compiler {
  readonly labels: LabelTable;
  readonly packagePath: string;
  file: SourceFile;
  features: Features = newestFeatures;
  languageVersion = "";
  /** Of literals in the file at hand. */
  marks: LiteralMarks | null = null;

  /** Labels of identifier fields at the top of any file of the package. */
  readonly packageFields = new Set<Label>();
  /** Imports of the file by path. */
  imports: ReadonlyMap<ast.ImportSpec, ImportTarget> = new Map<ast.ImportSpec, ImportTarget>();
  /** Imports of the file by the name of their package, where that is not the name in the path. */
  importNames: ReadonlyMap<string, ast.ImportSpec> = new Map<string, ast.ImportSpec>();
  injected: ReadonlyMap<ast.Node, readonly InjectedValue[]> | null = null;
  readonly usedImports = new Set<ast.ImportSpec>();

  /** Mistakes in scopes: they count as mistakes in syntax and stop everything else. */
  readonly scopeErrors: Failure[] = [];
  readonly errors: Failure[] = [];
  /** Lets that are being compiled and gather what is wrong with them, to repeat it. */
  collectors: readonly ErrorCollector[] = [];

  /** All places, for whoever wants to put trees away. */
  sources: Src[] | null = null;

  #depth = 0;
  readonly #postponed: Postponed[] = [];
  readonly #atEnd: (() => void)[] = [];

  constructor(labels: LabelTable, packagePath: string, file: SourceFile) {
    this.labels = labels;
    this.packagePath = packagePath;
    this.file = file;
  }

  abstract expr(x: ast.Expr, scope: Scope): Expr;
  abstract structLit(x: ast.StructLit, scope: Scope): StructLit;
  abstract comprehension(x: ast.Comprehension, scope: Scope): Expr | Decl;
  /** A name that no scope binds. */
  abstract outerName(id: ast.Ident, scope: Scope, up: number): Expr;

  src(node: ast.Node, offset = node.pos): Src {
    const src = new Src(this.file, offset, node, this.features);
    this.sources?.push(src);
    return src;
  }

  /** Notes a mistake and stands for the expression that could not be compiled. */
  fail(node: ast.Node, scope: Scope | null, format: Wording, ...args: MessageArg[]): Bottom {
    const src = this.src(node);
    const failure = new Failure(null, null, src, [], format, args, scopePath(scope));
    this.addError(failure);
    return new Bottom(src, failure, ErrorCode.Eval, null);
  }

  addError(failure: Failure): void {
    this.errors.push(failure);
    for (const c of this.collectors) c.errors.push(failure);
  }

  /** They obey the rules of the parser: one for each line, and no more than a few for each file. */
  failScope(node: ast.Node, format: Wording, ...args: MessageArg[]): void {
    const mine = this.scopeErrors.filter((f) => f.pos?.file === this.file);
    if (mine.length >= maxScopeErrors) return;
    const last = mine.at(-1)?.pos;
    const { lines } = this.file;
    if (last !== undefined && last !== null && lines.lineAt(last.offset) === lines.lineAt(node.pos)) return;
    this.scopeErrors.push(new Failure(null, null, this.src(node), [], format, args));
  }

  identLabel(name: string): Label {
    return this.labels.identifier(name, this.packagePath);
  }

  /**
   * Compiles an expression that stands inside another one: now or, where the stack is already high, later.
   * Every way into deeper syntax passes here or through `deeper`, so that no input exhausts the stack.
   */
  nested(x: ast.Expr, scope: Scope, set: (value: Expr) => void): void {
    const value = this.now(x, scope);
    if (value === null) this.later(x, scope, set);
    else set(value);
  }

  /** The first half of `nested`: null if it must be done later. */
  now(x: ast.Expr, scope: Scope): Expr | null {
    if (this.#depth >= maxDepth) return null;
    this.#depth++;
    const value = this.expr(x, scope);
    this.#depth--;
    return value;
  }

  later(x: ast.Expr, scope: Scope, set: (value: Expr) => void): void {
    this.#postponed.push({ file: this.file, run: () => set(this.expr(x, scope)) });
  }

  /** Runs something that leads deeper, now or later. */
  deeper(run: () => void): void {
    if (!this.hasRoom) {
      this.#postponed.push({ file: this.file, run });
      return;
    }
    this.enter();
    run();
    this.leave();
  }

  get hasRoom(): boolean {
    return this.#depth < maxDepth;
  }

  enter(): void {
    this.#depth++;
  }

  leave(): void {
    this.#depth--;
  }

  /** Runs a check of what was used, as soon as all uses are known. */
  whenUsesKnown(check: () => void): void {
    if (this.#postponed.length > 0) this.#atEnd.push(check);
    else check();
  }

  /** Does what was put off. */
  drain(): void {
    this.#depth = 0;
    const { file } = this;
    // In order, since checks wait behind what they check.
    for (let i = 0; i < this.#postponed.length; i++) {
      const p = this.#postponed[i] as Postponed;
      this.file = p.file;
      p.run();
    }
    this.#postponed.length = 0;
    this.file = file;
    for (const check of this.#atEnd.splice(0)) check();
  }
}
