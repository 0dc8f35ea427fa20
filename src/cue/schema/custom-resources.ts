import {
  makeBareStruct,
  makeEllipsis,
  makeField,
  makeFile,
  makeIdent,
  makeList,
  makePackage,
  makeStruct,
} from "../syntax/index.ts";
import type { Decl, Expr, Field, File } from "../syntax/index.ts";
import { sanitize } from "../export/index.ts";
import { placeOf } from "./json-schema.ts";
import { JsonNode, Kind } from "./json-node.ts";
import { string } from "./syntax.ts";
import { Translation } from "./translation.ts";
import type { SchemaFault } from "./translation.ts";
import { Version } from "./versions.ts";

/** One version of one kind of resource. */
export interface CustomResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly singular: string;
  readonly file: File;
}

type CustomResources = { readonly resources: readonly CustomResource[] } | { readonly faults: readonly SchemaFault[] };

/** The resources that a document defines: a definition, or a list with some among other objects. */
export function fromCustomResources(document: Expr): CustomResources {
  const root = new JsonNode(document);
  const out: CustomResource[] = [];
  for (const crd of (root.kind === Kind.list ? root.items() : [root]).filter(isDefinition)) {
    const read = readDefinition(crd);
    if (typeof read === "string") return { faults: [{ message: `cannot decode CRD: ${read}`, offset: crd.offset }] };
    for (const { name, schema } of read.versions) {
      const made = resourceOf(read, name, schema);
      if ("faults" in made) return made;
      out.push({ group: read.group, version: name, kind: read.kind, singular: read.singular, file: made.file });
    }
  }
  return { resources: out };
}

const isDefinition = (node: JsonNode): boolean =>
  node.at("apiVersion")?.text === "apiextensions.k8s.io/v1" && node.at("kind")?.text === "CustomResourceDefinition";

interface Definition {
  readonly root: JsonNode;
  readonly group: string;
  readonly kind: string;
  readonly singular: string;
  readonly isNamespaced: boolean;
  readonly versions: readonly { readonly name: string; readonly schema: JsonNode }[];
}

/** The parts that matter, or what is wrong with them. Names become files and identifiers: they must be such. */
function readDefinition(crd: JsonNode): Definition | string {
  const text = (pointer: string): string | undefined => crd.find(`/spec${pointer}`)?.text;
  const [group, kind, singular, scope] = ["/group", "/names/kind", "/names/singular", "/scope"].map(text);
  for (const pointer of ["/group", "/names/kind", "/names/plural", "/names/singular", "/scope"])
    if (text(pointer) === undefined) return `spec${pointer.replaceAll("/", ".")}: field is required but not present`;
  if (scope !== "Namespaced" && scope !== "Cluster") return "spec.scope: must be Namespaced or Cluster";
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(kind!)) return `spec.names.kind: no name of a kind: ${JSON.stringify(kind)}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(singular!))
    return `spec.names.singular: no name: ${JSON.stringify(singular)}`;
  const all = crd.find("/spec/versions");
  if (all?.kind !== Kind.list) return "spec.versions: field is required but not present";
  const versions: { name: string; schema: JsonNode }[] = [];
  for (const [i, v] of all.items().entries()) {
    const name = v.at("name")?.text;
    const schema = v.find("/schema/openAPIV3Schema");
    if (name === undefined || schema === undefined)
      return `spec.versions.${i}.${name === undefined ? "name" : "schema.openAPIV3Schema"}: field is required but not present`;
    if (!/^[a-z][a-z0-9]*$/.test(name)) return `spec.versions.${i}.name: no version: ${JSON.stringify(name)}`;
    versions.push({ name, schema });
  }
  return { root: crd, group: group!, kind: kind!, singular: singular!, isNamespaced: scope === "Namespaced", versions };
}

function resourceOf(
  { root, group, kind, isNamespaced }: Definition,
  version: string,
  schema: JsonNode,
): { readonly file: File } | { readonly faults: readonly SchemaFault[] } {
  const translation = new Translation(root, {
    packageName: version,
    version: Version.kubernetesCrd,
    strictKeywords: true,
    strictFeatures: false,
    openOnlyIfSaid: true,
    place: placeOf,
  });
  const made = translation.schema(schema);
  if (made === undefined) return { faults: translation.faults };
  const body = made.decls.filter((d) => d.kind !== "Package" && d.kind !== "ImportDecl");
  const resource = makeBareStruct([...body, ...identity(`${group}/${version}`, kind, isNamespaced)]);
  const file = makeFile([makePackage(makeIdent(version)), makeField(makeIdent(`#${kind}`), resource)]);
  sanitize(file, translation.links);
  return { file };
}

/** What each object of the kind says of itself. */
function identity(apiVersion: string, kind: string, isNamespaced: boolean): Decl[] {
  const words = (): Expr => makeStruct([makeField(makeList([makeIdent("string")]), makeIdent("string"))]);
  const field = (name: string, value: Expr, constraint: "" | "?" | "!" = ""): Field =>
    makeField(makeIdent(name), value, constraint);
  return [
    field("apiVersion", string(apiVersion)),
    field("kind", string(kind)),
    field(
      "metadata",
      makeStruct([
        field("name", makeIdent("string"), "!"),
        field("namespace", makeIdent("string"), isNamespaced ? "!" : "?"),
        field("labels", words(), "?"),
        field("annotations", words(), "?"),
        makeEllipsis(),
      ]),
      "!",
    ),
  ];
}
