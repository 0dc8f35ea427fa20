import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { decodeDataFile, parseFileType } from "../../cue/load/index.ts";
import { errorsOfFaults } from "../../cue/index.ts";
import { fromCustomResources } from "../../cue/schema/index.ts";
import type { CustomResource } from "../../cue/schema/index.ts";
import { format } from "../../cue/syntax/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { failed, mistake, success } from "../cue/mistake.ts";
import type { Outcome } from "../cue/mistake.ts";
import { runCue } from "../cue/run.ts";
import type { CueRun } from "../cue/run.ts";
import { asWritten, schemaErrors } from "../cue/schema-file.ts";

/** `opm cue get crd FILES`: a package for each version of custom resources, in the current folder. */
export function run(context: CommandContext): Promise<number> {
  return runCue("get", context, (r) => {
    const [language, ...files] = r.args;
    if (language !== "crd")
      return r.report(mistake(`get of ${language ?? "nothing"} is not supported: only crd is`).errors);
    if (files.length === 0) return r.report(mistake("must specify at least one file").errors);
    const found: CustomResource[] = [];
    for (const file of files) {
      const read = resourcesOf(r, file);
      if (!read.ok) return r.report(read.errors);
      found.push(...read.value);
    }
    const group = r.flags.string("group");
    const groups = new Set(found.map((resource) => resource.group));
    if (group === "" && groups.size > 1)
      return r.report(mistake(`multiple CRD groups found: ${[...groups].toSorted().join(" ")}`).errors);
    for (const { version, singular, file } of found.filter((resource) => group === "" || resource.group === group)) {
      const target = join(r.cwd, version, `${singular}.cue`);
      mkdirSync(join(r.cwd, version), { recursive: true });
      context.io.stderr(`writing ${relative(r.cwd, target)}\n`);
      writeFileSync(target, format(file, { simplify: true }));
    }
  });
}

function resourcesOf(r: CueRun, file: string): Outcome<CustomResource[]> {
  const path = resolve(r.cwd, file);
  const type = parseFileType(path, file === "-" ? "yaml" : "");
  if (typeof type === "string") return mistake(type);
  if (file !== "-" && !existsSync(path)) return mistake(`stat ${path}: no such file or directory`);
  const content = file === "-" ? r.context.io.stdin() : readFileSync(path);
  const { source, documents, fault } = decodeDataFile(path, type, content);
  if (fault !== undefined) return failed(errorsOfFaults([fault]));
  const out: CustomResource[] = [];
  for (const document of documents) {
    const made = fromCustomResources(asWritten(document, type, source));
    if ("faults" in made) return failed(schemaErrors(made.faults, source));
    out.push(...made.resources);
  }
  return success(out);
}
