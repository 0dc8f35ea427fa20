export type { Decoded, DecodeError } from "./decoded.ts";
export { decodeJson, decodeJsonStream, isValidJson } from "./json-decode.ts";
export { compactJson, escapeJsonForHtml, indentJson, jsonString } from "./json-text.ts";
export type { JsonError } from "./json-scan.ts";
export { quoteBytes, quoteString } from "./literal-text.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export { decodeYaml } from "./yaml-decode.ts";
