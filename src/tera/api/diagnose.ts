import type { Diagnostic, SourceText } from "../../source/index.ts";
import type { TemplateFailure } from "../engine/result.ts";
import { TEMPLATE_CODE } from "./template-code.ts";

/** A failure as a diagnostic that points into its template. */
export function diagnoseFailure(failure: TemplateFailure, templates: ReadonlyMap<string, string>): Diagnostic {
  const { messages, at } = failure;
  const cause = messages[messages.length - 1] ?? "the template does not render";
  const text = at && templates.get(at.template);
  const file: SourceText | undefined = at && text !== undefined ? { name: at.template, text } : undefined;
  const notes = [...messages.slice(failure.stage === "render" ? 1 : 0, -1), ...failure.hidden];
  const hint = hintFor(failure);
  return {
    code: codeOf(failure, cause),
    severity: "error",
    message: failure.syntax ? syntaxMessage(cause) : firstLine(cause),
    ...(file && at && { places: [{ file, span: { start: at.offset, end: wordEnd(file.text, at.offset) } }] }),
    ...(notes.length > 0 && { notes }),
    ...(hint !== undefined && { hint }),
  };
}

function codeOf(failure: TemplateFailure, cause: string): string {
  if (failure.syntax) return TEMPLATE_CODE.syntax;
  if (failure.missing !== undefined) return TEMPLATE_CODE.undefinedVariable;
  if (withheld.test(cause)) return TEMPLATE_CODE.variable;
  if (/^(?:Circular extend|Macros or includes are nested)/.test(cause)) return TEMPLATE_CODE.circular;
  if (/^(?:The template takes|The output of|A (?:string|value) in|The template needs)/.test(cause))
    return TEMPLATE_CODE.budget;
  if (/^(?:Filter|Function|Test) '.*' not found$/.test(cause) || /^Macro .*not found/.test(cause))
    return TEMPLATE_CODE.unknownName;
  if (cause.startsWith("Template ")) return TEMPLATE_CODE.missingTemplate;
  if (failure.messages.some((message) => /^(?:Filter|Function|Test) call '.*' failed$/.test(message)))
    return TEMPLATE_CODE.badCall;
  return TEMPLATE_CODE.render;
}

/** The last line of a syntax report, which says what was expected; the rest is the place again. */
function syntaxMessage(report: string): string {
  const expected = report.slice(report.lastIndexOf("\n") + 1).replace(/^\s*= /, "");
  return `the template is malformed: ${expected}`;
}

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text.replace(/\.$/, "") : text.slice(0, end);
}

const withheld = /^Environment variable `(.*)` is not among those that templates may read/;

function hintFor({ near, missing, messages }: TemplateFailure): string | undefined {
  const variable = withheld.exec(messages[messages.length - 1] ?? "")?.[1];
  if (variable !== undefined) return `name it: OPM_ALLOW_ENV=${variable} (names, and beginnings as DB_*)`;
  if (missing === undefined) return undefined;
  if (near && near.length > 0) return `did you mean ${near.map((name) => `\`${name}\``).join(" or ")}?`;
  return `set it with \`-m ${missing}=…\`, or give it a value with \`| default(value=…)\``;
}

/** The end of the word at an offset; one character where there is no word. */
function wordEnd(text: string, start: number): number {
  word.lastIndex = start;
  const match = word.exec(text)?.[0];
  return Math.min(text.length, start + (match?.length ?? 1));
}

const word = /\{[{%][-\s]*|[\w.]+/y;
