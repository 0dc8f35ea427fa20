import { toText } from "../number/index.ts";
import { Bottom, conjunctExpr, ErrorCode, FailureList, IntKind, isStringLabel, Tag } from "../value/index.ts";
import type { Call, CueFailure, Src, Value, Vertex } from "../value/index.ts";
import { buildData } from "../codec/index.ts";
import type { Data, Opened } from "../codec/index.ts";
import { failAt, failAtPlace } from "./define.ts";
import { unwrap } from "./value-kind.ts";

/** Words the complaint about a value that is not concrete, from its text. */
type IncompleteMessage = (text: string) => string;

export const notJson: IncompleteMessage = (text) => `cannot convert incomplete value ${JSON.stringify(text)} to JSON`;

/** A concrete value as data for the encoders, or the error that keeps it from being data. */
export function valueToData(c: Call, value: Value, incomplete: IncompleteMessage): Data | Bottom {
  return buildData<Value, Bottom>(
    value,
    (v) => open(c, v, incomplete),
    (r): r is Bottom => r instanceof Bottom,
  );
}

function open(c: Call, value: Value, incomplete: IncompleteMessage): Opened<Value> | Bottom {
  c.meter.values(1);
  let v = c.engine.finalize(value);
  for (;;) {
    switch (v.tag) {
      case Tag.Bottom:
        return v;
      case Tag.Null:
        return { data: { kind: "null" } };
      case Tag.Bool:
        return { data: { kind: "bool", value: v.b } };
      case Tag.Num:
        return { data: { kind: "number", text: toText(v.x), isInt: v.kind === IntKind } };
      case Tag.String:
        c.meter.bytes(v.s.length);
        return { data: { kind: "string", value: v.s } };
      case Tag.Bytes:
        return { data: { kind: "bytes", value: v.b } };
      case Tag.Vertex: {
        const base = v.base;
        if (base === null || base.tag === Tag.StructMarker) {
          const fields = c.engine.fields(v).filter((f) => isStringLabel(f.value.label));
          return { fields: fields.map((f) => ({ name: f.name, node: f.value })) };
        }
        if (base.tag === Tag.ListMarker) return { items: c.engine.elements(v) };
        v = c.engine.finalize(base);
        continue;
      }
      default:
        return failAt(v, incomplete(c.engine.text(v)), ErrorCode.Incomplete);
    }
  }
}

/** Every part of a value that is not concrete, each with its place, as one error; null if there is none. */
export function openFields(c: Call, root: Value, incomplete: IncompleteMessage): Bottom | null {
  const found: CueFailure[] = [];
  const stack: Value[] = [root];
  for (let given = stack.pop(); given !== undefined; given = stack.pop()) {
    c.meter.step();
    const v = c.engine.finalize(given);
    const x = unwrap(v);
    if (x.tag === Tag.Vertex) {
      const isList = x.base !== null && x.base.tag === Tag.ListMarker;
      const parts = isList ? c.engine.elements(x) : c.engine.fields(x).map((f) => f.value);
      stack.push(...parts.filter((p) => isList || isStringLabel((p as Vertex).label)).reverse());
    } else if (x.tag === Tag.Bottom && !x.isIncomplete) return x;
    else if (!isScalar(x)) {
      // What has no value yet is named by what was written.
      const written = x.tag === Tag.Bottom && given.tag === Tag.Vertex ? given.conjuncts[0] : undefined;
      const expr = written === undefined ? null : conjunctExpr(written.x);
      const text = incomplete(c.engine.text((expr as Value | null) ?? x));
      found.push(failAtPlace(declaredAt(given), text, ErrorCode.Incomplete).err);
    }
  }
  if (found.length === 0) return null;
  return new Bottom(null, found.length === 1 ? found[0]! : new FailureList(found), ErrorCode.Incomplete, null);
}

const isScalar = (v: Value): boolean => v.tag >= Tag.Null && v.tag <= Tag.Bytes;

/** Where the field or element was first declared. */
function declaredAt(v: Value): Src | null {
  if (v.tag !== Tag.Vertex) return v.src;
  const places = v.conjuncts.flatMap(({ x }) => (x.src === null ? [] : [x.src]));
  const [first] = places;
  return first === undefined
    ? null
    : places.reduce((a, b) => (b.file === first.file && b.offset < a.offset ? b : a), first);
}
