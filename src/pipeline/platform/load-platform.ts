// The platform's side of a release: a folder with `catalog` and `environments`, or a file of values.
import { isFileFault } from "../../cue/load/index.ts";
import type { Instance } from "../../cue/load/index.ts";
import { readPlatform } from "../../governance/index.ts";
import type { Platform } from "../../governance/index.ts";
import { SourceFile, hasErrors } from "../../source/index.ts";
import type { Outcome, Place } from "../../source/index.ts";
import { readValues, viewOf } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

export interface LoadedPlatform extends Platform {
  readonly path: string;
  /** The values of a file; a folder's are in its catalog. */
  readonly overlay?: ValueNode;
  /** The package of a folder. */
  readonly cue?: CueHandle<Instance>;
}

export async function loadPlatform(cue: CueAccess, path: string): Promise<Outcome<LoadedPlatform>> {
  const { files } = cue.program;
  const kind = files.stat(path);
  if (kind === "file") {
    const content = files.readFile(path);
    if (isFileFault(content)) return missing(path, content.text);
    const read = readValues(SourceFile.fromBytes(path, content), { tier: "platform" });
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    return { value: { path, overlay: read.value, environments: new Map() }, diagnostics: read.diagnostics };
  }
  if (kind !== "folder") return missing(path, isFileFault(kind) ? kind.text : "neither a folder nor a file");
  const loaded = await cue.program.load({ args: ["."], cwd: path });
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  const root = cue.root(loaded.value);
  const errors = cue.errors(root, {});
  if (hasErrors(errors)) return { diagnostics: errors };
  const place: Place = { file: { name: path, text: "" }, span: { start: -1, end: -1 } };
  const read = readPlatform(viewOf(root, { engine: cue.engine, labels: cue.labels }), place);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  return { value: { ...read.value, path, cue: new CueHandle(loaded.value) }, diagnostics: read.diagnostics };
}

function missing(path: string, why: string): Outcome<LoadedPlatform> {
  return {
    diagnostics: [
      {
        code: PIPELINE_CODE.noPlatform,
        severity: "error",
        message: `cannot read the platform ${path}: ${why}`,
        args: { path },
        hint: "give the platform's folder, or a file of its values, by --platform, OPM_PLATFORM or the configuration",
      },
    ],
  };
}
