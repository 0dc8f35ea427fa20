// The platform's side of a release: a folder with `catalog` and `environments`, or a file of values.
import { isFileFault } from "../../cue/load/index.ts";
import type { Instance } from "../../cue/load/index.ts";
import { readPlatform } from "../../governance/index.ts";
import type { Platform } from "../../governance/index.ts";
import { SourceFile, hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import { findPackage } from "../2-module/load-module.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { readValuesFile } from "../values-file.ts";

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
    const folder = path.slice(0, path.lastIndexOf("/"));
    const read = await readValuesFile(cue, SourceFile.fromBytes(path, content), { tier: "platform", folder });
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    return { value: { path, overlay: read.value, environments: new Map() }, diagnostics: read.diagnostics };
  }
  if (kind !== "folder") return missing(path, isFileFault(kind) ? kind.text : "neither a folder nor a file");
  const entries = files.readFolder(path);
  if (!isFileFault(entries) && !entries.some(({ name }) => name.endsWith(".cue")))
    return missing(path, "it holds no CUE");
  const loaded = await cue.program.load({ args: ["."], cwd: path });
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  const root = cue.root(loaded.value);
  // What both say, the author's own package says with more places.
  const own = cue.errors(root, {});
  const same = (a: Diagnostic, b: Diagnostic): boolean => a.message === b.message && a.path === b.path;
  const errors: readonly Diagnostic[] = [
    ...own,
    ...definitionErrors(cue, loaded.value).filter((d) => !own.some((other) => same(other, d))),
  ];
  if (hasErrors(errors)) return { diagnostics: errors };
  const place: Place = { file: { name: path, text: "" }, span: { start: -1, end: -1 } };
  const read = readPlatform(viewOf(root), place);
  // With an entry that cannot be read, every refusal would only be its consequence.
  if (read.value === undefined || hasErrors(read.diagnostics)) return { diagnostics: read.diagnostics };
  return { value: { ...read.value, path, cue: new CueHandle(loaded.value) }, diagnostics: read.diagnostics };
}

/** What is wrong with a catalog or environments whose author left the definitions out. */
function definitionErrors(cue: CueAccess, instance: Instance): Diagnostic[] {
  const core = findPackage(instance, "opmodel.dev/core@v0");
  if (core === undefined) return [];
  const root = cue.root(instance);
  const kinds = { catalog: "#ModuleCatalog", environments: "#EnvironmentMap" };
  const fields = Object.entries(kinds).filter(([name]) => root.field(name) !== undefined);
  if (fields.length === 0) return [];
  const path = "platform definitions";
  const checked = cue.program.synthetic({
    path,
    text: [
      "package opm_platform",
      "import (",
      '\tcore "opmodel.dev/core@v0"',
      '\tplatform "opm.internal/platform"',
      ")",
      ...fields.map(([name, definition]) => `${name}: core.${definition} & platform.${name}`),
      "",
    ].join("\n"),
    packageName: "opm_platform",
    imports: new Map([
      ["opmodel.dev/core@v0", core],
      ["opm.internal/platform", instance],
    ]),
  });
  return fields.flatMap(([name]) => {
    const v = cue.root(checked).field(name);
    return v === undefined
      ? []
      : cue.errors(v, {}).map((d) => ({ ...d, places: (d.places ?? []).filter(({ file }) => file.name !== path) }));
  });
}

function missing(path: string, why: string): Outcome<LoadedPlatform> {
  return {
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.noPlatform, "cannot read the platform {path}: {problem}", { path, problem: why }),
        severity: "error",
        hint: advise(
          PIPELINE_CODE.noPlatform,
          "give the platform's folder, or a file of its values, by --platform, OPM_PLATFORM or the configuration",
        ),
      },
    ],
  };
}
