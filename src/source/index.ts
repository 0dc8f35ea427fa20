export { coverSpans, hasPlace, noSpan } from "./span.ts";
export type { Span } from "./span.ts";
export { LineIndex, utf8Length } from "./line-index.ts";
export type { LineColumn } from "./line-index.ts";
export { SourceFile, badByteBase, decodeUtf8 } from "./source-file.ts";
export type { SourcePosition } from "./source-file.ts";
