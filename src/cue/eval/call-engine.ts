import type { SourceFile } from "../../source/index.ts";
import type { Meter } from "../meter/index.ts";
import type { Expr as AstExpr } from "../syntax/index.ts";
import {
  ArcType,
  Bottom,
  CloseFlag,
  Conjunct,
  Environment,
  ErrorCode,
  Field,
  ListLit,
  RequirementKind,
  Status,
  StructLit,
  Tag,
  Vertex,
  isDefinitionLabel,
  isIntLabel,
  noCloseInfo,
  append,
} from "../value/index.ts";
import type { CallEngine, Expr, Value } from "../value/index.ts";
import { newScope } from "./closedness.ts";
import { wrapFailure } from "./context.ts";
import type { Context } from "./context.ts";
import { defaultOf } from "./defaults.ts";
import { equal } from "./equality.ts";
import { validateVertex } from "./validate.ts";
import type { ValidateOptions } from "./validate.ts";
import { nodeBehind, identity, isConcrete, unwrap } from "./vertex-ops.ts";

/** What builtins may ask, answered by the evaluation that runs them. */
export class CallEngineFor implements CallEngine {
  readonly #c: Context;
  constructor(c: Context) {
    this.#c = c;
  }

  get meter(): Meter {
    return this.#c.meter;
  }

  finalize(v: Value): Value {
    if (v.tag === Tag.Vertex) this.#c.finalize(v);
    const d = defaultOf(v);
    if (d.tag !== Tag.Vertex) return d;
    return unwrap(d) ?? d;
  }

  concreteError(v: Value): Bottom | null {
    return this.validate(v, { concrete: true, final: true, all: true });
  }

  unify(a: Value, b: Value): Vertex {
    return unifyValues(this.#c, a, b);
  }

  validate(v: Value, options: Pick<ValidateOptions, "concrete" | "final" | "all">): Bottom | null {
    const c = this.#c;
    if (v.tag === Tag.Vertex) {
      c.finalize(v);
      return validateVertex(c, v, { ...options, reportIncomplete: options.final === true });
    }
    if (v.tag === Tag.Bottom) return v;
    if (options.concrete === true && !isConcrete(v)) {
      const b = c.errorHere("non-concrete value %", v);
      b.code = ErrorCode.Incomplete;
      return b;
    }
    return null;
  }

  equal(a: Value, b: Value): boolean {
    return equal(this.#c.meter, scalarOf(a), scalarOf(b), 0);
  }

  fields(v: Vertex): readonly { readonly name: string; readonly value: Vertex }[] {
    const labels = this.#c.runtime.labels;
    return this.#c.runtime
      .orderedArcs(nodeBehind(v))
      .filter((a) => a.arcType === ArcType.Member)
      .map((value) => ({ name: labels.text(value.label), value }));
  }

  elements(v: Value): readonly Value[] {
    if (v.tag !== Tag.Vertex) return [];
    const d = nodeBehind(v);
    this.#c.finalize(d);
    return d.arcs.filter((a) => isIntLabel(a.label));
  }

  lookup(v: Value, name: string): Value | null {
    if (v.tag !== Tag.Vertex) return null;
    this.#c.finalize(v);
    const arc = nodeBehind(v).arc(this.#c.runtime.labels.string(name));
    return arc === null || arc.arcType !== ArcType.Member ? null : arc;
  }

  list(values: readonly Value[]): Vertex {
    const v = this.#c.inlineVertex(null, [
      new Conjunct(new Environment(null, null), new ListLit(null, values), noCloseInfo),
    ]);
    this.#c.finalize(v);
    return v;
  }

  struct(fields: readonly (readonly [string, Value])[]): Vertex {
    const labels = this.#c.runtime.labels;
    const lit = new StructLit(
      null,
      fields.map(([name, value]) => new Field(null, ArcType.Member, labels.string(name), value)),
      false,
    );
    const v = this.#c.inlineVertex(null, [new Conjunct(new Environment(null, null), lit, noCloseInfo)]);
    this.#c.finalize(v);
    return v;
  }

  compile(expr: AstExpr, source?: SourceFile): Value {
    return this.#c.runtime.compileData(expr, this.#c.meter, source);
  }

  syntax(v: Value): AstExpr {
    return this.#c.runtime.valueSyntax(v, this.#c);
  }

  text(v: Value): string {
    return this.#c.runtime.text(v);
  }

  wrap(message: string, inner: Bottom): Bottom {
    return new Bottom(null, wrapFailure(this.#c.failure("%", message), inner.err), inner.code, null);
  }
}

/** A vertex that holds a scalar counts as that scalar. */
function scalarOf(v: Value): Value {
  const x = unwrap(defaultOf(v));
  return x === null || x.tag === Tag.Vertex ? v : x;
}

/** Unifies two values into a new node that stands where the current one does. */
export function unifyValues(c: Context, a: Value, b: Value): Vertex {
  const v = joinValues(c, [a, b]);
  const schema = b.tag === Tag.Vertex ? identity(b) : null;
  // A schema that tests itself while it is being tested would go on for ever.
  if (schema !== null && c.schemasInUse.filter((x) => x === schema).length >= maxSelfTests) {
    v.base = new Bottom(null, c.failure("structural cycle"), ErrorCode.StructuralCycle, v);
    v.status = Status.Finalized;
    return v;
  }
  if (schema !== null) c.schemasInUse.push(schema);
  c.finalize(v);
  if (schema !== null) c.schemasInUse.pop();
  return v;
}

/** matchN may look at one schema inside itself for nested data; this often, there is no data left. */
const maxSelfTests = 20;

/** The same node before it is evaluated. Operands may be any expressions that refer to nothing. */
export function joinValues(c: Context, operands: readonly Expr[]): Vertex {
  const at = c.vertex;
  const v = new Vertex(at === null ? null : at.parent, at === null ? 0 : at.label, ArcType.Member, c.home);
  for (const x of operands) addOperand(c, v, x);
  const s = c.state(v);
  if (s !== null) {
    s.dropParentRequirements = true;
    if (at !== null && at.state !== null) s.hasNonCyclic = at.state.hasNonCyclic;
  }
  return v;
}

function addOperand(c: Context, dst: Vertex, src: Expr): void {
  let ci = c.ci.withFlags(c.ci.flags & ~CloseFlag.FromDef);
  if (src.tag === Tag.Vertex) {
    const n = c.blankState(dst);
    if (n !== null) ci = newScope(c, n, null, ci, RequirementKind.Struct);
    for (let p: Vertex | null = src; p !== null; p = p.parent)
      if (isDefinitionLabel(p.label)) {
        ci = ci.withFlags(ci.flags | CloseFlag.TopDef);
        break;
      }
  }
  dst.conjuncts = append(dst.conjuncts, new Conjunct(new Environment(null, null), src, ci));
}
