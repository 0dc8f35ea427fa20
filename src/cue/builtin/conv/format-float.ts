/** Go's strconv.FormatFloat: formats b e E f g G x X, with -1 for the shortest digits that read back. */
export function formatFloat(value: number, format: string, precision: number, bits: number): string {
  const f = bits === 32 ? Math.fround(value) : value;
  if (Number.isNaN(f)) return "NaN";
  if (!Number.isFinite(f)) return f > 0 ? "+Inf" : "-Inf";
  const sign = f < 0 || Object.is(f, -0) ? "-" : "";
  const size = Math.abs(f);
  if (format === "b") return sign + binaryText(size, bits);
  if (format === "x" || format === "X") return sign + hexText(size, precision, format);
  if (!"eEfgG".includes(format)) return "%" + format;

  const shortest = precision < 0;
  const exact = exactDigits(size);
  let d: Digits;
  let prec = precision;
  if (shortest) {
    d = shortestDigits(size, bits);
    if (format === "e" || format === "E") prec = d.digits.length - 1;
    else if (format === "f") prec = Math.max(d.digits.length - d.point, 0);
    else prec = d.digits.length;
  } else if (format === "f") {
    d = roundDigits(exact, exact.point + prec);
  } else if (format === "e" || format === "E") {
    d = roundDigits(exact, prec + 1);
  } else {
    if (prec === 0) prec = 1;
    d = roundDigits(exact, prec);
  }
  if (format === "f") return sign + plainText(d, Math.max(prec, 0));
  if (format === "e" || format === "E") return sign + exponentText(d, prec, format);

  let limit = prec;
  if (limit > d.digits.length && d.digits.length >= d.point) limit = d.digits.length;
  // The shortest form switches to an exponent as %e would for large integers.
  if (shortest) limit = 6;
  const x = d.point - 1;
  if (x < -4 || x >= limit) {
    return sign + exponentText(d, Math.min(prec, d.digits.length) - 1, format === "g" ? "e" : "E");
  }
  return sign + plainText(d, Math.max(d.digits.length - d.point, 0));
}

/** 0.digits × 10^point, without trailing zeros; zero has no digits. */
interface Digits {
  readonly digits: string;
  readonly point: number;
}

function trimmed(digits: string, point: number): Digits {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return end === 0 ? { digits: "", point: 0 } : { digits: digits.slice(0, end), point };
}

function shortestDigits(f: number, bits: number): Digits {
  if (f === 0) return { digits: "", point: 0 };
  if (bits === 32) {
    for (let p = 1; p <= 9; p++) {
      const s = f.toExponential(p - 1);
      if (Math.fround(Number(s)) === f) return fromExponential(s);
    }
  }
  return fromExponential(f.toExponential());
}

function fromExponential(s: string): Digits {
  const e = s.indexOf("e");
  return trimmed(s.slice(0, e).replace(".", ""), Number(s.slice(e + 1)) + 1);
}

/** All digits of a float: it is a fraction of powers of two, so they end. */
function exactDigits(f: number): Digits {
  if (f === 0) return { digits: "", point: 0 };
  const { mantissa, exponent } = parts(f);
  if (exponent >= 0) {
    const s = (mantissa << BigInt(exponent)).toString();
    return trimmed(s, s.length);
  }
  // m / 2^k = m × 5^k / 10^k
  const s = (mantissa * 5n ** BigInt(-exponent)).toString();
  return trimmed(s, s.length + exponent);
}

/** f = mantissa × 2^exponent. */
function parts(f: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, f);
  const raw = view.getBigUint64(0);
  const e = Number((raw >> 52n) & 0x7ffn);
  const m = raw & 0xfffffffffffffn;
  return e === 0 ? { mantissa: m, exponent: -1074 } : { mantissa: m | (1n << 52n), exponent: e - 1075 };
}

/** Keeps n digits, ties to even. */
function roundDigits(d: Digits, n: number): Digits {
  if (n >= d.digits.length) return d;
  if (n < 0) return { digits: "", point: 0 };
  const next = d.digits.charCodeAt(n) - 48;
  const tie = next === 5 && n + 1 === d.digits.length;
  const odd = n > 0 && (d.digits.charCodeAt(n - 1) & 1) === 1;
  const up = tie ? odd : next >= 5;
  const kept = d.digits.slice(0, n);
  if (!up) return trimmed(kept, d.point);
  let i = n - 1;
  while (i >= 0 && kept[i] === "9") i--;
  if (i < 0) return { digits: "1", point: d.point + 1 };
  return trimmed(kept.slice(0, i) + String(Number(kept[i]) + 1), d.point);
}

function plainText(d: Digits, precision: number): string {
  let out = d.point > 0 ? d.digits.slice(0, d.point).padEnd(d.point, "0") : "0";
  if (precision > 0) {
    const before = "0".repeat(Math.min(precision, Math.max(0, -d.point)));
    const digits = before + d.digits.slice(Math.max(0, d.point), Math.max(0, d.point + precision));
    out += `.${digits.padEnd(precision, "0")}`;
  }
  return out;
}

function exponentText(d: Digits, precision: number, letter: string): string {
  const first = d.digits[0] ?? "0";
  const rest = precision > 0 ? "." + d.digits.slice(1, precision + 1).padEnd(precision, "0") : "";
  const e = d.digits === "" ? 0 : d.point - 1;
  const size = String(Math.abs(e)).padStart(2, "0");
  return `${first}${rest}${letter}${e < 0 ? "-" : "+"}${size}`;
}

/** Mantissa and power of two: 4503599627370496p-52. */
function binaryText(f: number, bits: number): string {
  let { mantissa, exponent } = parts(f);
  if (bits === 32) {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, f);
    const raw = view.getUint32(0);
    const e = (raw >>> 23) & 255;
    mantissa = BigInt(e === 0 ? raw & 0x7fffff : (raw & 0x7fffff) | 0x800000);
    exponent = e === 0 ? -149 : e - 150;
  }
  return `${mantissa}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

/** Hexadecimal: 0x1.8p+01. */
function hexText(f: number, precision: number, format: string): string {
  let { mantissa, exponent } = parts(f);
  if (mantissa === 0n) exponent = 0;
  else {
    // One bit before the point, 60 behind it.
    while (mantissa < 1n << 60n) {
      mantissa <<= 1n;
      exponent--;
    }
    exponent += 60;
  }
  if (precision >= 0 && precision < 15) {
    const shift = BigInt(precision * 4);
    const extra = (mantissa << shift) & ((1n << 60n) - 1n);
    mantissa >>= 60n - shift;
    if ((extra | (mantissa & 1n)) > 1n << 59n) mantissa++;
    mantissa <<= 60n - shift;
    if (mantissa & (1n << 61n)) {
      mantissa >>= 1n;
      exponent++;
    }
  }
  let digits = (mantissa & ((1n << 60n) - 1n)).toString(16).padStart(15, "0");
  if (precision < 0) digits = digits.replace(/0+$/, "");
  else digits = digits.padEnd(precision, "0").slice(0, precision);
  const text =
    `0x${mantissa >> 60n}${digits === "" ? "" : "." + digits}p${exponent < 0 ? "-" : "+"}` +
    String(Math.abs(exponent)).padStart(2, "0");
  return format === "X" ? text.toUpperCase() : text;
}
