/** Files that are not CUE: their content as syntax, with places in their own text. */
import { SourceFile } from "../../source/index.ts";
import { decodeJson, decodeJsonStream, decodeToml, decodeYaml } from "../codec/index.ts";
import type { Decoded } from "../codec/index.ts";
import { faultAt, makeFault, quote } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { makeBasicLit, quoteBytes, quoteString } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import type { FileArgument } from "./file-type.ts";
import { decodeSource } from "./source-cache.ts";

export interface DecodedData {
  readonly source: SourceFile;
  /** In order; those before the fault, if there is one. */
  readonly documents: readonly Expr[];
  readonly fault?: Fault;
}

/** Decodes a data file by its encoding. Interpretations (schemas in JSON) are not applied. */
export function decodeDataFile(path: string, type: FileArgument, content: Uint8Array): DecodedData {
  if (type.encoding === "binary") {
    return { source: new SourceFile(path, ""), documents: [makeBasicLit("BYTES", quoteBytes(content))] };
  }
  const source = new SourceFile(path, decodeSource(content));
  const { text } = source;
  switch (type.encoding) {
    case "json":
      return withJsonFault(source, decodeJson(text));
    case "jsonl":
      return withJsonFault(source, decodeJsonStream(text));
    case "yaml": {
      const { documents, error } = decodeYaml(text);
      if (error === undefined) return { source, documents };
      const where = error.line > 0 ? `${path}:${error.line}` : path;
      return { source, documents, fault: makeFault("data", `${where}: ${error.message}`) };
    }
    case "toml": {
      const { documents, error } = decodeToml(text);
      return error === undefined
        ? { source, documents }
        : { source, documents, fault: faultAt("data", error.message, source, error.offset) };
    }
    case "text":
      return { source, documents: [makeBasicLit("STRING", quoteString(text))] };
    case "xml":
      return { source, documents: [], fault: makeFault("data", xmlFault(type)) };
    default:
      return { source, documents: [], fault: makeFault("data", `unsupported encoding ${quote(type.encoding)}`) };
  }
}

function xmlFault(type: FileArgument): string {
  return type.tags.get("koala") === "true"
    ? 'unsupported encoding "xml"'
    : "xml requires a variant, such as: xml+koala";
}

function withJsonFault(source: SourceFile, { documents, error }: Decoded): DecodedData {
  if (error === undefined) return { source, documents };
  return {
    source,
    documents,
    fault: faultAt("data", `invalid JSON for file ${quote(source.name)}: ${error.message}`, source, error.offset),
  };
}
