import { encodeHex } from "../../codec/index.ts";
import { formatFloat } from "../conv/format-float.ts";
import { quote, quoteRune } from "../conv/quote.ts";
import { encodeUtf8, runeCount } from "../text/utf8.ts";
import { isList, isMap, MISSING, typeName } from "./data.ts";
import type { MaybeValue, TemplateValue } from "./data.ts";
import { sortedEntries, valueText } from "./print.ts";

interface Spec {
  readonly flags: string;
  width: number | undefined;
  precision: number | undefined;
  readonly verb: string;
}

const SPEC = /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d+)?)?(.)?/suy;

/** Of widths and precisions, as in Go. */
const LARGEST = 1_000_000;

/** fmt.Sprintf for plain data. */
export function sprintf(format: string, args: readonly MaybeValue[]): string {
  let out = "";
  let next = 0;
  for (let i = 0; i < format.length;) {
    const at = format.indexOf("%", i);
    if (at < 0) {
      out += format.slice(i);
      break;
    }
    out += format.slice(i, at);
    SPEC.lastIndex = at;
    const m = SPEC.exec(format) as RegExpExecArray;
    i = at + m[0].length;
    // A number that is crazily long eats the rest of the format.
    if ([m[2], m[3]].some((digits) => digits !== undefined && digits !== "*" && Number(digits) > LARGEST))
      return `${out}%!(NOVERB)`;
    const spec: Spec = { flags: m[1] as string, width: undefined, precision: undefined, verb: m[4] ?? "" };
    const size = (text: string | undefined, bad: string): number | undefined => {
      if (text === undefined) return undefined;
      if (text !== "*") return Number(text);
      const v = args[next++];
      if (typeof v === "bigint" && v <= LARGEST && v >= -LARGEST) return Number(v);
      out += bad;
      return undefined;
    };
    spec.width = size(m[2], "%!(BADWIDTH)");
    spec.precision = m[0].includes(".") && m[3] === undefined ? 0 : size(m[3], "%!(BADPREC)");
    if (spec.verb === "") out += "%!(NOVERB)";
    else if (spec.verb === "%") out += "%";
    else if (next >= args.length) out += `%!${spec.verb}(MISSING)`;
    else out += pad(formatValue(args[next++] as MaybeValue, spec), spec);
  }
  if (next < args.length) {
    const extra = args
      .slice(next)
      .map((v) => (v === null || v === MISSING ? "<nil>" : `${typeName(v)}=${valueText(v)}`));
    out += `%!(EXTRA ${extra.join(", ")})`;
  }
  return out;
}

function pad(text: string, spec: Spec): string {
  const missing = (spec.width ?? 0) - runeCount(text);
  if (missing <= 0) return text;
  if (spec.flags.includes("-")) return text + " ".repeat(missing);
  if (spec.flags.includes("0") && !/^[-+]?Inf$|^NaN$/.test(text)) {
    const sign = /^[-+ ]/.test(text) && "dfFeEgGxXobU".includes(spec.verb) ? (text[0] as string) : "";
    return sign + "0".repeat(missing) + text.slice(sign.length);
  }
  return " ".repeat(missing) + text;
}

function bad(v: MaybeValue, spec: Spec): string {
  if (v === null || v === MISSING) return `%!${spec.verb}(<nil>)`;
  return `%!${spec.verb}(${typeName(v)}=${valueText(v)})`;
}

function formatValue(v: MaybeValue, spec: Spec): string {
  if (spec.verb === "T") return typeName(v);
  if (v === null || v === MISSING) return spec.verb === "v" ? "<nil>" : bad(v, spec);
  const sharp = spec.flags.includes("#");
  switch (typeof v) {
    case "boolean":
      return spec.verb === "t" || spec.verb === "v" ? String(v) : bad(v, spec);
    case "bigint":
      return integerText(v, spec);
    case "number":
      return floatVerb(v, spec);
    case "string":
      return stringVerb(v, spec);
  }
  if (v instanceof Uint8Array) {
    if (spec.verb === "s") return new TextDecoder().decode(v);
    if (spec.verb === "q") return quote(new TextDecoder().decode(v));
    if (spec.verb === "x") return encodeHex(v);
    if (spec.verb === "X") return encodeHex(v).toUpperCase();
    return spec.verb === "v" ? valueText(v) : `[${Array.from(v, (b) => integerText(BigInt(b), spec)).join(" ")}]`;
  }
  if (spec.verb === "v" && !sharp) return valueText(v);
  const inner = (x: TemplateValue): string => pad(formatValue(x, spec), spec);
  if (isMap(v))
    return `map[${sortedEntries(v)
      .map(([k, x]) => `${stringVerb(k, spec)}:${inner(x)}`)
      .join(" ")}]`;
  return isList(v) ? `[${v.map(inner).join(" ")}]` : bad(v, spec);
}

function signed(n: string, negative: boolean, spec: Spec): string {
  return (negative ? "-" : spec.flags.includes("+") ? "+" : spec.flags.includes(" ") ? " " : "") + n;
}

function integerText(n: bigint, spec: Spec): string {
  const size = n < 0n ? -n : n;
  const sharp = spec.flags.includes("#");
  const digits = (base: number): string => size.toString(base).padStart(spec.precision ?? 0, "0");
  switch (spec.verb) {
    case "v":
    case "d":
      return signed(digits(10), n < 0n, spec);
    case "b":
      return signed((sharp ? "0b" : "") + digits(2), n < 0n, spec);
    case "o":
      return signed((sharp ? "0" : "") + digits(8), n < 0n, spec);
    case "O":
      return signed("0o" + digits(8), n < 0n, spec);
    case "x":
      return signed((sharp ? "0x" : "") + digits(16), n < 0n, spec);
    case "X":
      return signed((sharp ? "0X" : "") + digits(16).toUpperCase(), n < 0n, spec);
    case "c":
      return n >= 0n && n <= 0x10ffffn ? String.fromCodePoint(Number(n)) : "\ufffd";
    case "q":
      return quoteRune(
        n >= 0n && n <= 0x10ffffn ? Number(n) : 0xfffd,
        spec.flags.includes("+") ? "ascii" : "printable",
      );
    case "U":
      return "U+" + size.toString(16).toUpperCase().padStart(4, "0");
    default:
      return bad(n, spec);
  }
}

function floatVerb(f: number, spec: Spec): string {
  const negative = f < 0 || Object.is(f, -0);
  const size = Math.abs(f);
  let text: string;
  switch (spec.verb) {
    case "v":
      text = spec.precision === undefined ? valueText(size) : formatFloat(size, "g", spec.precision, 64);
      break;
    case "e":
    case "E":
    case "f":
    case "F":
      text = formatFloat(size, spec.verb === "F" ? "f" : spec.verb, spec.precision ?? 6, 64);
      break;
    case "g":
    case "G":
      text = spec.precision === undefined ? valueText(size) : formatFloat(size, spec.verb, spec.precision, 64);
      if (spec.verb === "G") text = text.toUpperCase();
      break;
    case "b":
    case "x":
    case "X":
      text = formatFloat(size, spec.verb, spec.precision ?? -1, 64);
      break;
    default:
      return bad(f, spec);
  }
  return signed(text.replace(/^\+/, ""), negative, spec);
}

function stringVerb(s: string, spec: Spec): string {
  const cut = spec.precision === undefined ? s : Array.from(s).slice(0, spec.precision).join("");
  switch (spec.verb) {
    case "v":
      return spec.flags.includes("#") ? quote(cut) : cut;
    case "s":
      return cut;
    case "q":
      return spec.flags.includes("#") && !cut.includes("`")
        ? "`" + cut + "`"
        : quote(cut, spec.flags.includes("+") ? "ascii" : "printable");
    case "x":
      return encodeHex(encodeUtf8(s));
    case "X":
      return encodeHex(encodeUtf8(s)).toUpperCase();
    default:
      return bad(s, spec);
  }
}
