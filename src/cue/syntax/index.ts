export { Rel } from "./ast.ts";
export type * from "./ast.ts";
export * from "./make.ts";
export type { ParseExprResult, ParseOptions, ParseResult, SyntaxError } from "./parse-options.ts";
