import type { Data, DataField } from "./data.ts";
import { compareBytes } from "./compare-bytes.ts";

/**
 * Writes data as TOML, the way go-toml writes a generic map: keys sorted, scalars and inline arrays before tables. Nulls
 * are left out. A string says what cannot be written.
 */
export function tomlText(root: Data): { text: string } | { error: string } {
  if (!isShallow(root)) return { error: "toml: value is nested too deeply" };
  if (root.kind !== "struct") {
    if (root.kind === "null") return { error: "toml: cannot encode a nil interface" };
    return { text: inlineValue(root) };
  }
  const out: string[] = [];
  writeTable(sorted(root.fields), [], out);
  return { text: out.join("") };
}

/** The encoder recurses, so depth has a limit. */
const MAX_DEPTH = 1000;

function isShallow(root: Data): boolean {
  const stack = [{ d: root, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { d, depth } = top;
    if (depth > MAX_DEPTH) return false;
    if (d.kind === "list") for (const x of d.items) stack.push({ d: x, depth: depth + 1 });
    else if (d.kind === "struct") for (const f of d.fields) stack.push({ d: f.value, depth: depth + 1 });
  }
  return true;
}

function sorted(fields: readonly DataField[]): DataField[] {
  return fields.filter((f) => f.value.kind !== "null").sort((a, b) => compareBytes(a.name, b.name));
}

function isTable(d: Data): d is Extract<Data, { kind: "struct" }> {
  return d.kind === "struct";
}

/** A list that is written as `[[name]]` blocks: all of its elements are tables. */
function isTableArray(d: Data): boolean {
  return d.kind === "list" && d.items.length > 0 && d.items.every(isTable);
}

function writeTable(fields: readonly DataField[], path: readonly string[], out: string[]): void {
  const tables: DataField[] = [];
  for (const f of fields) {
    if (isTable(f.value) || isTableArray(f.value)) tables.push(f);
    else out.push(tomlKey(f.name), " = ", inlineValue(f.value), "\n");
  }
  // An empty line goes before each table but the first one right below a header.
  let gap = tables.length < fields.length;
  for (const f of tables) {
    const at = [...path, tomlKey(f.name)];
    const name = at.join(".");
    const array = f.value.kind === "list";
    const elements = isTable(f.value) ? [f.value] : (f.value as Extract<Data, { kind: "list" }>).items;
    for (const e of elements) {
      if (gap) out.push("\n");
      gap = true;
      out.push(array ? `[[${name}]]\n` : `[${name}]\n`);
      writeTable(sorted((e as Extract<Data, { kind: "struct" }>).fields), at, out);
    }
  }
}

function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name);
}

function inlineValue(d: Data): string {
  switch (d.kind) {
    case "null":
      return "";
    case "bool":
      return d.value ? "true" : "false";
    case "number":
      return tomlNumber(d.text, d.isInt);
    case "string":
      return tomlString(d.value);
    case "bytes":
      return `[${Array.from(d.value, (b) => String(b)).join(", ")}]`;
    case "list":
      return `[${d.items.map(inlineValue).join(", ")}]`;
    case "struct":
      return `{${sorted(d.fields)
        .map((f) => `${tomlKey(f.name)} = ${inlineValue(f.value)}`)
        .join(", ")}}`;
  }
}

function tomlNumber(text: string, isInt: boolean): string {
  if (isInt) {
    const n = BigInt(text.replaceAll("_", ""));
    return n >= -0x8000000000000000n && n <= 0x7fffffffffffffffn ? n.toString() : `'${n}'`;
  }
  const f = Number(text.replaceAll("_", ""));
  if (Number.isNaN(f)) return "nan";
  if (!Number.isFinite(f)) return f > 0 ? "inf" : "-inf";
  // Integral values show all their digits, others the shortest that read back.
  return Number.isInteger(f) ? `${Object.is(f, -0) ? "-" : ""}${BigInt(f)}.0` : plainFloat(f);
}

/** The shortest digits of a float without an exponent. */
function plainFloat(f: number): string {
  const [mantissa, exponent] = Math.abs(f).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const point = Number(exponent) + 1;
  const sign = f < 0 || Object.is(f, -0) ? "-" : "";
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function tomlString(s: string): string {
  // Single quotes take no escapes, so they hold what needs none.
  if (!/['\x00-\x08\x0a-\x1f\x7f]/.test(s)) return `'${s}'`;
  let out = "";
  for (const c of s) {
    const code = c.codePointAt(0) as number;
    if (c === "\\" || c === '"') out += "\\" + c;
    else if (c === "\b") out += "\\b";
    else if (c === "\f") out += "\\f";
    else if (c === "\n") out += "\\n";
    else if (c === "\r") out += "\\r";
    else if (c === "\t") out += "\\t";
    else if (code < 0x20 || code === 0x7f) out += "\\u" + code.toString(16).toUpperCase().padStart(4, "0");
    else out += c;
  }
  return `"${out}"`;
}
