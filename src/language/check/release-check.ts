// What is wrong with the releases of a module: which environment fails, locks, policies, components that nothing renders,
// secrets that would leak, values that nothing reads.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { moduleOf } from "../analysis/module-of.ts";
import type { OpenModule, Releases } from "../analysis/releases.ts";
import { joinedDiagnostics } from "../analysis/releases.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { EDITOR_CODE } from "../editor-code.ts";
import type { LspDiagnostic } from "../protocol/types.ts";
import type { FurtherCheck } from "./checker.ts";
import type { Slices } from "./evaluate-package.ts";
import { byDocument } from "./lsp-diagnostics.ts";
import { unusedValues } from "./unused-values.ts";

/** Modules with more components are rendered by the preview alone: it takes too long while somebody types. */
const MOST_RENDERED = 40;

export function releaseCheck(workspace: Workspace, releases: Releases, isOn: () => boolean): FurtherCheck {
  return async (paths, slices) => {
    const out = new Map<string, LspDiagnostic[]>();
    if (!isOn()) return out;
    const done = new Set<string>();
    for (const path of paths) {
      if (!path.endsWith(".cue")) continue;
      const folder = await moduleOf(workspace, path);
      if (folder === undefined || done.has(folder)) continue;
      done.add(folder);
      // While the package itself is wrong, its releases only repeat that.
      const analysis = await workspace.packageOf(path);
      if (!analysis.isWhole || (analysis.root?.validate().length ?? 0) > 0) continue;
      const diagnostics = await ofModule(releases, await releases.open(folder), slices, path);
      if (diagnostics === undefined) return undefined;
      const all = [...diagnostics, ...unusedValues(analysis)];
      for (const [file, list] of byDocument(workspace, all, path)) out.set(file, [...(out.get(file) ?? []), ...list]);
    }
    return out;
  };
}

async function ofModule(
  releases: Releases,
  module: OpenModule,
  slices: Slices,
  home: string,
): Promise<Diagnostic[] | undefined> {
  const out: Diagnostic[] = [...module.opened.diagnostics];
  const chosen = releases.chosen(module);
  const { environments } = module;
  // A module with environments is released to those alone.
  const targets =
    environments.length === 0
      ? [undefined]
      : [...environments].sort((a, b) => Number(b === chosen) - Number(a === chosen));
  const results: { environment: string; diagnostics: readonly Diagnostic[] }[] = [];
  for (const environment of targets) {
    if (!(await slices.next())) return undefined;
    if (slices.clock() > slices.deadline) {
      out.push(stopped(home, results.length, targets.length));
      break;
    }
    const result = await releases.release(module, environment, "match");
    if (result !== undefined) results.push({ environment: environment?.name ?? "", diagnostics: result.diagnostics });
  }
  const size = module.opened.module?.components.length ?? 0;
  const first = targets[0];
  const clean = results[0]?.diagnostics.every(({ severity }) => severity !== "error") === true;
  if (clean && size <= MOST_RENDERED && (await slices.next())) {
    const rendered = await releases.release(module, first, "execute");
    if (rendered !== undefined) results.push({ environment: first?.name ?? "", diagnostics: rendered.diagnostics });
  }
  const asked = new Set(results.map(({ environment }) => environment)).size;
  for (const { diagnostic, environments: names } of joinedDiagnostics(results)) {
    const some = names.length < asked && asked > 1;
    out.push(some ? { ...diagnostic, message: `${diagnostic.message} (in ${names.join(", ")})` } : diagnostic);
  }
  return out;
}

function stopped(home: string, done: number, all: number): Diagnostic {
  return {
    ...tell(
      EDITOR_CODE.stopped,
      "checking releases takes too long while you type: {done} of {all} environments were looked at",
      { done, all },
    ),
    severity: "info",
    places: [{ file: { name: home, text: "" }, span: { start: 0, end: 0 } }],
    hint: advise(
      EDITOR_CODE.stopped,
      "opm mod vet --all-environments looks at all; the setting opm.budget allows more milliseconds",
    ),
  };
}
