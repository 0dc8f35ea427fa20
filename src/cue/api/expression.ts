import type { SourceFile } from "../../source/index.ts";
import { builtinPackagePaths } from "../builtin/index.ts";
import { compileExpr } from "../compile/index.ts";
import { parseExpr } from "../syntax/index.ts";
import { Bottom, ErrorCode, Failure, FailureList, Src, newestFeatures } from "../value/index.ts";
import type { Environment, Expr, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";
import { errorsOfFailures } from "./cue-error.ts";

const builtinPaths = new Map(builtinPackagePaths.map((path) => [path.slice(path.lastIndexOf("/") + 1), path]));

/** Builtin packages can be named without an import. */
export const builtinPath = (name: string): string | null => builtinPaths.get(name) ?? null;

/** Where the names of an expression come from. */
interface NameScope {
  readonly vertex?: Vertex;
  readonly packagePath: string;
}

type Compiled = { readonly expr: Expr; readonly env: Environment } | { readonly bottom: Bottom };

/** Parses and compiles an expression; what is wrong with it becomes a bottom. */
export function compileExpression(core: Core, source: SourceFile, scope: NameScope): Compiled {
  const { labels } = core.runtime;
  const { expr: syntax, errors } = parseExpr(source);
  if (errors.length > 0) {
    return failed(
      core,
      errors.map(
        (e) =>
          new Failure(
            null,
            null,
            new Src(source, e.offset, null, newestFeatures),
            [],
            "%",
            [e.message],
            null,
            "syntax",
          ),
      ),
    );
  }
  const vertices = scope.vertex === undefined ? [] : [scope.vertex];
  const {
    expr,
    env,
    errors: mistakes,
  } = compileExpr(syntax, { labels, packagePath: scope.packagePath, source, vertices, builtinPath });
  return mistakes.length > 0 ? failed(core, mistakes) : { expr, env };
}

function failed(core: Core, failures: readonly Failure[]): { readonly bottom: Bottom } {
  const bottom = new Bottom(
    null,
    failures.length === 1 ? (failures[0] as Failure) : new FailureList(failures),
    ErrorCode.Eval,
    null,
  );
  core.faults.set(bottom, errorsOfFailures(failures, core.runtime.labels, core.cwd, "load"));
  return { bottom };
}
