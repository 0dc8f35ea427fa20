// Numbers and times as Go prints them: SOPS hashes and encrypts exactly this text.

/** strconv.FormatFloat(v, 'f', -1, 64): the shortest digits, never an exponent. */
export function goFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const text = String(value);
  const e = text.indexOf("e");
  if (e < 0) return text;
  const exponent = Number(text.slice(e + 1));
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length, e);
  const dot = digits.indexOf(".");
  const whole = dot < 0 ? digits : digits.slice(0, dot);
  const fraction = dot < 0 ? "" : digits.slice(dot + 1);
  const all = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${all}`;
  if (point >= all.length) return sign + all + "0".repeat(point - all.length);
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

/** The number that `goFloat` text stands for. */
export function fromGoFloat(text: string): number | null {
  if (text === "+Inf") return Infinity;
  if (text === "-Inf") return -Infinity;
  if (text === "NaN") return Number.NaN;
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : null;
}

const TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?[ \t]*(Z|[+-]\d{1,2}(?::\d{2})?)?)?$/;

/** The RFC 3339 text of a YAML timestamp (a fraction up to nanoseconds, the offset kept), or null. */
export function goTime(text: string): string | null {
  const m = TIME.exec(text);
  if (m === null) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(m[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const fraction = (m[7] ?? "").replace(/0+$/, "");
  let zone = m[8] ?? "Z";
  if (zone !== "Z") {
    const [h, min = "00"] = zone.slice(1).split(":");
    zone = `${zone[0]}${h!.padStart(2, "0")}:${min}`;
    if (zone === "+00:00") zone = "Z";
  }
  const two = (n: number) => String(n).padStart(2, "0");
  const date = `${m[1]}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction === "" ? "" : `.${fraction}`}${zone}`;
}

/** `lastmodified` as SOPS reprints it for the MAC: UTC offset as `Z`, no fraction. Null if it is not RFC 3339. */
export function goModified(text: string): string | null {
  const m = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:[.,]\d+)?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (m === null || Number.isNaN(Date.parse(`${m[1]}Z`))) return null;
  return m[1]! + (m[2] === "+00:00" || m[2] === "-00:00" ? "Z" : m[2]);
}
