export type { ExportOptions } from "./options.ts";
export { dataOptions, definitionOptions, evalOptions, exportOptions, textOptions } from "./options.ts";
export { asFile, exportExpression, exportFile, exportSource, exportSyntax, valueText } from "./file.ts";
export { dataSyntax } from "./data-syntax.ts";
export { docText, docsOf, fieldAttributes } from "./docs.ts";
export { concreteError, toBinary, toJson, toText, toToml, toYaml } from "./encode.ts";
export type { EncodeOptions, Encoded } from "./encode.ts";
export { valueData } from "./data.ts";
export { selfContainedSyntax } from "./self-contained.ts";
