import type { Diagnostic } from "./diagnostic.ts";

/**
 * A diagnostic in other words, for what hides secrets or shortens names: message, notes, hint and arguments alike. What
 * its words do not say any more, its arguments do not say either: there, a value stands without the quotes around it that
 * tell what may be hidden.
 */
export function reword(
  diagnostic: Diagnostic,
  clean: (text: string) => string,
  said: (text: string) => string = clean,
): Diagnostic {
  const { message, notes, hint, args } = diagnostic;
  const safe = said(message);
  const argument = (value: string | number | boolean): string | number | boolean => {
    const text = String(value);
    const cleaned = typeof value === "string" ? said(value) : value;
    const [was, is] = [message, safe].map((words) => text !== "" && words.includes(text));
    return cleaned === value && was && !is ? "***" : cleaned;
  };
  return {
    ...diagnostic,
    message: safe,
    ...(notes && { notes: notes.map(clean) }),
    ...(hint !== undefined && { hint: clean(hint) }),
    ...(args && { args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argument(value)])) }),
  };
}
