// A values file that may be more than data: CUE with references, definitions and imports is evaluated as a package of
// its own.
import { OverlayFiles } from "../cue/load/index.ts";
import type { Files, Instance } from "../cue/load/index.ts";
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceFile, SourceText } from "../source/index.ts";
import { readValues, valuesEvaluator, viewOf } from "../values/index.ts";
import type { CueView, Tier, ValueNode } from "../values/index.ts";
import { explainImports } from "./2-module/import-hint.ts";
import type { CueAccess } from "./cue-access.ts";

/**
 * `folder` is the module's: its dependencies are those of a file that is in no module of its own, and of standard
 * input.
 */
export async function readValuesFile(
  cue: CueAccess,
  file: SourceText,
  tier: Tier,
  folder: string,
): Promise<Outcome<ValueNode>> {
  let asked: SourceFile | undefined;
  const read = readValues(file, {
    tier,
    evaluate: (source) => {
      asked = source;
      return { diagnostics: [] };
    },
  });
  if (asked === undefined) return read;
  const { value, diagnostics } = await evaluate(cue, asked, folder);
  return readValues(file, {
    tier,
    evaluate: (source, context) => {
      if (value === undefined) return { diagnostics };
      const outcome = valuesEvaluator(() => ({ value: value.view, diagnostics }))(source, context);
      return outcome.value === undefined ? outcome : { ...outcome, value: renamed(outcome.value, value.path, source) };
    },
  });
}

interface Evaluated {
  readonly view: CueView;
  /** The name that it was evaluated under. */
  readonly path: string;
}

async function evaluate(cue: CueAccess, file: SourceFile, folder: string): Promise<Outcome<Evaluated>> {
  // What has no name on disk (standard input, a rendered template) gets one in the module's folder.
  const onDisk = file.name.startsWith("/") && file.name.endsWith(".cue");
  const path = onDisk ? file.name : `${folder}/_opm_values.cue`;
  const back = (found: readonly Diagnostic[]): Diagnostic[] =>
    found.map((d) => ({
      ...d,
      ...(d.places && { places: d.places.map((p) => (p.file.name === path ? { ...p, file } : p)) }),
    }));
  const own = path.slice(0, path.lastIndexOf("/"));
  const cwd = inModule(cue.program.files, own) ? own : folder;
  // The text that was read already: it may be decrypted, rendered, or not on disk at all.
  const files = new OverlayFiles(cue.program.files, [[path, file.text]]);
  const loaded = await cue.program.load({ args: [path], cwd, files });
  const instance: Instance | undefined = loaded.value;
  if (instance === undefined) return { diagnostics: back(explainImports(loaded.diagnostics, cue.program.asked)) };
  const root = cue.root(instance);
  const diagnostics = back([...loaded.diagnostics, ...cue.errors(root, {})]);
  if (hasErrors(diagnostics)) return { diagnostics };
  const view = viewOf(root);
  return { value: { view, path }, diagnostics };
}

/** The same tree, with places in a file of another name and the same text. */
function renamed(node: ValueNode, path: string, file: SourceFile): ValueNode {
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
