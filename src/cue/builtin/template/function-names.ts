/** The functions that every template may call. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  "and", "call", "html", "index", "slice", "js", "len", "not", "or", "print", "printf", "println",
  "urlquery", "eq", "ge", "gt", "le", "lt", "ne",
]);
