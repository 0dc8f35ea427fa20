// What go-yaml v3 does in its own way when it writes maps, so that manifests are the bytes that users know from there.

const OLD_BOOLEANS = new Set("y Y yes Yes YES on On ON n N no No NO off Off OFF".split(" "));
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
/** Four digits for the year, the rest with one or two; a time may follow a blank or a T, a zone only a T. */
const TIMESTAMP =
  /^\d{4}-(\d{1,2})-(\d{1,2})(?:(?:[tT]| )(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)?)?$/;

/** Strings that older parsers, or the timestamp rule of newer ones, would not read as text. */
export function goQuotes(s: string): boolean {
  return OLD_BOOLEANS.has(s) || BASE_60.test(s) || isTimestamp(s);
}

function isTimestamp(s: string): boolean {
  if (s.charCodeAt(4) !== 0x2d) return false;
  const m = TIMESTAMP.exec(s);
  if (m === null) return false;
  const [year, month, day] = [Number(s.slice(0, 4)), Number(m[1]), Number(m[2])];
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate())
    return false;
  return m[3] === undefined || (Number(m[3]) < 24 && Number(m[4]) < 60 && Number(m[5]) < 60);
}

/** The order of keys: letters behind everything else, runs of digits by their number. */
export function compareKeys(x: string, y: string): number {
  const a = [...x];
  const b = [...y];
  let digits = false;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const p = a[i] as string;
    const q = b[i] as string;
    if (p === q) {
      digits = isDigit(p);
      continue;
    }
    const letterA = isLetter(p);
    const letterB = isLetter(q);
    if (letterA && letterB) return before(p < q);
    if (letterA || letterB) return before(digits ? letterA : letterB);
    return before(numberBefore(a, b, i));
  }
  return a.length - b.length;
}

/** Two runs of digits that part at `i`: a zero counts only behind another digit. */
function numberBefore(a: readonly string[], b: readonly string[], i: number): boolean {
  let start = 0n;
  if (a[i] === "0" || b[i] === "0") {
    for (let j = i - 1; j >= 0 && isDigit(a[j] as string); j--) {
      if (a[j] !== "0") {
        start = 1n;
        break;
      }
    }
  }
  const [valueA, endA] = run(a, i, start);
  const [valueB, endB] = run(b, i, start);
  if (valueA !== valueB) return valueA < valueB;
  if (endA !== endB) return endA < endB;
  return (a[i] as string) < (b[i] as string);
}

function run(s: readonly string[], from: number, start: bigint): [bigint, number] {
  let value = start;
  let i = from;
  for (; i < s.length && isDigit(s[i] as string); i++)
    value = value * 10n + BigInt((s[i] as string).charCodeAt(0) - 0x30);
  return [value, i];
}

function before(is: boolean): number {
  return is ? -1 : 1;
}

function isDigit(c: string): boolean {
  return c >= "0" && c <= "9";
}

function isLetter(c: string): boolean {
  return (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || (c > "\x7f" && /\p{L}/u.test(c));
}

/** A number that is no integer, with the fewest digits: `%g` has an exponent below 1e-4 and from 1e6 on. */
export function floatText(value: number): string {
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
