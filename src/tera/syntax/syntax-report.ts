import { ruleName, template } from "./grammar.ts";
import { Matcher } from "./peg.ts";

/** Why a text is no template: the report that the original prints, and where it points. */
interface SyntaxReport {
  readonly message: string;
  /** In UTF-16 units. */
  readonly offset: number;
  /** From 1; columns count characters, as the report does. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/** Reports on a text that the parser refused; `fallback` is used where the grammar takes too long. */
export function syntaxReport(text: string, fallback: number, tooDeep: boolean): SyntaxReport {
  if (tooDeep) return report(text, fallback, "tags or expressions are nested too deeply");
  const m = new Matcher(text);
  template(m);
  if (m.exhausted) return report(text, fallback, "expected valid template syntax");
  return report(text, m.attemptAt, enumerate(m));
}

function enumerate(m: Matcher): string {
  const expected = listed(m.expected);
  const unexpected = listed(m.unexpected);
  if (unexpected && expected) return `unexpected ${unexpected}; expected ${expected}`;
  if (unexpected) return `unexpected ${unexpected}`;
  return expected ? `expected ${expected}` : "unknown parsing error";
}

function listed(ids: readonly number[]): string | undefined {
  const names = [...new Set(ids)].sort((a, b) => a - b).map((id) => (id < 0 ? "end of input" : ruleName(id)));
  if (names.length === 0) return undefined;
  if (names.length <= 2) return names.join(" or ");
  return `${names.slice(0, -1).join(", ")}, or ${names[names.length - 1]}`;
}

function report(text: string, offset: number, expected: string): SyntaxReport {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < start; i = text.indexOf("\n", i + 1)) line++;
  const next = text.indexOf("\n", offset);
  const whole = text.slice(start, next < 0 ? text.length : next + 1);
  const c = text.charAt(offset);
  // At a line end the report shows what stands there.
  const source =
    c === "\n" || c === "\r"
      ? whole.replaceAll("\r", "\u240d").replaceAll("\n", "\u240a")
      : whole.replaceAll(/[\r\n]/g, "");
  const before = Array.from(text.slice(start, offset));
  const column = before.length + 1;
  const number = String(line);
  const gap = " ".repeat(number.length);
  const underline = `${before.map((c) => (c === "\t" ? "\t" : " ")).join("")}^---`;
  const message = [
    `${gap}--> ${line}:${column}`,
    `${gap} |`,
    `${number} | ${source}`,
    `${gap} | ${underline}`,
    `${gap} |`,
    `${gap} = ${expected}`,
  ].join("\n");
  return { message, offset, line, column, expected };
}
