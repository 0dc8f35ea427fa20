// Values files in YAML, JSON and TOML against the module that they are for; and templates.
import { decodeJson, decodeToml, decodeYaml } from "../../cue/index.ts";
import { reasonFields, SourceFile } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { isTemplateName, lintTemplate } from "../../tera/index.ts";
import { formatOfPath } from "../analysis/data-file.ts";
import type { Releases } from "../analysis/releases.ts";
import { valuesTarget } from "../analysis/values-target.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { LspDiagnostic } from "../protocol/types.ts";
import type { SecretGuard } from "../analysis/secret-guard.ts";
import type { FurtherCheck } from "./checker.ts";
import { byDocument } from "./lsp-diagnostics.ts";

export function valuesFileCheck(workspace: Workspace, releases: Releases, guard: SecretGuard): FurtherCheck {
  return async (paths, slices) => {
    const out = new Map<string, LspDiagnostic[]>();
    const add = (path: string, diagnostics: readonly Diagnostic[]): void => {
      out.set(path, [...(out.get(path) ?? []), ...(byDocument(workspace, diagnostics, undefined).get(path) ?? [])]);
    };
    for (const path of paths) {
      const text = workspace.documents.get(path)?.text;
      if (text === undefined) continue;
      if (isTemplateName(path)) {
        add(path, lintTemplate(new SourceFile(path, text), {}));
        continue;
      }
      const format = formatOfPath(path);
      if (format === undefined) continue;
      if (!(await slices.next())) return undefined;
      const target = await valuesTarget(workspace, path);
      if (target === undefined) continue;
      guard.learnFile(target.analysis, path, text);
      const broken = brokenData(path, text, format);
      if (broken !== undefined) {
        add(path, [broken]);
        continue;
      }
      const module = await releases.open(target.folder);
      const result = await releases.release(module, releases.chosen(module), "release", [{ name: path, text }]);
      add(
        path,
        (result?.diagnostics ?? []).filter(({ places }) => places?.some(({ file }) => file.name === path)),
      );
    }
    return out;
  };
}

function brokenData(path: string, text: string, format: "yaml" | "json" | "toml"): Diagnostic | undefined {
  const { error } = format === "yaml" ? decodeYaml(text) : format === "json" ? decodeJson(text) : decodeToml(text);
  if (error === undefined || text.trim() === "") return undefined;
  const file = new SourceFile(path, text);
  const start = error.offset >= 0 ? error.offset : file.lines.offsetOf(Math.max(1, error.line), 1);
  return {
    ...reasonFields({ kind: "data", args: {} }),
    severity: "error",
    message: error.message,
    places: [{ file, span: { start, end: start } }],
  };
}
