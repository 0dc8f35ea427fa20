export { compileRegexp, patternWeight, quoteMeta, Regexp, RegexpError } from "./regexp.ts";
export type { MatchIndex } from "./regexp.ts";
