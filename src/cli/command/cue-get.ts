import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { loadAll } from "js-yaml";
import { crdPackages } from "../../crd/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { mistake } from "../cue/mistake.ts";
import { runCue } from "../cue/run.ts";

/** `opm cue get crd FILES`: a package for each version of custom resources, in the current folder. */
export function run(context: CommandContext): Promise<number> {
  return runCue("get", context, (r) => {
    const [language, ...files] = r.args;
    if (language !== "crd")
      return r.report(mistake(`get of ${language ?? "nothing"} is not supported: only crd is`).errors);
    if (files.length === 0) return r.report(mistake("must specify at least one file").errors);
    const documents: unknown[] = [];
    for (const file of files) {
      const path = resolve(r.cwd, file);
      if (file !== "-" && !existsSync(path)) return r.report(mistake(`stat ${path}: no such file or directory`).errors);
      const text = file === "-" ? new TextDecoder().decode(r.context.io.stdin()) : readFileSync(path, "utf8");
      try {
        documents.push(...(loadAll(text) as unknown[]));
      } catch (error) {
        return r.report(mistake(`${file}: ${(error as { reason?: string }).reason ?? "no YAML"}`).errors);
      }
    }
    const made = crdPackages(documents, r.flags.string("group"));
    if (typeof made === "string") return r.report(mistake(made).errors);
    for (const { folder, name, text } of made) {
      const target = join(r.cwd, folder, name);
      mkdirSync(join(r.cwd, folder), { recursive: true });
      context.io.stderr(`writing ${relative(r.cwd, target)}\n`);
      writeFileSync(target, text);
    }
  });
}
