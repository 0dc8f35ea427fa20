// Every shape in which a known secret can turn up in text: raw, base64 at the three alignments, hex, URL, JSON, YAML,
// HTML and shell escapes. A new escape is one line in `shapes`.
import { toBase64, toHex, utf8 } from "./bytes.ts";

export interface Needle {
  readonly text: string;
  /** Match only between non-word characters: short values would otherwise eat parts of ordinary words. */
  readonly whole: boolean;
}

/** Shorter values are hidden by structure (the field is known), never by searching text. */
const SHORTEST = 4;
/** From this length on every shape is searched for. */
export const LONG = 8;

// Values so common that masking them would make output unreadable and hide nothing.
const COMMON = new Set(
  (
    "true false null none yes admin root user test demo default postgres mysql redis guest password passwd secret " +
    "changeme example localhost string value data name kind spec metadata username latest production staging"
  ).split(" "),
);

export function isTooWeak(text: string): boolean {
  return text.length < SHORTEST || COMMON.has(text.toLowerCase());
}

export function needlesOf(text: string): Needle[] {
  if (isTooWeak(text)) return [];
  const whole = text.length < LONG;
  const found = new Map<string, Needle>();
  const add = (needle: string, asWord: boolean) => {
    if (needle.length >= SHORTEST && !found.has(needle)) found.set(needle, { text: needle, whole: asWord });
  };
  add(text, whole);
  if (whole) {
    const b64 = toBase64(utf8(text));
    add(b64, false);
    add(b64.replaceAll("=", ""), true);
    for (const shape of shapes(text)) add(shape, true);
    return [...found.values()];
  }
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > 1) for (const line of lines) if (line.trim().length >= LONG) addLong(line.trim(), add);
  addLong(text, add);
  return [...found.values()];
}

function addLong(text: string, add: (needle: string, whole: boolean) => void): void {
  const bodies = new Set([text, ...shapes(text)]);
  for (const body of bodies) {
    add(body, false);
    const bytes = utf8(body);
    for (const needle of base64Needles(bytes)) addBase64(needle, add);
    add(toHex(bytes), false);
    add(toHex(bytes).toUpperCase(), false);
  }
  // Kubernetes data that is encoded once more, as in a Secret inside a Secret.
  for (const needle of base64Needles(utf8(toBase64(utf8(text))))) addBase64(needle, add);
}

function addBase64(needle: string, add: (needle: string, whole: boolean) => void): void {
  add(needle, false);
  if (needle.includes("+") || needle.includes("/")) {
    add(needle.replaceAll("+", "-").replaceAll("/", "_"), false);
    for (const form of percentForms(needle)) add(form, false);
  }
}

/**
 * The part of base64(prefix + secret + suffix) that is the same for every prefix and suffix, for prefixes of
 * length 0, 1 and 2 modulo 3: the characters that mix secret bits with a neighbour's are dropped.
 */
export function base64Needles(bytes: Uint8Array): string[] {
  const needles: string[] = [];
  for (let k = 0; k < 3; k++) {
    const shifted = new Uint8Array(k + bytes.length);
    shifted.set(bytes, k);
    const tail = [0, 3, 2][(k + bytes.length) % 3]!;
    const text = toBase64(shifted);
    needles.push(text.slice([0, 2, 3][k]!, text.length - tail));
  }
  return needles;
}

function shapes(text: string): Set<string> {
  const json = JSON.stringify(text).slice(1, -1);
  const goJson = json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${hex(c.charCodeAt(0), 4)}`);
  const ascii = [...json]
    .map((c) => (c.charCodeAt(0) < 128 ? c : [...units(c)].map((u) => `\\u${hex(u, 4)}`).join("")))
    .join("");
  const yaml = [...json].map((c) => (c.charCodeAt(0) < 128 ? c : yamlEscape(c.codePointAt(0)!))).join("");
  const forms = new Set([
    json,
    goJson,
    ascii,
    upperEscapes(ascii),
    yaml,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    JSON.stringify(goJson).slice(1, -1),
    text.replaceAll("'", "''"),
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replace(/[^A-Za-z0-9_@%+=:,./-]/g, "\\$&"),
    text.replace(/["$`\\]/g, "\\$&"),
    text.replaceAll("~", "~0").replaceAll("/", "~1"),
    text.replaceAll("\n", "\\n"),
    ...htmlForms(text),
    ...percentForms(text),
  ]);
  forms.delete(text);
  return forms;
}

function htmlForms(text: string): string[] {
  const base = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    base,
    base.replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
    base.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    base.replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
    base.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
  ];
}

function percentForms(text: string): string[] {
  const unreserved = percent(text, "-_.~");
  const component = percent(text, "-_.~!'()*");
  return [
    unreserved,
    unreserved.replaceAll("%20", "+"),
    component,
    component.replaceAll("%20", "+"),
    percent(text, "-_.~!'()*;,/?:@&=+$#"),
    percent(text, "-_.~$&+,;="),
    percent(text, "-_.~!$&'()*+,;="),
    percent(text, "-_.*").replaceAll("%20", "+"), // URLSearchParams
    unreserved.replace(/%../g, (code) => code.toLowerCase()),
  ];
}

// encodeURIComponent throws for a lone surrogate; this works on the bytes.
function percent(text: string, safe: string): string {
  let out = "";
  for (const byte of utf8(text)) {
    const c = String.fromCharCode(byte);
    out += byte < 128 && (/[A-Za-z0-9]/.test(c) || safe.includes(c)) ? c : `%${hex(byte, 2).toUpperCase()}`;
  }
  return out;
}

function yamlEscape(code: number): string {
  if (code < 0x100) return `\\x${hex(code, 2).toUpperCase()}`;
  if (code < 0x10000) return `\\u${hex(code, 4).toUpperCase()}`;
  return `\\U${hex(code, 8).toUpperCase()}`;
}

function upperEscapes(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
}

function* units(char: string): Iterable<number> {
  for (let i = 0; i < char.length; i++) yield char.charCodeAt(i);
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, "0");
}
