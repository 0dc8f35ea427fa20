// A values file that may be more than data: CUE with references, definitions and imports is evaluated as a package of
// its own.
import type { SourceTree, Value } from "../cue/index.ts";
import { OverlayFiles } from "../cue/load/index.ts";
import type { Files, Instance } from "../cue/load/index.ts";
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceFile, SourceText } from "../source/index.ts";
import { computedValues, readValues, viewOf } from "../values/index.ts";
import type { AstReading, CueView, MakeOpaque, Path, Tier, ValueNode } from "../values/index.ts";
import { explainImports } from "./2-module/import-hint.ts";
import type { CueAccess } from "./cue-access.ts";

export interface ValuesFileOptions {
  readonly tier: Tier;
  /** The module's: its dependencies are those of a file that is in no module of its own, and of standard input. */
  readonly folder: string;
  /** `-t`, as `key=value`: what `@tag(key)` in the file stands for. */
  readonly tags?: readonly string[] | undefined;
  /** Fetches what `@env` and its kin ask for, so that expressions can use it; without it they wait. */
  fetch?(tags: ValueNode): Promise<Outcome<SourceTree>>;
  readonly opaque?: MakeOpaque | undefined;
}

export async function readValuesFile(
  cue: CueAccess,
  file: SourceText,
  options: ValuesFileOptions,
): Promise<Outcome<ValueNode>> {
  const { tier, opaque } = options;
  let asked: { readonly source: SourceFile; readonly reading: AstReading } | undefined;
  const read = readValues(file, {
    tier,
    evaluate: (source, _, reading) => {
      asked = { source, reading };
      return { diagnostics: [] };
    },
  });
  if (asked === undefined) return read;
  const { source, reading } = asked;
  const fetched = reading.tags && (await options.fetch?.(reading.tags));
  const { value: root, diagnostics } = await evaluate(cue, source, options, reading.keys, fetched?.value);
  const all = [...(fetched?.diagnostics ?? []), ...diagnostics];
  return readValues(file, {
    tier,
    evaluate: (_, context) => {
      if (root === undefined) return { diagnostics: all };
      const pending = reading.tags !== undefined && fetched?.value === undefined;
      const computed = computedValues({ at: (path) => viewIn(root, path), pending, opaque }, context);
      const name = evaluatedName(source, options.folder);
      return {
        value: (path, origin) => {
          const { value, diagnostics: found } = computed(path, origin);
          return { ...(value && { value: renamed(value, name, source) }), diagnostics: found };
        },
        diagnostics: all,
      };
    },
  });
}

/** What stands at a path of a value. */
function viewIn(root: Value, path: Path): CueView | undefined {
  const found = valueIn(root, path);
  return found && viewOf(found);
}

export function valueIn(root: Value, path: Path): Value | undefined {
  let found: Value | undefined = root;
  for (const step of path) found = typeof step === "string" ? found?.field(step) : found?.elements()[step];
  return found;
}

async function evaluate(
  cue: CueAccess,
  file: SourceFile,
  { folder, tags = [] }: ValuesFileOptions,
  keys: readonly string[],
  fetched: SourceTree | undefined,
): Promise<Outcome<Value>> {
  const path = evaluatedName(file, folder);
  const back = (found: readonly Diagnostic[]): Diagnostic[] =>
    found.map((d) => ({
      ...d,
      ...(d.places && { places: d.places.map((p) => (p.file.name === path ? { ...p, file } : p)) }),
    }));
  const own = path.slice(0, path.lastIndexOf("/"));
  const cwd = inModule(cue.program.files, own) ? own : folder;
  // The text that was read already: it may be decrypted, rendered, or not on disk at all.
  const files = new OverlayFiles(cue.program.files, [[path, file.text]]);
  const injected = tags.filter((tag) => keys.includes(tag.split("=", 1)[0]!));
  const loaded = await cue.program.load({ args: [path], cwd, files, tags: injected });
  const instance: Instance | undefined = loaded.value;
  if (instance === undefined) return { diagnostics: back(explainImports(loaded.diagnostics, cue.program.asked)) };
  const root = fetched === undefined ? cue.root(instance) : cue.root(instance).with(fetched);
  const diagnostics = back([...loaded.diagnostics, ...cue.errors(root, {})]);
  return hasErrors(diagnostics) ? { diagnostics } : { value: root, diagnostics };
}

/** What has no name on disk (standard input, a rendered template) gets one in the module's folder. */
function evaluatedName({ name }: SourceFile, folder: string): string {
  return name.startsWith("/") && name.endsWith(".cue") ? name : `${folder}/_opm_values.cue`;
}

/** The same tree, with places in a file of another name and the same text. */
function renamed(node: ValueNode, path: string, file: SourceFile): ValueNode {
  if (path === file.name) return node;
  const origin = node.origin.file.name === path ? { ...node.origin, file } : node.origin;
  const again = (inner: ValueNode): ValueNode => renamed(inner, path, file);
  switch (node.kind) {
    case "struct":
      return { ...node, origin, fields: new Map([...node.fields].map(([name, inner]) => [name, again(inner)])) };
    case "list":
      return { ...node, origin, items: node.items.map(again) };
    case "expr":
      return { ...node, origin, ...(node.preset && { preset: again(node.preset) }) };
    default:
      return { ...node, origin };
  }
}

function inModule(files: Files, folder: string): boolean {
  for (let at = folder; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (files.stat(`${at}/cue.mod`) === "folder") return true;
  return false;
}
