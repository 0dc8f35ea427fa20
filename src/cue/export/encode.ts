import { encodeYaml, tomlText } from "../codec/index.ts";
import { bottomOf, defaultVertex, nodeBehind, kindOf, validateVertex, valueOf } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { Bottom, BytesKind, ErrorCode, Failure, StringKind, Tag, kindString } from "../value/index.ts";
import type { Kind, Value, Vertex } from "../value/index.ts";
import { dataSyntax } from "./data-syntax.ts";
import { valueData } from "./data.ts";
import { JsonWriter } from "./json-writer.ts";

interface EncodeOptions {
  /** The caller knows that the value is concrete. */
  readonly checked?: boolean;
}

/** The text of a value in a data format, or what keeps it from being data. */
export type Encoded = { readonly text: string } | { readonly error: Bottom };

/** Everything that keeps a value from being data, or null. */
function concreteError(v: Vertex, engine: Engine): Bottom | null {
  engine.finalize(v);
  return validateVertex(engine, v, { concrete: true, all: true });
}

function problem(v: Vertex, engine: Engine, o: EncodeOptions): Bottom | null {
  return o.checked === true ? null : concreteError(v, engine);
}

const failed = (message: string): { readonly error: Bottom } => ({
  error: new Bottom(null, new Failure(null, null, null, [], "%", [message], null, "export"), ErrorCode.Eval, null),
});

/** JSON, indented by four blanks unless `indent` says otherwise; "" puts it on one line. */
export function toJson(
  v: Vertex,
  engine: Engine,
  o: EncodeOptions & { readonly escapeHtml?: boolean; readonly indent?: string } = {},
): Encoded {
  const error = problem(v, engine, o);
  if (error !== null) return { error };
  const writer = new JsonWriter(engine, o.indent ?? "    ", o.escapeHtml ?? false);
  const wrong = writer.write(v);
  if (wrong !== null) return { error: wrong };
  if (writer.unreadable !== "")
    return failed(`invalid character '${writer.unreadable}' looking for beginning of value`);
  return { text: `${writer.text}\n` };
}

/** One YAML document. It is made from source, so that literals in lists keep their spelling. */
export function toYaml(v: Vertex, engine: Engine, o: EncodeOptions = {}): Encoded {
  const error = problem(v, engine, o);
  if (error !== null) return { error };
  const r = encodeYaml(dataSyntax(v, engine));
  return "error" in r ? failed(r.error) : r;
}

export function toToml(v: Vertex, engine: Engine, o: EncodeOptions = {}): Encoded {
  const data = problem(v, engine, o) ?? valueData(v, engine);
  if (data instanceof Bottom) return { error: data };
  const r = tomlText(data);
  return "error" in r ? failed(r.error) : r;
}

/** A string and a line feed. */
export function toText(v: Vertex, engine: Engine, o: EncodeOptions = {}): Encoded {
  const x = problem(v, engine, o) ?? scalarOf(v, engine, StringKind);
  if (x.tag === Tag.Bottom) return { error: x };
  return { text: x.tag === Tag.String ? `${x.s}\n` : "" };
}

/** A string or bytes as they are. */
export function toBinary(
  v: Vertex,
  engine: Engine,
  o: EncodeOptions = {},
): { readonly bytes: Uint8Array } | { readonly error: Bottom } {
  const x = problem(v, engine, o) ?? scalarOf(v, engine, StringKind | BytesKind);
  if (x.tag === Tag.Bottom) return { error: x };
  return { bytes: x.tag === Tag.Bytes ? x.b : new TextEncoder().encode(x.tag === Tag.String ? x.s : "") };
}

function scalarOf(v: Vertex, engine: Engine, want: Kind): Value {
  engine.finalize(v);
  const d = nodeBehind(defaultVertex(v));
  const b = bottomOf(d);
  if (b !== null) return b;
  const x = valueOf(d) ?? d;
  const kind = kindOf(x);
  if ((kind & want) === kind) return x;
  const saved = engine.vertex;
  engine.vertex = v;
  const err = engine.failureAt(x.src, "cannot use value % (type %) as %", [x, { kind }, kindString(want)]);
  engine.vertex = saved;
  return new Bottom(null, err, ErrorCode.Eval, v);
}
