import { SchemaPrinter } from "./schema-printer.ts";
import { isRecord, text, type JsonSchema } from "./json-schema.ts";

interface CrdOptions {
  /** Write descriptions as comments. Default true. */
  readonly docs?: boolean;
  /** Check lengths of strings, lists and maps. Default true; off for types that are read at every render. */
  readonly limits?: boolean;
}

interface CrdFile {
  /** Path below `cue.mod/gen`: `<group>/<kind>/<version>/types_gen.cue`. */
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly text: string;
}

interface CrdProblem {
  /** Index of the document in the input. */
  readonly document: number;
  /** Data path inside the document. */
  readonly path: string;
  readonly message: string;
}

interface CrdResult {
  readonly files: readonly CrdFile[];
  readonly problems: readonly CrdProblem[];
}

/** CUE types for every served version of every CustomResourceDefinition among the documents. */
export function crdToCue(documents: readonly unknown[], options: CrdOptions = {}): CrdResult {
  const files: CrdFile[] = [];
  const problems: CrdProblem[] = [];
  documents.forEach((document, index) => {
    const items =
      isRecord(document) && Array.isArray(document["items"]) ? (document["items"] as unknown[]) : [document];
    for (const item of items) {
      if (!isRecord(item) || item["kind"] !== "CustomResourceDefinition") continue;
      convert(item, index, options, files, problems);
    }
  });
  return { files, problems };
}

function convert(
  crd: Readonly<Record<string, unknown>>,
  document: number,
  options: CrdOptions,
  files: CrdFile[],
  problems: CrdProblem[],
): void {
  const problem = (path: string, message: string): void => void problems.push({ document, path, message });
  const spec = crd["spec"];
  if (!isRecord(spec)) return problem("spec", "the definition has no spec");
  const names = spec["names"];
  const group = text(spec["group"]);
  const kind = isRecord(names) ? text(names["kind"]) : "";
  if (group === "" || kind === "") return problem("spec", "the definition names no group or kind");
  // Both become parts of a path: nothing in them may lead out of the folder.
  if (
    !/^[A-Za-z][A-Za-z0-9]*$/.test(kind) ||
    !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/.test(group)
  ) {
    return problem("spec.names.kind", `not a group and kind: ${JSON.stringify(group)}, ${JSON.stringify(kind)}`);
  }
  const versions = Array.isArray(spec["versions"]) ? (spec["versions"] as unknown[]) : [];
  if (versions.length === 0)
    problem("spec.versions", "the definition has no versions (v1beta1 definitions are not read)");
  versions.forEach((version, at) => {
    if (!isRecord(version) || version["served"] === false) return;
    const name = text(version["name"]);
    const schema = isRecord(version["schema"]) ? version["schema"]["openAPIV3Schema"] : undefined;
    const path = `spec.versions[${at}]`;
    if (!/^v[0-9a-z]+$/.test(name)) return problem(`${path}.name`, `not a version: ${JSON.stringify(name)}`);
    if (!isRecord(schema)) return problem(`${path}.schema`, "the version has no openAPIV3Schema");
    const printer = new SchemaPrinter(options.docs !== false, options.limits !== false, (at, message) =>
      problem(`${path}.schema.openAPIV3Schema${at}`, message),
    );
    const body = printer.root(schema as JsonSchema, `${group}/${name}`, kind);
    files.push({
      path: `${group}/${kind.toLowerCase()}/${name}/types_gen.cue`,
      group,
      version: name,
      kind,
      text: `package ${name}\n\n${printer.imports()}#${kind}: ${body}\n`,
    });
  });
}
