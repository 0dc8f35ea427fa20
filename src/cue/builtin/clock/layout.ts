/** Elements of Go's reference time, Mon Jan 2 15:04:05 MST 2006, as they stand in a layout. */
type Element =
  | "January"
  | "Jan"
  | "1"
  | "01"
  | "Monday"
  | "Mon"
  | "2"
  | "_2"
  | "02"
  | "__2"
  | "002"
  | "15"
  | "3"
  | "03"
  | "4"
  | "04"
  | "5"
  | "05"
  | "2006"
  | "06"
  | "PM"
  | "pm"
  | "MST"
  | "Z0700"
  | "Z070000"
  | "Z07"
  | "Z07:00"
  | "Z07:00:00"
  | "-0700"
  | "-070000"
  | "-07"
  | "-07:00"
  | "-07:00:00"
  | "frac0"
  | "frac9";

export interface LayoutPart {
  /** Text before the element. */
  readonly prefix: string;
  /** Undefined at the end of the layout. */
  readonly element: Element | undefined;
  /** Digits of a fraction. */
  readonly digits: number;
  /** The separator of a fraction. */
  readonly separator: string;
  /** The element as written. */
  readonly text: string;
}

const cache = new Map<string, readonly LayoutPart[]>();

export function parseLayout(layout: string): readonly LayoutPart[] {
  let parts = cache.get(layout);
  if (parts === undefined) {
    parts = split(layout);
    if (cache.size > 200) cache.clear();
    cache.set(layout, parts);
  }
  return parts;
}

function split(layout: string): LayoutPart[] {
  const out: LayoutPart[] = [];
  let rest = layout;
  for (;;) {
    const found = nextElement(rest);
    if (found === undefined) {
      out.push({ prefix: rest, element: undefined, digits: 0, separator: "", text: "" });
      return out;
    }
    const text = rest.slice(found.at, found.at + found.length);
    out.push({
      prefix: rest.slice(0, found.at),
      element: found.element,
      digits: found.digits,
      separator: found.separator,
      text,
    });
    rest = rest.slice(found.at + found.length);
  }
}

interface Found {
  at: number;
  length: number;
  element: Element;
  digits: number;
  separator: string;
}

function nextElement(s: string): Found | undefined {
  const found = (at: number, element: Element, length = element.length, digits = 0, separator = ""): Found => ({
    at,
    length,
    element,
    digits,
    separator,
  });
  for (let i = 0; i < s.length; i++) {
    const has = (t: string): boolean => s.startsWith(t, i);
    switch (s[i]) {
      case "J":
        if (has("January")) return found(i, "January");
        if (has("Jan") && !startsWithLower(s, i + 3)) return found(i, "Jan");
        break;
      case "M":
        if (has("Monday")) return found(i, "Monday");
        if (has("Mon") && !startsWithLower(s, i + 3)) return found(i, "Mon");
        if (has("MST")) return found(i, "MST");
        break;
      case "0":
        for (const e of ["01", "02", "03", "04", "05", "06", "002"] as const) if (has(e)) return found(i, e);
        break;
      case "1":
        return has("15") ? found(i, "15") : found(i, "1");
      case "2":
        return has("2006") ? found(i, "2006") : found(i, "2");
      case "_":
        if (has("_2006")) return found(i + 1, "2006");
        if (has("_2")) return found(i, "_2");
        if (has("__2")) return found(i, "__2");
        break;
      case "3":
        return found(i, "3");
      case "4":
        return found(i, "4");
      case "5":
        return found(i, "5");
      case "P":
        if (has("PM")) return found(i, "PM");
        break;
      case "p":
        if (has("pm")) return found(i, "pm");
        break;
      case "-":
        for (const e of ["-070000", "-07:00:00", "-0700", "-07:00", "-07"] as const) if (has(e)) return found(i, e);
        break;
      case "Z":
        for (const e of ["Z070000", "Z07:00:00", "Z0700", "Z07:00", "Z07"] as const) if (has(e)) return found(i, e);
        break;
      case ".":
      case ",": {
        const c = s[i + 1];
        if (c !== "0" && c !== "9") break;
        let j = i + 1;
        while (s[j] === c) j++;
        // Digits of a fraction end with it.
        if (isDigit(s[j])) break;
        return found(i, c === "0" ? "frac0" : "frac9", j - i, j - i - 1, s[i]);
      }
    }
  }
  return undefined;
}

function startsWithLower(s: string, at: number): boolean {
  const c = s.charCodeAt(at);
  return c >= 97 && c <= 122;
}

export function isDigit(c: string | undefined): boolean {
  return c !== undefined && c >= "0" && c <= "9";
}

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
export const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
