import { compareSemver } from "../module/index.ts";
import type * as ast from "../syntax/index.ts";
import {
  BasicType,
  BoolKind,
  BytesKind,
  FloatKind,
  IntKind,
  NumberKind,
  StringKind,
  ValueReference,
} from "../value/index.ts";
import type { Expr, Kind } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import * as b from "./predeclared-builtins.ts";
import { ranges } from "./ranges.ts";
import type { Scope } from "./scope.ts";

interface Predeclared {
  /** A type, made anew for each use, because its position matters. */
  readonly kind?: Kind;
  /** Anything else that stands for itself. */
  readonly value?: Expr;
  /** The version of the language that brought it. */
  readonly added?: string;
  /** `self` */
  readonly isSelf?: boolean;
}

const table = new Map<string, Predeclared>();

/** Every name has a second form that fields cannot shadow. */
function add(name: string, p: Predeclared): void {
  table.set(name, p);
  table.set(`__${name}`, p);
}

add("string", { kind: StringKind });
add("bytes", { kind: BytesKind });
add("bool", { kind: BoolKind });
add("int", { kind: IntKind });
add("float", { kind: FloatKind });
add("number", { kind: NumberKind });
add("error", { value: b.errorBuiltin, added: "v0.14.0" });
add("len", { value: b.lenBuiltin });
add("close", { value: b.closeBuiltin });
add("matchIf", { value: b.matchIfBuiltin });
add("matchN", { value: b.matchNBuiltin });
add("and", { value: b.andBuiltin });
add("or", { value: b.orBuiltin });
add("div", { value: b.divBuiltin });
add("mod", { value: b.modBuiltin });
add("quo", { value: b.quoBuiltin });
add("rem", { value: b.remBuiltin });
add("self", { isSelf: true });
for (const [name, value] of ranges) add(name, { value });
table.set("__closeAll", { value: b.closeAllBuiltin });
table.set("__reclose", { value: b.recloseBuiltin });
table.set("__no_sharing", { value: b.noShareSentinel });
table.set("__test_experiment", { value: b.testExperimentBuiltin });

/** The meaning of a predeclared name in this file, or null. */
export function predeclaredReference(c: Compiler, id: ast.Ident, scope: Scope): Expr | null {
  const p = table.get(id.name);
  if (p === undefined) return null;
  if (p.kind !== undefined) return new BasicType(c.src(id), p.kind);
  if (p.isSelf === true) {
    if (c.features.aliasV2) return new ValueReference(c.src(id), 1, c.labels.string(id.name));
    return c.fail(id, scope, 'predeclared identifier "%" requires @experiment(aliasv2)', id.name);
  }
  if (p.added !== undefined && c.languageVersion !== "" && compareSemver(p.added, c.languageVersion) > 0) {
    return c.fail(
      id,
      scope,
      'builtin "%" is not available in version %; it was added in version "%"',
      id.name.replace(/^__/, ""),
      c.languageVersion,
      p.added,
    );
  }
  return p.value as Expr;
}
