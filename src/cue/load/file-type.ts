/** What a command-line argument is: a package, or a file with its encoding. */
import { isIdentifier, parseImportPath, quote } from "../module/index.ts";
import { baseOf, extensionOf } from "./path.ts";

type Encoding =
  | "cue"
  | "json"
  | "jsonl"
  | "yaml"
  | "toml"
  | "xml"
  | "text"
  | "binary"
  | "code"
  | "proto"
  | "textproto"
  | "binarypb";

type Interpretation = "" | "auto" | "jsonschema" | "openapi" | "pb";

type Form = "" | "schema" | "graph" | "dag" | "data" | "final";

/** A file argument: its name (as given) and how to read it. */
export interface FileArgument {
  readonly name: string;
  readonly encoding: Encoding;
  readonly interpretation: Interpretation;
  readonly form: Form;
  /** Tags with values, such as `lang` of `code+lang=go`, and switches such as `koala`. */
  readonly tags: ReadonlyMap<string, string>;
}

const extensions: ReadonlyMap<string, Encoding> = new Map([
  [".cue", "cue"],
  [".json", "json"],
  [".jsonl", "jsonl"],
  [".ldjson", "jsonl"],
  [".ndjson", "jsonl"],
  [".yaml", "yaml"],
  [".yml", "yaml"],
  [".toml", "toml"],
  [".xml", "xml"],
  [".txt", "text"],
  [".go", "code"],
  [".wasm", "binary"],
  [".proto", "proto"],
  [".textproto", "textproto"],
  [".textpb", "textproto"],
]);

const autoExtensions = new Set([".json", ".yaml", ".yml", ".toml", ".xml"]);

interface Scope {
  readonly encoding?: Encoding;
  readonly interpretation?: Interpretation;
  readonly form?: Form;
  readonly tags: ReadonlyMap<string, string>;
}

const noScope: Scope = { tags: new Map() };

/** What each tag of `type+tag:` says. */
const topTags: ReadonlyMap<string, Omit<Scope, "tags">> = new Map<string, Omit<Scope, "tags">>([
  ["cue", { encoding: "cue" }],
  ["json", { encoding: "json" }],
  ["jsonl", { encoding: "jsonl" }],
  ["yaml", { encoding: "yaml" }],
  ["toml", { encoding: "toml" }],
  ["xml", { encoding: "xml" }],
  ["proto", { encoding: "proto" }],
  ["textproto", { encoding: "textproto" }],
  ["text", { encoding: "text", form: "data" }],
  ["binary", { encoding: "binary", form: "data" }],
  ["go", { encoding: "code" }],
  ["code", { encoding: "code" }],
  ["schema", { form: "schema" }],
  ["graph", { form: "graph" }],
  ["dag", { form: "dag" }],
  ["data", { form: "data" }],
  ["auto", { interpretation: "auto" }],
  ["jsonschema", { interpretation: "jsonschema" }],
  ["openapi", { interpretation: "openapi" }],
  ["pb", { interpretation: "pb" }],
]);
const switchTags = new Set(["strict", "strictKeywords", "strictFeatures", "openOnlyWhenExplicit", "koala"]);

/** Splits arguments into packages and files; a bare `type:` makes all that follow files. */
export function splitArguments(args: readonly string[]): { packages: string[]; files: string[] } {
  const packages: string[] = [];
  const files: string[] = [];
  let scoped = false;
  for (const arg of args) {
    const cut = cutScope(arg);
    if (cut !== undefined && cut.scope !== "" && cut.file === "") {
      scoped = true;
      files.push(arg);
    } else if (!scoped && isPackageArgument(arg)) packages.push(arg);
    else files.push(arg);
  }
  return { packages, files };
}

function isPackageArgument(text: string): boolean {
  if (text === "." || text === "..") return true;
  if (text === "" || text === "-") return false;
  const ip = parseImportPath(text);
  if (ip.explicit) {
    if (ip.path.includes(":") || ip.path === "-") return false;
    return isIdentifier(ip.qualifier) || ip.path.includes("/");
  }
  if (ip.version !== "") return !ip.version.includes("/");
  return fileExtension(text).replace(/^\.+/, "") === "";
}

/** The file arguments, or why they make no sense. */
export function parseFileArguments(args: readonly string[]): FileArgument[] | string {
  const out: FileArgument[] = [];
  let scope = noScope;
  let qualifier = "";
  let hasFiles = false;
  for (const [i, arg] of args.entries()) {
    const cut = cutScope(arg);
    if (cut === undefined) {
      if (arg === "") return "empty file name";
      const file = fileOf(arg, scope);
      if (typeof file === "string") return file;
      out.push(file);
      hasFiles = true;
    } else if (cut.scope === "") return `empty filetype prefix in ${quote(arg)}`;
    else if (cut.file !== "") {
      return `cannot combine file type and file name; did you mean ${quote(`${cut.scope}: ${cut.file}`)}?`;
    } else {
      if (i === args.length - 1) qualifier = cut.scope;
      if (i === args.length - 1 || (qualifier !== "" && !hasFiles)) {
        return `scoped qualifier ${quote(`${qualifier}:`)} without file`;
      }
      const parsed = parseScope(cut.scope);
      if (typeof parsed === "string") return parsed;
      scope = parsed;
      qualifier = cut.scope;
      hasFiles = false;
    }
  }
  return out;
}

/** One file with the type text of `@embed(type=…)` or of a flag. */
export function parseFileType(name: string, type: string, embedded = false): FileArgument | string {
  const scope = type === "" ? noScope : parseScope(type);
  if (typeof scope === "string") return scope;
  return fileOf(name, scope, embedded);
}

/** `scope` and `file` of `scope:file`; undefined for a plain name. Absolute names may have colons. */
function cutScope(text: string): { scope: string; file: string } | undefined {
  if (text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text) || text.startsWith("\\\\")) return undefined;
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { scope: text.slice(0, colon), file: text.slice(colon + 1) };
}

function parseScope(text: string): Scope | string {
  const tags = new Map<string, string>();
  let scope: Omit<Scope, "tags"> = {};
  for (const part of text.split("+")) {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? undefined : part.slice(equals + 1);
    const top = topTags.get(name);
    if (top !== undefined) {
      if (value !== undefined) return `cannot specify value for tag ${quote(name)}`;
      scope = { ...scope, ...top };
      if (name === "go") tags.set("lang", "go");
    } else if (switchTags.has(name)) {
      if (value !== undefined && !/^(?:1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(value)) {
        return `invalid boolean value for tag ${quote(name)}`;
      }
      tags.set(name, value === undefined || /^(?:1|t)/i.test(value) ? "true" : "false");
    } else if (name === "lang") {
      if (value === undefined) return `tag "lang" must have value (lang=<value>)`;
      tags.set(name, value);
    } else return `unknown filetype ${name}`;
  }
  return { ...scope, tags };
}

function fileOf(name: string, scope: Scope, embedded = false): FileArgument | string {
  const extension = fileExtension(name);
  let { encoding, interpretation } = scope;
  let form: Form = scope.form ?? "";
  const known = extensions.get(extension);
  // A schema is JSON unless another encoding is named beside it, whatever the file is called.
  if (
    encoding === undefined &&
    (interpretation === "jsonschema" || interpretation === "openapi" || interpretation === "auto")
  )
    encoding = "json";
  if (encoding === undefined && interpretation === "pb") {
    encoding = known ?? "binarypb";
    if (encoding === "binarypb") interpretation = "";
  }
  if (encoding === undefined) {
    if (known !== undefined) encoding = known;
    else if (extension === "-") encoding = "cue";
    else if (extension !== "") return `unknown file extension ${extension}`;
    else return `no encoding specified for file ${quote(name)}`;
    if (
      known !== undefined &&
      interpretation === undefined &&
      !embedded &&
      autoExtensions.has(extension) &&
      form === ""
    )
      interpretation = "auto";
    if (known === "text" || known === "binary") form = form === "" ? "data" : form;
  }
  return { name, encoding, interpretation: interpretation ?? "", form, tags: scope.tags };
}

/** The extension, but none for a dot file; "-" stands for the standard input and is its own. */
function fileExtension(name: string): string {
  if (name === "-") return "-";
  const e = extensionOf(name);
  return e === "" || e === baseOf(name) ? "" : e;
}
