// One package as far as it can be understood: its syntax, what is wrong with it, and its value.
import { createContext, errorsOfFaults, plainDiagnostic } from "../../cue/index.ts";
import type { CueContext, CueError, Instance, Registry, Value } from "../../cue/index.ts";
import { isFileFault } from "../../cue/load/index.ts";
import type { Files } from "../../cue/load/index.ts";
import { parseFile } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { WatchedFiles } from "./buffer-files.ts";
import { textOf } from "./editor-sources.ts";
import type { EditorPackages } from "./editor-sources.ts";
import { mendCompiled, mendSyntax } from "./mend.ts";

/** A file of a package as the analysis reads it: the text may be mended, its offsets hold for the document. */
export interface AnalysedFile {
  readonly path: string;
  readonly source: SourceFile;
  readonly syntax: File;
}

export interface PackageAnalysis {
  readonly folder: string;
  readonly packageName: string;
  readonly instance: Instance | undefined;
  readonly files: readonly AnalysedFile[];
  /** Mistakes of parsing, loading and compiling, of the texts as they are. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the value is that of the texts as they are, and not of mended ones. */
  readonly isWhole: boolean;
  readonly context: CueContext;
  /** Not evaluated before it is asked for. */
  readonly root: Value | undefined;
  /** Whether a change of a file can change any of it. */
  depends(path: string): boolean;
}

export interface PackageSetup {
  readonly files: Files;
  readonly packages: EditorPackages;
  readonly registry: Registry;
}

const MEND_ROUNDS = 6;

/** What to load: the package of a folder, or files alone. */
interface PackageRequest {
  readonly folder: string;
  readonly args: readonly string[];
}

interface Loaded {
  readonly context: CueContext;
  readonly watched: WatchedFiles;
  readonly instance: Instance | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export async function analysePackage(setup: PackageSetup, request: PackageRequest): Promise<PackageAnalysis> {
  const first = await load(setup, request, new Map());
  const used = first.instance === undefined ? await loadMended(setup, request, first) : first;
  const { context, instance } = used;
  return {
    folder: request.folder,
    packageName: instance?.packageName ?? "",
    instance,
    files: instance?.files.map(({ path, source, syntax }) => ({ path, source, syntax })) ?? [],
    diagnostics: first.diagnostics,
    isWhole: first.instance !== undefined,
    context,
    root: instance && context.package(instance),
    depends: (path) => first.watched.depends(path) || used.watched.depends(path),
  };
}

async function load(
  { files, packages, registry }: PackageSetup,
  { args, folder }: PackageRequest,
  instead: ReadonlyMap<string, string>,
): Promise<Loaded> {
  const watched = new WatchedFiles(files, instead);
  const context = createContext({ files: watched, registry, sharing: packages.context });
  const { instances, errors } = await context.load(args, { cwd: folder, cache: packages.sources });
  if (errors.length > 0)
    return { context, watched, instance: undefined, diagnostics: told(errorsOfFaults(errors), files) };
  const instance = packages.pool.share(instances[0]!);
  placeEmbedded(instance, watched);
  const wrong = context.compileErrors(instance);
  if (wrong.length > 0) return { context, watched, instance: undefined, diagnostics: told(wrong, files) };
  return { context, watched, instance, diagnostics: told(errorsOfFaults(instance.injectErrors), files) };
}

/** Files that are embedded are named relative to those that do it; editors know paths. */
function placeEmbedded(instance: Instance, files: Files): void {
  const folders = new Set(instance.files.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
  for (const [target, values] of instance.injected)
    instance.injected.set(
      target,
      values.map((value) => {
        const name = value.source?.name ?? "/";
        const path = name.startsWith("/")
          ? undefined
          : [...folders].map((folder) => `${folder}/${name}`).find((p) => files.stat(p) === "file");
        return path === undefined ? value : { ...value, source: new SourceFile(path, value.source!.text) };
      }),
    );
}

/** Errors with places in texts: the loader gives lines and columns. */
function told(errors: readonly CueError[], files: Files): Diagnostic[] {
  const texts = new Map<string, SourceFile | undefined>();
  const sourceOf = (path: string): SourceFile | undefined => {
    if (!texts.has(path)) {
      const bytes = files.readFile(path);
      texts.set(path, isFileFault(bytes) ? undefined : new SourceFile(path, textOf(bytes)));
    }
    return texts.get(path);
  };
  return errors.map((error) => {
    const plain = plainDiagnostic(error);
    if ((plain.places ?? []).length > 0) return plain;
    const places = error.positions.flatMap(({ file, line, column }): Place[] => {
      const source = sourceOf(file);
      if (source === undefined) return [];
      const start = source.lines.offsetOf(line, column);
      return [{ file: source, span: { start, end: start } }];
    });
    return { ...plain, places };
  });
}

/** Loads with texts that stand in for broken ones, until there is something to evaluate. */
async function loadMended(setup: PackageSetup, request: PackageRequest, found: Loaded): Promise<Loaded> {
  const instead = new Map<string, string>();
  let last = found;
  for (let round = 0; round < MEND_ROUNDS; round++) {
    const before = [...instead.values()].join("");
    for (const [path, offsets] of brokenPlaces(last.diagnostics)) {
      if (!path.endsWith(".cue") || path.endsWith("/cue.mod/module.cue")) continue;
      const bytes = setup.files.readFile(path);
      if (isFileFault(bytes)) continue;
      const original = textOf(bytes);
      const text = instead.get(path) ?? mendSyntax(original);
      const parses = instead.has(path) || text === original;
      const { file } = parseFile(new SourceFile(path, text));
      instead.set(path, parses ? mendCompiled(text, file, offsets, round) : text);
    }
    if (round > 0 && [...instead.values()].join("") === before) break;
    last = await load(setup, request, new Map(instead));
    if (last.instance !== undefined) break;
  }
  return last;
}

/** Where something is wrong, by file, the last place first: what is mended there moves nothing before it. */
function brokenPlaces(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly number[]> {
  const out = new Map<string, number[]>();
  for (const { places = [] } of diagnostics) {
    const [first] = places;
    if (first === undefined || first.span.start < 0) continue;
    const offsets = out.get(first.file.name) ?? [];
    out.set(first.file.name, offsets);
    if (!offsets.includes(first.span.start)) offsets.push(first.span.start);
  }
  for (const offsets of out.values()) offsets.sort((a, b) => b - a);
  return out;
}
