// The CUE language as a library: `import { createContext } from "opmodel/cue"`. Runs in Node and in browsers.
export { CueContext, createContext } from "./api/context.ts";
export type { ContextOptions, LoadOptions } from "./api/context.ts";
export { Value } from "./api/value.ts";
export type { Decoded, FieldEntry, FieldOptions, JsonOptions, KindName, ValidateOptions } from "./api/value.ts";
export type { SyntaxOptions } from "./api/value-syntax.ts";
export type { PlainData } from "./api/plain-data.ts";
export type { Path, Selector } from "./api/path.ts";
export { errorsOfFaults, errorsText, positionText } from "./api/cue-error.ts";
export type { CueError, CueErrorCode, Position } from "./api/cue-error.ts";
export type { Origin, OriginRole } from "./api/origins.ts";
export { explain } from "./api/explain.ts";
export type { Attribute, Doc } from "./api/field-syntax.ts";
export { MemoryFiles, OverlayFiles, SourceCache } from "./load/index.ts";
export type { Files, Instance, LoadResult, Registry } from "./load/index.ts";
