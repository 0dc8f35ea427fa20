import type { Instance } from "../../cue/load/index.ts";
import { isFileFault } from "../../cue/load/index.ts";
import type { Value } from "../../cue/index.ts";
import { hasErrors, hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { metadataErrors } from "../metadata-errors.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import { SECRET_SCHEMAS } from "../../secrets/index.ts";
import { viewOf } from "../../values/index.ts";
import { expandDecorators } from "./expand-decorators.ts";
import { HidingFiles } from "./hiding-files.ts";
import { importFaults } from "./import-faults.ts";
import { explainImports, isLaterCatalog, ofLaterCatalog } from "./import-hint.ts";
import type { Module, ModuleMetadata } from "./module.ts";
import { withoutNamed } from "./named-modules.ts";
import { unreadDeclarations } from "./unread-declarations.ts";
import { valuesReferences } from "./values-reference.ts";

const CORE = "opmodel.dev/core@v0";

/** A module, or whether the folder holds a package that is something else. */
type LoadedModule = Outcome<Module> & {
  readonly isOther?: boolean;
  /** That package, where it was loaded as everybody else would load it. */
  readonly other?: Outcome<Instance>;
};

/** Phase 2: the package in a folder, with its metadata. Values are looked at in phase 3. */
export async function loadModule(cue: CueAccess, path: string, tags: readonly string[] = []): Promise<LoadedModule> {
  const { files } = cue.program;
  const kind = files.stat(path);
  if (isFileFault(kind) || kind !== "folder") return noModule(path, isFileFault(kind) ? kind.text : "not a folder");
  const visible = new HidingFiles(files, path);
  const loaded = await cue.program.load({ args: ["."], cwd: path, files: visible, tags });
  if (loaded.value === undefined) {
    if (loaded.diagnostics.some((d) => hasReason(d, "package") && d.args?.["empty"] === true))
      return noModule(path, "it has no CUE files");
    const faults = await importFaults(cue, visible, path, loaded.diagnostics);
    return { diagnostics: explainImports(faults, cue.program.asked) };
  }
  const expanded = await expandDecorators(loaded.value, () => schemasOf(cue, loaded.value!, path));
  if (expanded.value === undefined) return { diagnostics: explainImports(expanded.diagnostics, cue.program.asked) };
  const { decorated } = expanded.value;
  const instance = withoutNamed(expanded.value.instance);
  const core = findPackage(instance, CORE);
  const root = cue.root(instance);
  if (core === undefined || root.text("kind") !== "Module") {
    const other = visible.hides ? {} : { other: loaded };
    if (visible.hides) cue.forget(instance);
    return { ...notModule(cue, root, instance), ...other };
  }
  const metadataVertex = root.field("metadata");
  const diagnostics: Diagnostic[] = [
    ...loaded.diagnostics,
    ...valuesReferences(instance),
    ...unreadDeclarations(instance, `${path}/values.cue`),
  ];
  if (metadataVertex !== undefined) {
    const wrong = cue.errors(metadataVertex, { concrete: true, final: true });
    if (wrong.length > 0) diagnostics.push(...metadataErrors(wrong, viewOf(metadataVertex).places));
  }
  const metadata = metadataVertex && readMetadata(cue, metadataVertex);
  if (hasErrors(diagnostics) || metadata === undefined) return { diagnostics };
  const valuesFile = `${path}/values.cue`;
  const names = (...at: string[]): string[] => {
    const v = root.at(...at);
    return v === undefined ? [] : v.entries().map(({ name }) => name);
  };
  return {
    value: {
      path,
      importPath: instance.importPath,
      packageName: instance.packageName,
      metadata,
      components: names("#components"),
      environments: names("environments"),
      ...((visible.valuesApart || instance.files.some((file) => file.path === valuesFile)) && { valuesFile }),
      ...(decorated.length > 0 && { decorated }),
      cue: new CueHandle({ instance, root, core }),
    },
    diagnostics,
  };
}

/** What the module imports already, by any way; else as the module's dependencies say. */
async function schemasOf(cue: CueAccess, instance: Instance, path: string): Promise<Outcome<Instance>> {
  const known = findPackage(instance, SECRET_SCHEMAS);
  return known === undefined
    ? cue.program.load({ args: [SECRET_SCHEMAS], cwd: path })
    : { value: known, diagnostics: [] };
}

export function readMetadata(cue: CueAccess, v: Value): ModuleMetadata | undefined {
  const data = plainValue(v);
  if (!isStruct(data)) return undefined;
  const text = (name: string): string => (typeof data[name] === "string" ? data[name] : "");
  const labels = isStruct(data["labels"]) ? data["labels"] : {};
  return {
    apiVersion: text("apiVersion"),
    name: text("name"),
    version: text("version"),
    fqn: text("fqn"),
    uuid: text("uuid"),
    ...(text("defaultNamespace") !== "" && { defaultNamespace: text("defaultNamespace") }),
    ...(text("description") !== "" && { description: text("description") }),
    labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)])),
  };
}

/** The package of that path among all that an instance imports. */
export function findPackage(from: Instance, importPath: string): Instance | undefined {
  const seen = new Set<Instance>();
  const work = [from];
  for (let i = work.pop(); i !== undefined; i = work.pop()) {
    if (seen.has(i)) continue;
    seen.add(i);
    if (i.importPath === importPath || (`${i.module}` === importPath && i.dir === i.root && i !== from)) return i;
    work.push(...i.imports.values());
  }
  return undefined;
}

function noModule(path: string, why: string): Outcome<Module> {
  return {
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.noModule, "cannot read the module folder {path}: {problem}", { path, problem: why }),
        severity: "error",
        hint: advise(PIPELINE_CODE.noModule, "give the folder that holds module.cue; opm mod init NAME makes one"),
      },
    ],
  };
}

function notModule(cue: CueAccess, root: Value, instance: Instance): LoadedModule {
  const diagnostics = !root.isWrong ? [] : cue.errors(root, {});
  if (diagnostics.length > 0) return { diagnostics };
  // One that a registry served is a module, and not one of ours.
  const own = root.text("apiVersion");
  if (own !== undefined && root.text("kind") === "Module" && isLaterCatalog(`${own}@`))
    return { diagnostics: [ofLaterCatalog([own], "", [])] };
  const values = root.entries().flatMap(({ name, value: item }) => {
    const kind = item.text("kind");
    return kind === undefined ? [] : [`${name} is a ${kind}`];
  });
  return {
    isOther: true,
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.notModule, "the package {packageName} in {dir} is not a module", {
          packageName: instance.packageName || "(unnamed)",
          dir: instance.dir,
        }),
        severity: "error",
        notes: values,
        hint: advise(
          PIPELINE_CODE.notModule,
          'embed core.#Module of "opmodel.dev/core@v0" at the top of a file; opm release build renders #ModuleRelease values',
        ),
      },
    ],
  };
}
