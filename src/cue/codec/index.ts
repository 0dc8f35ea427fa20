export type { Decoded, DecodeError } from "./decoded.ts";
export { decodeJson, decodeJsonStream, isValidJson } from "./json-decode.ts";
export { compactJson, escapeJsonForHtml, indentJson, jsonString } from "./json-text.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export { decodeYaml } from "./yaml-decode.ts";
export type { Data, DataField } from "./data.ts";
export { dataFromSyntax, labelName } from "./data-from-syntax.ts";
export { encodeYaml, yamlText } from "./yaml-encode.ts";
/** Kept here for encoders of other rooms: the literal of a string or of bytes. */
export { compareBytes } from "./compare-bytes.ts";
export { jsonText } from "./json-encode.ts";
export { decodeToml } from "./toml-decode.ts";
export { tomlText } from "./toml-encode.ts";
export { decodeCsv, encodeCsvRow } from "./csv.ts";
export { decodeHex, encodeHex, hexDump } from "./hex.ts";
export { buildData } from "./build-data.ts";
export type { Opened } from "./build-data.ts";
