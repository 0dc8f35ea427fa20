import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { format, parseFile } from "../../cue/syntax/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { pipelineCode, reasonFields, SourceFile, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";

/** `opm mod fmt [path]`: every CUE file of the module in its one layout. */
export async function run(context: CommandContext): Promise<number> {
  const root = resolve(context.io.cwd, context.args[0] ?? ".");
  const check = context.options["check"] === true;
  const files = cueFiles(root);
  if (files === undefined) {
    context.report([
      {
        ...tell(pipelineCode.noModule, "cannot read the module folder {root}", { root, path: root }),
        severity: "error",
      },
    ]);
    return exitCode.notFound;
  }
  const diagnostics: Diagnostic[] = [];
  let changed = 0;
  for (const path of files) {
    const source = SourceFile.fromBytes(relativeName(path, context.io.cwd), readFileSync(path));
    const { file, errors } = parseFile(source);
    diagnostics.push(
      ...errors.map((e): Diagnostic => ({
        ...reasonFields({ kind: "syntax", args: {} }),
        severity: "error",
        message: e.message,
        places: [{ file: source, span: { start: e.offset, end: e.offset } }],
      })),
    );
    const text = errors.length > 0 ? source.text : format(file);
    if (text === source.text) continue;
    changed++;
    context.io.stdout(`${source.name}\n`);
    if (!check) writeWholeFile(path, text);
  }
  if (diagnostics.length > 0) {
    // Nothing is evaluated here, so that nothing is known of what is secret.
    const { SecretInputs } = await import("./secret-inputs.ts");
    context.report(new SecretInputs(context).safe(diagnostics));
  }
  if (diagnostics.length > 0) return exitCode.validation;
  return check && changed > 0 ? exitCode.general : exitCode.ok;
}

/** Folders of generated and vendored code are left alone. */
function cueFiles(root: string): string[] | undefined {
  const out: string[] = [];
  const work = [root];
  for (let folder = work.pop(); folder !== undefined; folder = work.pop()) {
    const entries = nodeFiles.readFolder(folder);
    if (isFileFault(entries)) {
      if (folder === root) return undefined;
      continue;
    }
    for (const { name, kind } of entries) {
      const path = join(folder, name);
      if (kind === "folder" && !name.startsWith(".") && !/cue\.mod\/(gen|pkg|usr)$/.test(path)) work.push(path);
      else if (kind === "file" && name.endsWith(".cue")) out.push(path);
    }
  }
  return out.sort();
}
