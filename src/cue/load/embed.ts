/** `@extern(embed)` with `@embed(file=…)` and `@embed(glob=…)`: content of other files as values. */
import type { SourceFile } from "../../source/index.ts";
import { faultAt, makeFault, quote, wrapFault } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { headOf, makeBasicLit, makeField, makeStruct, quoteString } from "../syntax/index.ts";
import type { Attribute, Expr, Field, File, StructLit } from "../syntax/index.ts";
import { walk } from "../syntax/index.ts";
import { attributeName, hasFlag, lookUpField, parseAttribute } from "./attribute.ts";
import { decodeDataFile } from "./data-decode.ts";
import { parseFileType } from "./file-type.ts";
import { isFileFault } from "./files.ts";
import { hasGlobMeta, matchGlob, parseGlob } from "./glob.ts";
import type { Injected, Instance, LoadedFile } from "./instance.ts";
import { cleanPath, baseOf, dirOf, extensionOf, joinPath } from "./path.ts";

/** Fills in the embedded files of an instance; mistakes go to `injectErrors`. */
export function embedFiles(instance: Instance): void {
  for (const file of instance.files) {
    const kinds = externKinds(instance, file);
    if (kinds.length === 0) continue;
    let usable = false;
    for (const k of kinds) {
      if (k.kind !== "embed")
        instance.injectErrors.push(
          faultAt("embed", `no injection defined for ${quote(k.kind)}`, file.source, k.offset),
        );
      else if (instance.module === "")
        instance.injectErrors.push(makeFault("embed", "cannot embed files when not in a module"));
      else usable = true;
    }
    if (usable) new Embedder(instance, file).run();
  }
}

/** The kinds named by @extern before the package clause. */
function externKinds(instance: Instance, file: LoadedFile): { kind: string; offset: number }[] {
  const kinds: { kind: string; offset: number }[] = [];
  const attributes: Attribute[] = [];
  const late: Attribute[] = [];
  let hasPackage = false;
  const bad = (message: string, a: Attribute): void =>
    void instance.injectErrors.push(faultAt("embed", message, file.source, a.pos));
  for (const d of headOf(file.syntax)) {
    if (d.kind === "Package") hasPackage = true;
    if (d.kind !== "Attribute" || attributeName(d) !== "extern") continue;
    if (hasPackage) {
      late.push(d);
      continue;
    }
    attributes.push(d);
    const first = parseAttribute(d).fields[0]!;
    const kind = first.key === "" ? first.value : first.text;
    if (kind === "") bad("injection name must be non-empty", d);
    else if (kinds.some((k) => k.kind === kind)) bad(`duplicate @extern attribute for kind ${quote(kind)}`, d);
    else kinds.push({ kind, offset: d.pos });
  }
  if (hasPackage && attributes.length === 0)
    for (const a of late) bad("extern attribute must appear before package clause", a);
  if (hasPackage) return kinds;
  for (const a of attributes) bad("extern attribute without package clause", a);
  return [];
}

class Embedder {
  readonly #instance: Instance;
  readonly #file: LoadedFile;
  /** Paths in attributes are relative to the file that they stand in. */
  readonly #dir: string;

  constructor(instance: Instance, file: LoadedFile) {
    this.#instance = instance;
    this.#file = file;
    this.#dir = dirOf(file.path);
  }

  run(): void {
    const found: { target: Field | StructLit | File; attribute: Attribute }[] = [];
    walk(this.#file.syntax, (node) => {
      if (node.kind === "Field") for (const a of node.attrs) found.push({ target: node, attribute: a });
      else if (node.kind === "StructLit")
        for (const e of node.elts) if (e.kind === "Attribute") found.push({ target: node, attribute: e });
    });
    for (const d of this.#file.syntax.decls)
      if (d.kind === "Attribute") found.push({ target: this.#file.syntax, attribute: d });
    for (const { target, attribute } of found) {
      if (attributeName(attribute) !== "embed") continue;
      const value = this.#value(attribute);
      if ("message" in value)
        this.#instance.injectErrors.push(
          wrapFault(value, "@embed", this.#file.source.position(attribute.pos), "embed"),
        );
      else {
        const list = this.#instance.injected.get(target);
        if (list === undefined) this.#instance.injected.set(target, [...value.values]);
        else list.push(...value.values);
      }
    }
  }

  #value(attribute: Attribute): { values: Injected[] } | Fault {
    const a = parseAttribute(attribute);
    const file = lookUpField(a, "file") ?? "";
    const glob = lookUpField(a, "glob") ?? "";
    const type = lookUpField(a, "type") ?? "";
    const allowEmpty = hasFlag(a, "allowEmptyGlob");
    if (file === "" && glob === "") return makeFault("embed", "attribute must have file or glob field");
    if (file !== "" && glob !== "") return makeFault("embed", "attribute cannot have both file and glob field");
    if (allowEmpty && glob === "") return makeFault("embed", "allowEmptyGlob must be specified with a glob field");
    const bad = checkRelative(file === "" ? glob : file);
    if (bad !== undefined) return makeFault("embed", bad);
    return file === "" ? this.#glob(glob, type, allowEmpty) : this.#single(file, type);
  }

  #single(file: string, type: string): { values: Injected[] } | Fault {
    const nested = this.#nestedModule(file);
    if (nested) return makeFault("embed", `cannot embed file ${quote(file)}: in different module`);
    const value = this.#decode(file, type);
    return "message" in value ? value : { values: [value] };
  }

  /** One struct for each match: `{"path": value}`, so that each value keeps the places of its own file. */
  #glob(glob: string, type: string, allowEmpty: boolean): { values: Injected[] } | Fault {
    const pattern = parseGlob(glob);
    if (typeof pattern === "string") return makeFault("embed", `invalid glob pattern ${quote(glob)}: ${pattern}`);
    if (type === "") {
      const extension = extensionOf(baseOf(glob));
      if (extension === "" || hasGlobMeta(extension))
        return makeFault("embed", "extension not fully specified; type argument required");
    }
    const matches = this.#matches(glob.split("/"));
    if (matches.length === 0 && !allowEmpty) return makeFault("embed", `no matches for glob pattern ${quote(glob)}`);
    // Even without a match the field is a struct.
    const values: Injected[] = [{ expr: makeStruct([]), source: undefined }];
    const nested: string[] = [];
    for (const path of matches) {
      if (this.#instance.sourceFiles.stat(joinPath(this.#dir, path)) === "folder") continue;
      if (this.#nestedModule(path)) nested.push(path);
      const value = this.#decode(path, type);
      if ("message" in value) return value;
      const label = makeBasicLit("STRING", quoteString(path));
      values.push({ expr: makeStruct([makeField(label, value.expr)]), source: value.source });
    }
    const first = nested[0];
    return first === undefined
      ? { values }
      : makeFault("embed", `cannot embed file ${quote(first)}: in different module`);
  }

  #nestedModule(path: string): boolean {
    for (let d = dirOf(path); d !== "."; d = dirOf(d)) {
      if (!isFileFault(this.#instance.sourceFiles.stat(joinPath(this.#dir, d, "cue.mod")))) return true;
    }
    return false;
  }

  /** Element by element; a name with a leading dot only if the pattern's element has one. */
  #matches(elements: readonly string[]): string[] {
    let found = [""];
    for (const [i, element] of elements.entries()) {
      const next: string[] = [];
      const pattern = parseGlob(element);
      for (const base of found) {
        const dir = joinPath(this.#dir, base);
        if (!hasGlobMeta(element)) {
          const path = base === "" ? element : `${base}/${element}`;
          if (!isFileFault(this.#instance.sourceFiles.stat(joinPath(this.#dir, path)))) next.push(path);
          continue;
        }
        const entries = this.#instance.sourceFiles.readFolder(dir);
        this.#instance.sourceFiles.lists?.(dir);
        if (isFileFault(entries) || typeof pattern === "string") continue;
        for (const e of entries) {
          if (e.name.startsWith(".") && !element.startsWith(".")) continue;
          if (i < elements.length - 1 && e.kind === "file") continue;
          if (matchGlob(pattern, e.name)) next.push(base === "" ? e.name : `${base}/${e.name}`);
        }
      }
      found = next;
    }
    return found;
  }

  #decode(path: string, type: string): { expr: Expr; source: SourceFile } | Fault {
    const kind = parseFileType(path, type, true);
    if (typeof kind === "string") return makeFault("embed", kind);
    const full = joinPath(this.#dir, path);
    const { root, sourceFiles } = this.#instance;
    if (root !== "" && sourceFiles.outside?.(full, root) !== undefined)
      return makeFault("embed", `cannot embed file ${quote(path)}: a link leads out of the module`);
    const content = sourceFiles.readFile(full);
    if (isFileFault(content)) {
      return makeFault(
        "embed",
        content.fault === "folder"
          ? "cannot embed directories"
          : `open ${path}: ${content.fault === "other" ? content.text : "no such file or directory"}`,
      );
    }
    if (kind.encoding === "cue") return makeFault("embed", 'encoding "cue" not (yet) supported');
    if (kind.encoding === "textproto" || kind.encoding === "binarypb") {
      return makeFault(
        "embed",
        `encoding ${quote(kind.encoding)} not (yet) supported: requires support for schema-guided decoding`,
      );
    }
    if (kind.interpretation !== "")
      return makeFault("embed", `unsupported interpretation ${quote(kind.interpretation)}`);
    const decoded = decodeDataFile(path, kind, content);
    if (decoded.fault !== undefined) {
      return decoded.fault.positions.length > 0 ? decoded.fault : wrapFault(decoded.fault, "failed to decode file");
    }
    if (decoded.documents.length > 1)
      return makeFault("embed", "streaming not implemented: found more than one value in file");
    if (kind.encoding === "jsonl")
      return makeFault("embed", 'encoding "jsonl" not (yet) supported: requires support for streaming');
    return { expr: decoded.documents[0] ?? makeStruct([]), source: decoded.source };
  }
}

function checkRelative(path: string): string | undefined {
  const clean = cleanPath(path);
  if (clean !== path) return `path not normalized, use ${quote(clean)} instead`;
  if (clean.startsWith("/")) return "only relative files are allowed";
  if (clean === ".." || clean.startsWith("../")) return "cannot refer to parent directory";
  return undefined;
}
