import type { Diagnostic } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** An import that cannot be found says where it was looked for, and what to do. */
export function explainImports(diagnostics: readonly Diagnostic[], asked: string): Diagnostic[] {
  return diagnostics.map((d) => {
    if (!/cannot find (?:module providing )?package|module not found|not found|cannot fetch/.test(d.message)) return d;
    if (d.message.startsWith("reference ")) return d;
    const path = /"([^"]+\.[^"]+\/[^"]*)"|([a-z0-9.-]+\.[a-z]+\/[^\s:]+)/.exec(d.message);
    const name = path?.[1] ?? path?.[2];
    const own = name?.startsWith("opmodel.dev/");
    return {
      ...d,
      code: PIPELINE_CODE.importNotFound,
      ...(asked !== "" && { notes: [...(d.notes ?? []), `asked: ${asked}`] }),
      hint: own
        ? "correct the path; the packages of the catalog are in docs/guide/catalog.md"
        : "run opm mod tidy to add what is missing to cue.mod/module.cue, and set --registry or OPM_REGISTRY if it is not in a public registry",
    };
  });
}
