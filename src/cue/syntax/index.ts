export { Rel } from "./ast.ts";
export type * from "./ast.ts";
export * from "./make.ts";
export type { ParseExprResult, ParseOptions, ParseResult, SyntaxError } from "./parse-options.ts";
export { parseExpr, parseFile } from "./parse.ts";
export { format } from "./format.ts";
export type { FormatOptions } from "./format.ts";
export { childrenOf, walk } from "./walk.ts";
export { equalNodes } from "./equal.ts";
export { isPrintable, isValidIdent, labelNeedsQuotes } from "./characters.ts";
export { compareVersions, newestLanguage, resolveExperiments } from "./language.ts";
export {
  decodeBytes, decodeBytesParts, decodeString, decodeStringParts, parseQuotes,
} from "./literal.ts";
export type { BytesResult, LiteralError, PartsResult, Quotes, StringResult } from "./literal.ts";
export { decodeNumber } from "./number-literal.ts";
export type { NumberResult, NumberValue } from "./number-literal.ts";
export { quoteBytes, quoteLabel, quoteString } from "./quote.ts";
export type { QuoteOptions } from "./quote.ts";
