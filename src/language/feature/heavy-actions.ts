// Actions that load and evaluate a package anew: what is redundant, and dependencies that are missing.
import { SourceCache, createContext } from "../../cue/index.ts";
import { format } from "../../cue/syntax/index.ts";
import { tidyModule } from "../../pipeline/index.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { DiagnosticData } from "../check/lsp-diagnostics.ts";
import type { CodeAction, LspDiagnostic, TextEdit } from "../protocol/types.ts";
import { EditorLines } from "../text/text-document.ts";
import { trimFiles } from "../trim.ts";
import { moduleRoot } from "./completion/import-items.ts";
import { lineEdits } from "./format.ts";

/** Takes out what definitions, patterns, defaults or other declarations imply, in one file. */
export async function removeRedundant(workspace: Workspace, path: string): Promise<CodeAction[]> {
  const analysis = await workspace.packageOf(path);
  const text = workspace.textAt(path);
  if (!analysis.isWhole || text === undefined) return [];
  const config = await workspace.config();
  const registry = config?.cue.get().context.program.registry ?? workspace.host.catalog;
  // Trees of its own, because they are changed.
  const context = createContext({ files: workspace.files, registry });
  const { instances, errors } = await context.load([`.:${analysis.packageName || "_"}`], {
    cwd: analysis.folder,
    cache: new SourceCache(),
  });
  const [instance] = instances;
  if (errors.length > 0 || instance === undefined) return [];
  const root = context.build(instance);
  const own = instance.files.find((file) => file.path === path);
  if (own === undefined || root.isBroken || root.validate().length > 0) return [];
  const before = format(own.syntax);
  if (trimFiles(root, [own.syntax]) === 0) return [];
  const after = format(own.syntax);
  if (after === before) return [];
  return [
    {
      title: "Remove what is redundant",
      kind: "source.fixAll.opm",
      edit: { changes: { [workspace.uriOf(path)]: edits(text, after) } },
    },
  ];
}

/** Adds what is imported to the module's dependencies. */
export async function addDependencies(
  workspace: Workspace,
  path: string,
  diagnostics: readonly LspDiagnostic[],
): Promise<CodeAction[]> {
  const wrong = diagnostics.filter(wantsDependency);
  const root = wrong.length === 0 ? undefined : moduleRoot(workspace, path);
  const file = `${root}/cue.mod/module.cue`;
  const text = root === undefined ? undefined : workspace.textAt(file);
  if (root === undefined || text === undefined) return [];
  const config = await workspace.config();
  const registry = config?.cue.get().context.program.registry ?? workspace.host.catalog;
  const { value } = await tidyModule(workspace.files, root, registry);
  if (value === undefined || value.added.length === 0) return [];
  return [
    {
      title: `Add the dependency ${value.added.join(", ")}`,
      kind: "quickfix",
      diagnostics: wrong,
      isPreferred: true,
      edit: { changes: { [workspace.uriOf(file)]: edits(text, value.text) } },
    },
  ];
}

/** Whether a dependency may be missing. */
export const wantsDependency = ({ data }: LspDiagnostic): boolean =>
  WANTED.has((data as DiagnosticData | undefined)?.reason ?? "");

const WANTED: ReadonlySet<string> = new Set(["import", "registry", "package", "module"]);

function edits(from: string, to: string): TextEdit[] {
  const lines = new EditorLines(from);
  return lineEdits(from, to).map(({ start, end, by }) => ({ range: lines.rangeOf(start, end), newText: by }));
}
