import type { Expr } from "../syntax/index.ts";
import { JsonNode } from "./json-node.ts";
import { parseUri } from "./uri.ts";

/** What a document says that it is; "" for plain data. */
export function detectSchema(document: Expr): "openapi" | "jsonschema" | "" {
  const root = new JsonNode(document);
  const isText = (pointer: string): boolean => root.find(pointer)?.text !== undefined;
  if (root.at("openapi")?.text?.startsWith("3.") === true && isText("/info/title") && isText("/info/version"))
    return "openapi";
  const uri = parseUri(root.at("$schema")?.text ?? "");
  const isSchema = uri?.host.replace(/:\d*$/, "") === "json-schema.org" && uri.path.endsWith("/schema");
  return isSchema ? "jsonschema" : "";
}
