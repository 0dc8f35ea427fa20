import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { decodeDataFile, emptyInstance, parseFileType } from "../../cue/load/index.ts";
import type { FileArgument } from "../../cue/load/index.ts";
import { createContext, errorsOfFaults } from "../../cue/index.ts";
import { format, makeStruct } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import type { CommandContext } from "../command-spec.ts";
import { fileOf } from "../cue/data-document.ts";
import type { DataDocument } from "../cue/data-document.ts";
import { hoistData } from "../cue/hoist-data.ts";
import { failed, mistake, success } from "../cue/mistake.ts";
import type { Outcome } from "../cue/mistake.ts";
import { isPlaced, parsePlacement, placeDocuments } from "../cue/placement.ts";
import type { Placement } from "../cue/placement.ts";
import { commentYaml } from "../cue/yaml-comments.ts";
import { protoFile, protoPackages } from "../cue/proto-import.ts";
import { asWritten, schemaFile } from "../cue/schema-file.ts";
import { runCue } from "../cue/run.ts";
import type { CueRun } from "../cue/run.ts";

/** `opm cue import [mode] [inputs]`: data files as CUE files beside them. */
export function run(context: CommandContext): Promise<number> {
  return runCue("import", context, (r) => {
    const [first = ""] = r.args;
    const mode = MODES.has(first) ? first : "";
    if (mode === "binary" && r.flags.array("ext").length === 0)
      return r.report(mistake("use of --ext flag required in binary mode").errors);
    const placement = parsePlacement(
      r.flags.array("path"),
      r.flags.bool("list"),
      r.flags.bool("with-context"),
      r.flags.string("schema") !== "",
    );
    if (!placement.ok) return r.report(placement.errors);
    const inputs = inputsOf(r, mode === "" ? r.args : r.args.slice(1), mode);
    if (!inputs.ok) return r.report(inputs.errors);
    // Nothing is written if something cannot be read.
    const made: { readonly path: string; readonly file: File }[] = [];
    if (mode === "proto") {
      const packages = protoPackages(
        r,
        inputs.value.filter(({ type }) => type.encoding === "proto").map(({ path }) => path),
      );
      if (!packages.ok) return r.report(packages.errors);
      for (const { path, file } of packages.value) write(r, path, format(file, { simplify: true }).replace(/^\n+/, ""));
      return;
    }
    for (const { path, type } of inputs.value) {
      const files = imported(r, path, type, placement.value);
      if (!files.ok) return r.report(files.errors);
      for (const [i, file] of files.value.entries()) made.push({ path: cueName(path, i), file });
    }
    if (r.flags.bool("dry-run") && r.flags.string("outfile") === "-" && made.length > 0)
      return r.report(mistake(`Rel: can't make - relative to ${r.cwd}`).errors);
    for (const { path, file } of made) {
      if (r.flags.bool("recursive")) hoistData(file);
      write(r, path, format(file, { simplify: true }).replace(/^\n+/, ""));
    }
  });
}

const MODES: ReadonlySet<string> = new Set([
  "json",
  "yaml",
  "toml",
  "text",
  "binary",
  "jsonschema",
  "openapi",
  "auto",
  "data",
  "proto",
]);

const DATA = [".json", ".yaml", ".yml", ".toml", ".jsonl", ".ndjson", ".ldjson"];
/** What modes look for in folders; the others look for all data. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  json: [".json", ".jsonl", ".ndjson", ".ldjson"],
  yaml: [".yaml", ".yml"],
  toml: [".toml"],
  proto: [".proto"],
  text: [".txt"],
};

/** What files are that `--ext` chose: the mode decides, and no longer their names. */
const TYPES: Readonly<Record<string, string>> = {
  auto: "auto+yaml",
  jsonschema: "jsonschema+yaml",
  openapi: "openapi+yaml",
};

interface Input {
  readonly path: string;
  readonly type: FileArgument;
}

/** Files that are named, and those of folders that the mode looks for. */
function inputsOf(r: CueRun, args: readonly string[], mode: string): Outcome<Input[]> {
  const out: Input[] = [];
  const chosen = r.flags.array("ext").map((e) => (e.startsWith(".") ? e : `.${e}`));
  // `text: a b` says what the files behind it are.
  let scope = chosen.length > 0 && mode !== "data" ? (TYPES[mode] ?? mode) : "";
  const endings = chosen.length > 0 ? chosen : (ENDINGS[mode] ?? DATA);
  const add = (path: string, as: string): Outcome<undefined> => {
    const type = parseFileType(path, as);
    if (typeof type === "string") return mistake(type);
    out.push({ path, type });
    return success(undefined);
  };
  for (const arg of args.length === 0 ? ["."] : args) {
    if (/^[\w+=,-]+:$/.test(arg)) {
      scope = arg.slice(0, -1);
      continue;
    }
    const folder = folderOf(r.cwd, arg);
    if (folder === undefined) {
      const path = resolve(r.cwd, arg);
      const known = parseFileType(path, scope);
      if (typeof known === "string") return mistake(known);
      if (!existsSync(path)) return mistake(`stat ${path}: no such file or directory`);
      const added = add(path, scope);
      if (!added.ok) return added;
      continue;
    }
    const pattern = r.flags.string("name") === "" ? undefined : new RegExp(r.flags.string("name"));
    for (const path of filesIn(folder.path, folder.recursive, endings)) {
      if (pattern !== undefined && !pattern.test(basename(path))) continue;
      if (folder.recursive && !hasPackages(folder.path) && r.flags.string("package") === "")
        return mistake("must specify package name with the -p flag");
      const added = add(path, scope);
      if (!added.ok) return added;
    }
  }
  return success(out);
}

function folderOf(cwd: string, arg: string): { path: string; recursive: boolean } | undefined {
  const recursive = /(?:^|\/)\.\.\.$/.test(arg);
  const path = resolve(cwd, recursive ? arg.slice(0, -3) || "." : arg);
  return recursive || (existsSync(path) && statSync(path).isDirectory()) ? { path, recursive } : undefined;
}

/** Whether each folder below one that holds data files is a package. */
function hasPackages(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.some((e) => e.name.endsWith(".cue")) || !entries.some((e) => /\.(?:json|ya?ml)$/.test(e.name));
  return (
    own &&
    entries.every((e) => !e.isDirectory() || /^[._]|^cue\.mod$/.test(e.name) || hasPackages(join(folder, e.name)))
  );
}

function filesIn(folder: string, recursive: boolean, endings: readonly string[]): string[] {
  const out: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries)
    if (entry.isFile() && endings.some((e) => entry.name.endsWith(e))) out.push(join(folder, entry.name));
  if (recursive)
    for (const entry of entries)
      if (entry.isDirectory() && !/^[._]|^cue\.mod$/.test(entry.name))
        out.push(...filesIn(join(folder, entry.name), true, endings));
  return out;
}

/** One file, or one for each document. */
function imported(r: CueRun, path: string, type: FileArgument, placement: Placement): Outcome<File[]> {
  if (type.encoding === "proto") {
    const file = protoFile(r, path);
    return file.ok ? success([file.value]) : file;
  }
  const { source, documents, fault } = decodeDataFile(path, type, readFileSync(path));
  if (fault !== undefined) return failed(errorsOfFaults([fault]));
  if (type.encoding === "yaml") commentYaml(documents, source.text);
  const name = r.flags.string("package");
  const all: DataDocument[] = [];
  for (const expr of documents) {
    const schema = schemaFile(expr, type, source, name);
    if (!schema.ok) return schema;
    const written = asWritten(expr, type, source);
    all.push({ path, source, expr: written, ...(schema.value && { schema: schema.value }) });
  }
  const needsPlace = isPlaced(placement) || placement.withContext;
  if (r.flags.bool("files")) {
    const out: File[] = [];
    for (const document of all) {
      const one = placed(r, placement, name, [document]);
      if (!one.ok) return one;
      out.push(one.value);
    }
    return success(out);
  }
  if (!isPlaced(placement) && all.length > 1)
    return mistake(`path, list, or files flag needed to handle multiple objects in file ${shown(r, path)}`);
  if (!needsPlace) return success([all[0] === undefined ? fileOf(makeStruct([]), name) : alone(all[0], name)]);
  const one = placed(r, placement, name, all);
  return one.ok ? success([one.value]) : one;
}

const alone = ({ schema, expr }: DataDocument, name: string): File => schema?.file ?? fileOf(expr, name);

function placed(r: CueRun, placement: Placement, name: string, all: readonly DataDocument[]): Outcome<File> {
  const context = createContext({ files: nodeFiles, cwd: r.cwd });
  const made = placeDocuments(context, placement, emptyInstance(nodeFiles), name, all);
  return made.ok ? success(made.value?.syntax ?? fileOf(makeStruct([]), name)) : made;
}

/** The file beside a data file; further ones are numbered. */
const cueName = (path: string, i: number): string =>
  join(dirname(path), `${basename(path).replace(/\.[^.]*$/, "")}${i > 0 ? `-${i}` : ""}.cue`);

const shown = (r: CueRun, path: string): string => {
  const short = relative(r.cwd, path);
  return short.startsWith("..") ? path : `./${short}`;
};

function write(r: CueRun, path: string, text: string): void {
  const { io } = r.context;
  const out = r.flags.string("outfile").replace(/^cue:/, "");
  if (out === "-" && !r.flags.bool("dry-run")) return io.stdout(text);
  const target = out === "" ? path : resolve(r.cwd, out);
  if (existsSync(target) && !r.flags.bool("force"))
    return io.stderr(
      `Skipping file ${JSON.stringify(out === "" ? target : out)}: already exists.\nUse -f to override.\n`,
    );
  if (r.flags.bool("dry-run")) return io.stderr(`importing into ${relative(r.cwd, target)}\n`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
