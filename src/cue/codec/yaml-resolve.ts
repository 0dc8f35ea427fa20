/** What a plain YAML scalar means: the 1.2 core rules with a few forms of 1.1, as go-yaml v3 has them. */
type YamlTag = "null" | "bool" | "int" | "float" | "str";

const WORDS = new Map<string, YamlTag>([
  ["", "null"],
  ["~", "null"],
  ["null", "null"],
  ["Null", "null"],
  ["NULL", "null"],
  ["true", "bool"],
  ["True", "bool"],
  ["TRUE", "bool"],
  ["false", "bool"],
  ["False", "bool"],
  ["FALSE", "bool"],
  [".nan", "float"],
  [".NaN", "float"],
  [".NAN", "float"],
  [".inf", "float"],
  [".Inf", "float"],
  [".INF", "float"],
  ["+.inf", "float"],
  ["+.Inf", "float"],
  ["+.INF", "float"],
  ["-.inf", "float"],
  ["-.Inf", "float"],
  ["-.INF", "float"],
]);

const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;

export function resolveYamlScalar(s: string): YamlTag {
  const word = WORDS.get(s);
  if (word !== undefined) return word;
  const c = s.charCodeAt(0);
  if (c === 0x2e) return isFloat(s) ? "float" : "str";
  if (!(c >= 0x30 && c <= 0x39) && c !== 0x2b && c !== 0x2d) return "str";
  const plain = s.includes("_") ? s.replaceAll("_", "") : s;
  if (isInteger(plain)) return "int";
  return isFloat(plain) ? "float" : "str";
}

function isFloat(s: string): boolean {
  // A value beyond the range of float64 is no number.
  return FLOAT.test(s) && Number.isFinite(Number(s));
}

/** An integer that fits 64 bits, in any base; a leading zero means octal. */
function isInteger(s: string): boolean {
  const neg = s[0] === "-";
  const body = neg || s[0] === "+" ? s.slice(1) : s;
  const value = integerValue(body);
  if (value === undefined) return false;
  if (neg) return value <= 0x8000000000000000n;
  return s[0] === "+" ? value <= 0x7fffffffffffffffn : value <= 0xffffffffffffffffn;
}

function integerValue(s: string): bigint | undefined {
  if (/^(0|[1-9][0-9]*)$/.test(s)) return BigInt(s);
  if (/^0[xX][0-9a-fA-F]+$/.test(s)) return BigInt("0x" + s.slice(2));
  if (/^0[bB][01]+$/.test(s)) return BigInt("0b" + s.slice(2));
  if (/^0[oO]?[0-7]+$/.test(s)) return BigInt("0o" + s.replace(/^0[oO]?/, ""));
  return undefined;
}
