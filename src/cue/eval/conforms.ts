// Whether data is of a type, without evaluating anything: most data is, and then nothing more need be known. Only "yes"
// is an answer; where the text of the type alone does not tell, evaluation decides and says why not.
import { toFloat64 } from "../number/index.ts";
import { RegexpError, compileRegexp } from "../regexp/index.ts";
import {
  ArcType,
  BoolKind,
  FloatKind,
  IntKind,
  ListKind,
  NullKind,
  StringKind,
  StructKind,
  Tag,
  isStringLabel,
} from "../value/index.ts";
import type {
  BulkOptionalField,
  BoundOp,
  Conjunct,
  Expr,
  Field,
  Kind,
  Label,
  LabelTable,
  ListLit,
  StructLit,
  Value,
} from "../value/index.ts";
import type { Runtime } from "./runtime.ts";
import { definitionOf, packageScope, scopeAbove } from "./static-scope.ts";
import type { Scope } from "./static-scope.ts";

/** Says of an object that it stands for some text. */
type StandsForText = (x: object) => boolean;

/** Deeper data is left to evaluation: the stack is finite. */
const maxDepth = 200;

/** Whether data certainly conforms to a definition of a package, which is given by the conjuncts of its root. */
export function conforms(
  runtime: Runtime,
  root: readonly Conjunct[],
  label: Label,
  data: unknown,
  standsForText: StandsForText = () => false,
): boolean {
  const scope = packageScope(root);
  return scope !== null && new Check(runtime, standsForText).definition(scope, label, data, 0);
}

class Check {
  readonly #runtime: Runtime;
  readonly #standsForText: StandsForText;

  constructor(runtime: Runtime, standsForText: StandsForText) {
    this.#runtime = runtime;
    this.#standsForText = standsForText;
  }

  definition(scope: Scope, label: Label, data: unknown, depth: number): boolean {
    const declared = scope.declared(label);
    // Literals that are unified allow each other's fields: evaluation knows how.
    return declared.length === 1 && this.#expr(scope, declared[0]!.value, 0, data, depth + 1);
  }

  /** `up` counts the literals between the scope and the expression. */
  #expr(scope: Scope, x: Expr, up: number, data: unknown, depth: number): boolean {
    if (depth > maxDepth) return false;
    switch (x.tag) {
      case Tag.Top:
        return true;
      case Tag.BasicType:
        return (x.kind & this.#kindOf(data)) !== 0;
      case Tag.Null:
        return data === null;
      case Tag.Bool:
        return data === x.b;
      case Tag.String:
        return data === x.s;
      case Tag.BoundValue:
        return withinBound(x.op, x.value, data);
      case Tag.BoundExpr:
        return withinBound(x.op, x.expr, data);
      case Tag.Conjunction:
        return x.values.every((y) => this.#expr(scope, y, up, data, depth + 1));
      case Tag.BinaryExpr:
        // Of structs, see definition().
        return (
          x.op === "&" &&
          (this.#kindOf(data) & StructKind) === 0 &&
          this.#expr(scope, x.x, up, data, depth + 1) &&
          this.#expr(scope, x.y, up, data, depth + 1)
        );
      case Tag.DisjunctionExpr:
        return x.values.some((d) => this.#expr(scope, d.expr, up, data, depth + 1));
      case Tag.StructLit:
        return (this.#kindOf(data) & StructKind) !== 0 && this.#struct(scope, x, up + 1, data as object, depth + 1);
      case Tag.ListLit:
        return Array.isArray(data) && this.#list(scope, x, up + 1, data, depth + 1);
      case Tag.FieldReference:
      case Tag.SelectorExpr: {
        const found = definitionOf(this.#runtime, x, (by) => scopeAbove(scope, by - up));
        return found !== null && this.definition(found.scope, found.label, data, depth + 1);
      }
      default:
        return false;
    }
  }

  /** Every field of the data is declared and of its type, and none that must be there is missing. */
  #struct(scope: Scope, s: StructLit, up: number, data: object, depth: number): boolean {
    const shape = shapeOf(s, this.#runtime.labels);
    if (shape === null) return false;
    for (const name of shape.needed) if (!Object.hasOwn(data, name)) return false;
    for (const name of Object.keys(data)) {
      const value = (data as Record<string, unknown>)[name];
      const field = shape.fields.get(name);
      if (field !== undefined && !this.#expr(scope, field.value, up, value, depth)) return false;
      for (const p of shape.patterns) if (!this.#expr(scope, p.value, up, value, depth)) return false;
      if (field === undefined && shape.patterns.length === 0 && !shape.isOpen) return false;
    }
    return true;
  }

  #list(scope: Scope, l: ListLit, up: number, data: readonly unknown[], depth: number): boolean {
    let at = 0;
    for (const e of l.elems) {
      if (e.tag === Tag.Comprehension) return false;
      if (e.tag === Tag.Ellipsis) {
        for (; at < data.length; at++)
          if (e.value !== null && !this.#expr(scope, e.value, up, data[at], depth)) return false;
      } else if (at >= data.length || !this.#expr(scope, e, up, data[at++], depth)) return false;
    }
    return at === data.length;
  }

  #kindOf(data: unknown): Kind {
    switch (typeof data) {
      case "string":
        return StringKind;
      case "boolean":
        return BoolKind;
      case "bigint":
        return IntKind;
      case "number":
        return Number.isInteger(data) ? IntKind : FloatKind;
      case "object":
        if (data === null) return NullKind;
        if (Array.isArray(data)) return ListKind;
        return this.#standsForText(data) ? StringKind : StructKind;
      default:
        return 0;
    }
  }
}

/** What a literal says of the fields of a struct. */
interface Shape {
  readonly fields: ReadonlyMap<string, Field>;
  /** Those that must be there; a regular field would be added if it were not. */
  readonly needed: readonly string[];
  /** `[string]: T` */
  readonly patterns: readonly BulkOptionalField[];
  readonly isOpen: boolean;
}

/** null where the text does not tell. */
const shapes = new WeakMap<StructLit, Shape | null>();

function shapeOf(s: StructLit, labels: LabelTable): Shape | null {
  let shape = shapes.get(s);
  if (shape === undefined) shapes.set(s, (shape = readShape(s, labels)));
  return shape;
}

function readShape(s: StructLit, labels: LabelTable): Shape | null {
  const fields = new Map<string, Field>();
  const needed: string[] = [];
  const patterns: BulkOptionalField[] = [];
  let isOpen = false;
  for (const d of s.decls) {
    if (d.tag === Tag.Ellipsis) isOpen = d.value === null;
    else if (d.tag === Tag.BulkOptionalField) {
      if (d.filter.tag !== Tag.BasicType || d.filter.kind !== StringKind) return null;
      patterns.push(d);
    } else {
      if (d.tag !== Tag.Field || !isStringLabel(d.label)) return null;
      const name = labels.text(d.label);
      if (fields.has(name)) return null;
      fields.set(name, d);
      if (d.arcType === ArcType.Member || d.arcType === ArcType.Required) needed.push(name);
    }
  }
  return { fields, needed, patterns, isOpen };
}

function withinBound(op: BoundOp, limit: Expr | Value, data: unknown): boolean {
  if (op === "=~" || op === "!~")
    return limit.tag === Tag.String && typeof data === "string" && matches(limit.s, data) === (op === "=~");
  if (limit.tag !== Tag.Num || (typeof data !== "number" && typeof data !== "bigint")) return false;
  const y = toFloat64(limit.x);
  if (typeof data === "bigint" && !Number.isSafeInteger(y)) return false;
  switch (op) {
    case "<":
      return data < y;
    case "<=":
      return data <= y;
    case ">":
      return data > y;
    case ">=":
      return data >= y;
    default:
      return false;
  }
}

function matches(pattern: string, text: string): boolean | undefined {
  const re = compileRegexp(pattern);
  return re instanceof RegexpError ? undefined : re.test(text);
}
