import { labelNeedsQuotes } from "../syntax/index.ts";
import type { Expr, File, Ident } from "../syntax/index.ts";
import { definition, field, hiddenDefinition } from "./cue-path.ts";
import type { Step } from "./cue-path.ts";
import { JsonNode, pointerOf } from "./json-node.ts";
import { Translation } from "./translation.ts";
import type { SchemaFault } from "./translation.ts";
import { Version } from "./versions.ts";

export interface JsonSchemaInput {
  /** The document, decoded. */
  readonly document: Expr;
  readonly packageName: string;
  readonly strictKeywords?: boolean;
  readonly strictFeatures?: boolean;
  readonly openOnlyIfSaid?: boolean;
}

/** A schema as a file, and what its identifiers are bound to, for those who move parts of it. */
export interface SchemaFile {
  readonly file: File;
  readonly links: Map<Ident, object>;
}

export type SchemaResult = SchemaFile | { readonly faults: readonly SchemaFault[] };

/** A JSON Schema as CUE. */
export function fromJsonSchema({ document, packageName, ...given }: JsonSchemaInput): SchemaResult {
  const translation = new Translation(new JsonNode(document), {
    packageName,
    version: Version.draft2020,
    strictKeywords: given.strictKeywords ?? false,
    strictFeatures: given.strictFeatures ?? false,
    openOnlyIfSaid: given.openOnlyIfSaid ?? false,
    place: placeOf,
  });
  const file = translation.schema(translation.document);
  return file === undefined ? { faults: translation.faults } : { file, links: translation.links };
}

/** Definitions have names of their own; whatever else is referred to goes to a hidden place. */
export function placeOf(tokens: readonly string[]): readonly Step[] {
  if (tokens.length === 0) return [];
  const [home, name = ""] = tokens;
  if (tokens.length !== 2 || (home !== "definitions" && home !== "$defs"))
    return [hiddenDefinition("defs"), field(pointerOf(tokens))];
  return name === "" || labelNeedsQuotes(name) ? [definition(""), field(name)] : [definition(name)];
}
