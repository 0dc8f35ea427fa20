// File formats around the SOPS tree. A new format is one reader and one writer here.
import { readDotenv, writeDotenv } from "./dotenv.ts";
import { readJson, writeJson } from "./json.ts";
import { mapGet, mapOf, scalar } from "./tree.ts";
import type { MapNode, ReadFailure } from "./tree.ts";
import { readYaml } from "./yaml-read.ts";
import { writeYaml } from "./yaml-write.ts";

export type SopsFormat = "yaml" | "json" | "dotenv" | "binary";

export function formatOf(name: string): SopsFormat {
  const lower = name.toLowerCase();
  if (lower.endsWith(".yaml") || lower.endsWith(".yml")) return "yaml";
  if (lower.endsWith(".json")) return "json";
  if (lower.endsWith(".env")) return "dotenv";
  return "binary";
}

/** Reads a plaintext file. */
export function readPlain(text: string, format: SopsFormat): MapNode[] | ReadFailure {
  if (format === "binary") return [mapOf([["data", scalar("str", text)]])];
  return readEncrypted(text, format);
}

/** Reads an encrypted file: binary content travels as JSON. */
export function readEncrypted(text: string, format: SopsFormat): MapNode[] | ReadFailure {
  if (format === "yaml") return readYaml(text);
  const one = format === "dotenv" ? readDotenv(text) : readJson(text);
  return "message" in one ? one : [one];
}

/** Null when a value has no form in the format (binary data in JSON, structure in dotenv). */
export function writeEncrypted(documents: readonly MapNode[], format: SopsFormat): string | null {
  if (format === "yaml") return writeYaml(documents);
  if (documents.length !== 1) return null;
  return format === "dotenv" ? writeDotenv(documents[0]!) : writeJson(documents[0]!);
}

export function writePlain(documents: readonly MapNode[], format: SopsFormat): string | null {
  if (format !== "binary") return writeEncrypted(documents, format);
  const data = documents.length === 1 ? mapGet(documents[0]!, "data") : undefined;
  return data?.kind === "scalar" && data.bytes === undefined ? data.text : null;
}
