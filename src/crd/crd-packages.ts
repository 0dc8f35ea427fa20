// Custom resources as packages of a module, in the form of `cue get crd`.
import { format, parseFile } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import { isRecord, text } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaPrinter } from "./schema-printer.ts";

interface CrdPackageFile {
  /** The version. */
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

/** The files, or what is wrong. Without a group all resources must have the same one. */
export function crdPackages(documents: readonly unknown[], group: string): readonly CrdPackageFile[] | string {
  const found = documents
    .flatMap((d) => (isRecord(d) && Array.isArray(d["items"]) ? (d["items"] as unknown[]) : [d]))
    .filter(isRecord)
    .filter((d) => d["kind"] === "CustomResourceDefinition");
  const specs = found.map((d) => d["spec"]).filter(isRecord);
  const groups = [...new Set(specs.map((s) => text(s["group"])))];
  if (specs.length === 0) return "no CRDs found";
  if (group === "" && groups.length > 1)
    return `multiple groups found; use --group to select one: ${groups.join(", ")}`;
  const chosen = specs.filter((s) => group === "" || s["group"] === group);
  if (chosen.length === 0) return `no CRDs found for group ${JSON.stringify(group)}`;
  return chosen.flatMap(filesOf);
}

function filesOf(spec: Readonly<Record<string, unknown>>): CrdPackageFile[] {
  const names = isRecord(spec["names"]) ? spec["names"] : {};
  const kind = text(names["kind"]);
  const single = text(names["singular"]) || kind.toLowerCase();
  const namespaced = spec["scope"] === "Namespaced";
  const versions = Array.isArray(spec["versions"]) ? spec["versions"].filter(isRecord) : [];
  return versions.flatMap((version): CrdPackageFile[] => {
    const name = text(version["name"]);
    const schema = isRecord(version["schema"]) ? version["schema"]["openAPIV3Schema"] : undefined;
    if (!isRecord(schema) || name === "") return [];
    const group = text(spec["group"]);
    return [
      {
        folder: name,
        name: `${single}.cue`,
        text: packageText(name, kind, `${group}/${name}`, schema as JsonSchema, namespaced),
      },
    ];
  });
}

function packageText(
  version: string,
  kind: string,
  apiVersion: string,
  schema: JsonSchema,
  namespaced: boolean,
): string {
  const printer = new SchemaPrinter(true, true, () => {}, "{}");
  const body = printer.fields(schema);
  const namespace = `\t\tnamespace${namespaced ? "!" : "?"}: string\n`;
  const source = `package ${version}\n\n#${kind}: {\n\t_embeddedResource\n${body}\n\n\t_embeddedResource: {\n\t\tapiVersion!: string\n\t\tkind!: string\n\t\tmetadata?: {\n\t\t\t...\n\t\t}\n\t}\n\tapiVersion: ${JSON.stringify(apiVersion)}\n\tkind: ${JSON.stringify(kind)}\n\tmetadata!: {\n\t\tname!: string\n${namespace}\t\tlabels?: {[string]: string}\n\t\tannotations?: {[string]: string}\n\t\t...\n\t}\n}\n`;
  const head = printer.imports();
  const whole = head === "" ? source : source.replace("\n\n", `\n\n${head}`);
  return format(parseFile(new SourceFile("", whole)).file, { simplify: true });
}
