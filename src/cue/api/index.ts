export { CueContext, createContext } from "./context.ts";
export type { ContextOptions, LoadOptions } from "./context.ts";
export { Value } from "./value.ts";
export type { Decoded, FieldEntry, FieldOptions, JsonOptions, KindName, ValidateOptions } from "./value.ts";
export type { SyntaxOptions } from "./value-syntax.ts";
export type { PlainData } from "./plain-data.ts";
export type { Path, Selector } from "./path.ts";
export { errorsOfFaults, errorsText, positionText } from "./cue-error.ts";
export type { CueError, CueErrorCode, Position } from "./cue-error.ts";
export type { Reason, ReasonKind } from "../../source/index.ts";
export type { Origin, OriginRole } from "./origins.ts";
export { reasonDiagnostic } from "../message/index.ts";
export { explain, plainDiagnostic } from "./explain.ts";
export type { ExplainOptions } from "./explain.ts";
export type { Attribute, Doc } from "./field-syntax.ts";
export { MemoryFiles, OverlayFiles, SourceCache } from "../load/index.ts";
export type { Files, Instance, LoadResult, Registry } from "../load/index.ts";
export type { Declaration } from "./declarations.ts";
export type { MarkedScalar, ReadableData, Scalar } from "./readable-data.ts";
export type {
  AllTree,
  AnyTree,
  DataTree,
  ExpressionTree,
  ListTree,
  ScalarTree,
  SourceTree,
  StructTree,
  TreeField,
  TypeTree,
} from "./source-tree.ts";
// What else of the engine is worth having on its own: its data formats, numbers, regular expressions and builtins.
export { builtinPackagePaths, isBuiltinPackage, sha256 } from "../builtin/index.ts";
export {
  compareBytes,
  decodeJson,
  decodeToml,
  decodeYaml,
  isValidJson,
  jsonText,
  labelName,
  yamlText,
} from "../codec/index.ts";
export type { Data, Decoded as DecodedDocuments } from "../codec/index.ts";
export { builtinMembers } from "./builtin-members.ts";
export type { BuiltinMember } from "./builtin-members.ts";
export { relativeName } from "../message/index.ts";
export { decimalText } from "./decimal-text.ts";
export { compileRegexp, RegexpError } from "../regexp/index.ts";
export { quoteSelector } from "../value/index.ts";
export { currentLimits, setLimits } from "../meter/index.ts";
