import type { Engine } from "../eval/index.ts";
import { defaultVertex, nodeBehind } from "../eval/index.ts";
import { fromBigInt, fromFloat64, toFloat64, toText } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import {
  ArcType,
  Bool,
  Bytes,
  Field,
  FloatKind,
  IntKind,
  ListLit,
  Null,
  Num,
  Str,
  StructLit,
  Tag,
  Vertex,
  isIntLabel,
} from "../value/index.ts";
import type { Decl, Expr, LabelTable, Marks } from "../value/index.ts";

/** What JavaScript data may consist of. `undefined` fields are left out. */
export type PlainData =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly PlainData[]
  | ReadonlyMap<string, PlainData>
  | { readonly [key: string]: PlainData | undefined };

/** Something that stands for a vertex inside of data. */
interface VertexHolder {
  readonly vertex: Vertex;
}

export function isVertexHolder(x: unknown): x is VertexHolder {
  return typeof x === "object" && x !== null && (x as { vertex?: unknown }).vertex instanceof Vertex;
}

/** JavaScript data as an expression without a place. What CUE has no value for is the caller's mistake. */
export function dataExpr(x: unknown, labels: LabelTable, marks: Marks = null): Expr {
  switch (typeof x) {
    case "string":
      return new Str(null, x, marks);
    case "boolean":
      return new Bool(null, x, marks);
    case "bigint":
      return new Num(null, IntKind, fromBigInt(x), marks);
    case "number":
      if (!Number.isFinite(x)) throw new TypeError(`${x} is no number of CUE`);
      // Not by way of a float: that would be written `8e+1`.
      return Number.isInteger(x)
        ? new Num(null, IntKind, fromBigInt(BigInt(x)), marks)
        : new Num(null, FloatKind, fromFloat64(x), marks);
    case "object":
      return x === null ? new Null(null, marks) : objectExpr(x, labels, marks);
    default:
      throw new TypeError(`a ${typeof x} is no data`);
  }
}

function objectExpr(x: object, labels: LabelTable, marks: Marks): Expr {
  if (isVertexHolder(x)) return x.vertex;
  if (x instanceof Uint8Array) return new Bytes(null, x, marks);
  if (Array.isArray(x))
    return new ListLit(
      null,
      x.map((e: unknown) => dataExpr(e, labels, marks)),
    );
  const entries: Iterable<[string, unknown]> = x instanceof Map ? (x as Map<string, unknown>) : Object.entries(x);
  const decls: Decl[] = [];
  for (const [name, value] of entries) {
    if (value !== undefined) {
      decls.push(new Field(null, ArcType.Member, labels.string(name), dataExpr(value, labels, marks)));
    }
  }
  return new StructLit(null, decls, false);
}

/** An evaluated, concrete vertex as JavaScript data. Integers beyond 2^53 are bigints. */
export function vertexData(v: Vertex, engine: Engine): unknown {
  const x = nodeBehind(defaultVertex(v));
  const base = x.base;
  if (base === null) return undefined;
  switch (base.tag) {
    case Tag.Null:
      return null;
    case Tag.Bool:
      return base.b;
    case Tag.String:
      return base.s;
    case Tag.Bytes:
      return base.b;
    case Tag.Num:
      return numberData(base.x, base.kind === IntKind);
    case Tag.ListMarker:
      return x.arcs.filter((a) => isIntLabel(a.label)).map((a) => vertexData(a, engine));
    case Tag.StructMarker:
      return structData(x, engine);
    default:
      return undefined;
  }
}

function numberData(d: Decimal, isInt: boolean): number | bigint {
  const n = toFloat64(d);
  return isInt && !Number.isSafeInteger(n) ? BigInt(integerText(d)) : n;
}

function integerText(d: Decimal): string {
  const text = toText(d);
  return text.includes("E") ? String(d.coeff * 10n ** BigInt(d.exp) * (d.neg ? -1n : 1n)) : text;
}

function structData(x: Vertex, engine: Engine): Record<string, unknown> {
  const { labels } = engine.runtime;
  const out: Record<string, unknown> = {};
  for (const a of engine.runtime.orderedArcs(x)) {
    if (a.arcType !== ArcType.Member || (a.label & 7) !== 1) continue;
    const name = labels.text(a.label);
    const value = vertexData(a, engine);
    // Assigning would set the object's prototype.
    if (name === "__proto__")
      Object.defineProperty(out, name, { value, enumerable: true, configurable: true, writable: true });
    else out[name] = value;
  }
  return out;
}
