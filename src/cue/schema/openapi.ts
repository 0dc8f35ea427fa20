import {
  joinBinary,
  labelNeedsQuotes,
  makeField,
  makeFile,
  makeIdent,
  makePackage,
  makeStruct,
  makeUnary,
  Rel,
} from "../syntax/index.ts";
import type { Decl, Expr } from "../syntax/index.ts";
import { setRel } from "../export/index.ts";
import { docComment } from "./comment.ts";
import { definition, field } from "./cue-path.ts";
import type { Step } from "./cue-path.ts";
import type { JsonSchemaInput, SchemaResult } from "./json-schema.ts";
import { JsonNode, Kind } from "./json-node.ts";
import { data, nameLabel } from "./syntax.ts";
import { Translation } from "./translation.ts";
import { Version } from "./versions.ts";

/** Dialects of schemas by the version of OpenAPI. */
const VERSIONS: ReadonlyMap<string, number> = new Map([
  ["3.0.", Version.openApi],
  ["3.1.", Version.draft2020],
]);

/** The schemas of an OpenAPI document as CUE definitions, with what it says about itself. */
export function fromOpenApi({ document, packageName, ...given }: JsonSchemaInput): SchemaResult {
  const root = new JsonNode(document);
  const wrong = (message: string): SchemaResult => ({ faults: [{ message, offset: root.offset }] });
  const said = root.at("openapi");
  if (said === undefined) return wrong("openapi field is required but not found");
  if (said.text === undefined) return wrong("invalid openapi field (must be string)");
  const version = VERSIONS.get(said.text.slice(0, 4));
  if (version === undefined) return wrong(`unknown OpenAPI version ${JSON.stringify(said.text)}`);
  const translation = new Translation(root, {
    packageName: "",
    version,
    // OpenAPI 3.0 has no other keywords than its own.
    strictKeywords: version === Version.openApi || (given.strictKeywords ?? false),
    strictFeatures: given.strictFeatures ?? false,
    openOnlyIfSaid: false,
    place: placeOf,
  });
  const schemas = root.find("/components/schemas");
  if (schemas === undefined) return wrong("root value at path #/components/schemas/ does not exist");
  if (schemas.kind !== Kind.struct)
    return wrong("value at path #/components/schemas/ must be struct containing definitions");
  const made = translation.definitionsOf(schemas);
  if (made === undefined) return { faults: translation.faults };
  const split = made.decls.findIndex((d) => d.kind !== "ImportDecl");
  const [imports, body] = split < 0 ? [made.decls, []] : [made.decls.slice(0, split), made.decls.slice(split)];
  if (body[0] !== undefined) setRel(body[0], Rel.newSection);
  const file = makeFile([...headOf(root, packageName), ...imports, ...infoOf(root), ...body]);
  return { file, links: translation.links };
}

function placeOf(tokens: readonly string[]): readonly Step[] | string {
  const [first, second, name = ""] = tokens;
  if (tokens.length !== 3 || first !== "components" || second !== "schemas")
    return `openapi: reference must be of the form "#/components/schemas/"; found "#/${tokens.join("/")}"`;
  const isName = name !== "SchemaMap" && !labelNeedsQuotes(name);
  return isName ? [definition(name)] : [definition("SchemaMap"), field(name)];
}

/** Title and description, as the package's documentation. */
function headOf(root: JsonNode, packageName: string): Decl[] {
  const description = root.find("/info/description")?.text ?? "";
  const title = root.find("/info/title")?.text ?? "";
  const doc = docComment(description === "" ? title : `${title}\n\n${description}`);
  if (packageName === "") return doc === null ? [] : [doc];
  const clause = makePackage(makeIdent(packageName));
  if (doc !== null) clause.comments = [doc];
  return [clause];
}

function infoOf(root: JsonNode): Decl[] {
  const info = root.at("info");
  if (info?.kind !== Kind.struct) return [];
  const fields = [...info.fields()].map(([name, value]) => {
    const given: Expr = data(value);
    const isFixed = name !== "title" && name !== "version";
    return makeField(nameLabel(name), isFixed ? given : joinBinary("|", [makeUnary("*", given), makeIdent("string")]));
  });
  return [makeField(makeIdent("info"), makeStruct(fields))];
}
