export { fromCustomResources } from "./custom-resources.ts";
export type { CustomResource } from "./custom-resources.ts";
export { detectSchema } from "./detect.ts";
export { fromJsonSchema } from "./json-schema.ts";
export type { SchemaFile } from "./json-schema.ts";
export { fromOpenApi } from "./openapi.ts";
export type { SchemaFault } from "./translation.ts";
export { layYamlOut } from "./yaml-layout.ts";
/** For whoever makes files: adds the imports that identifiers are bound to. */
export { sanitize } from "../export/index.ts";
export { ProtoExtractor } from "./proto/extractor.ts";
export type { ProtoFailure } from "./proto/extractor.ts";
