import type * as ast from "../syntax/index.ts";
import type { Comprehension, Conjunct, Environment, Expr, Resolver, Value, Vertex } from "../value/index.ts";
import { writeComprehension } from "./declaration.ts";
import { Exporter } from "./exporter.ts";
import type { Term } from "./exporter.ts";
import { exportExpr, exportPlain } from "./expression.ts";
import { mergeTerms } from "./merge.ts";
import { exportReference } from "./reference.ts";
import { exportValue, exportVertex } from "./value-mode.ts";

/** An exporter with its parts joined. */
export class JoinedExporter extends Exporter {
  vertex(v: Vertex): ast.Expr {
    return exportVertex(this, v);
  }
  value(v: Value, conjuncts: readonly Conjunct[] = []): ast.Expr {
    return exportValue(this, v, conjuncts);
  }
  expr(env: Environment | null, x: Expr | Comprehension): ast.Expr {
    return exportExpr(this, env, x);
  }
  plainExpr(env: Environment | null, x: Expr | Comprehension): ast.Expr {
    return exportPlain(this, env, x);
  }
  merge(src: Vertex | null, terms: readonly Term[]): ast.Expr {
    return mergeTerms(this, src, terms);
  }
  reference(env: Environment | null, r: Resolver): ast.Expr {
    return exportReference(this, env, r);
  }
  comprehension(env: Environment | null, x: Comprehension): ast.Comprehension {
    return writeComprehension(this, env, x);
  }
}
