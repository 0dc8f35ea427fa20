// How SOPS (go-yaml v3) reads a plain YAML scalar. It differs from the YAML 1.2 core schema: `017` is 15, `1_000` is
// 1000, a date is a time, `yes` is a string; the MAC depends on each.
import type { NullNode, ScalarNode, ScalarType } from "./tree.ts";
import { goFloat, goTime } from "./go-text.ts";

const NULLS = new Set(["", "~", "null", "Null", "NULL"]);
const TRUE = new Set(["true", "True", "TRUE"]);
const FALSE = new Set(["false", "False", "FALSE"]);
const SPECIAL = new Map([
  [".nan", "NaN"],
  [".NaN", "NaN"],
  [".NAN", "NaN"],
  [".inf", "+Inf"],
  [".Inf", "+Inf"],
  [".INF", "+Inf"],
  ["+.inf", "+Inf"],
  ["+.Inf", "+Inf"],
  ["+.INF", "+Inf"],
  ["-.inf", "-Inf"],
  ["-.Inf", "-Inf"],
  ["-.INF", "-Inf"],
]);
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const INT = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]+)|(0|[1-9][0-9]*))$/;

const MIN = -(1n << 63n);
const MAX = (1n << 63n) - 1n;
const MAX_UNSIGNED = (1n << 64n) - 1n;

/** The node of a plain scalar, or a message when SOPS itself could not read it. */
export function resolvePlain(text: string, offset: number): ScalarNode | NullNode | string {
  const node = (type: ScalarType, plain: string): ScalarNode => ({
    kind: "scalar",
    type,
    text: plain,
    source: text,
    offset,
  });
  if (NULLS.has(text)) return { kind: "null", offset };
  if (TRUE.has(text)) return node("bool", "True");
  if (FALSE.has(text)) return node("bool", "False");
  const special = SPECIAL.get(text);
  if (special !== undefined) return node("float", special);
  const first = text.charCodeAt(0);
  const numberLike = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (!numberLike) return node("str", text);
  const time = goTime(text);
  if (time !== null) return node("time", time);
  const dense = text.replaceAll("_", "");
  const int = parseGoInt(dense);
  if (int !== null) {
    if (int >= MIN && int <= MAX) return node("int", String(int));
    if (int > MAX && int <= MAX_UNSIGNED)
      return "an integer between 2^63 and 2^64 cannot be stored in a SOPS file; write it as a string";
  }
  if (FLOAT.test(dense)) return node("float", goFloat(Number(dense)));
  return node("str", text);
}

function parseGoInt(text: string): bigint | null {
  const m = INT.exec(text);
  if (m === null) return null;
  const digits =
    m[2] !== undefined
      ? `0x${m[2]}`
      : m[3] !== undefined
        ? `0b${m[3]}`
        : m[4] !== undefined
          ? `0o${m[4]}`
          : m[5] !== undefined
            ? `0o${m[5]}`
            : m[6]!;
  const value = BigInt(digits);
  return m[1] === "-" ? -value : value;
}

/** What a plain scalar with an explicit `!!int`, `!!float`, `!!bool` or `!!null` tag is. */
export function resolveTagged(tag: string, text: string, offset: number): ScalarNode | NullNode | string {
  const plain = resolvePlain(text, offset);
  if (typeof plain === "string") return plain;
  if (tag === "null") return plain.kind === "null" ? plain : "the tag does not fit the value";
  if (plain.kind === "null") return "the tag does not fit the value";
  if (tag === "float" && plain.type === "int") return { ...plain, type: "float", text: goFloat(Number(plain.text)) };
  if (plain.type !== (tag === "timestamp" ? "time" : tag)) return "the tag does not fit the value";
  return plain;
}
