import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createContext } from "../../cue/index.ts";
import { firstOf } from "../../cue/load/index.ts";
import { format } from "../../cue/syntax/index.ts";
import { lateNodeCatalog } from "../../host/node-late-catalog.ts";
import { lateNodeRegistry } from "../../host/node-late-registry.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { trimFiles } from "../../language/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { runCue } from "../cue/run.ts";

/** `opm cue trim [inputs]`: removes what other declarations imply. */
export function run(context: CommandContext): Promise<number> {
  return runCue("trim", context, async (r) => {
    const { io } = context;
    const configured = lateNodeRegistry({ env: io.env });
    const registry = io.env["CUE_REGISTRY"] ? configured : firstOf(lateNodeCatalog, configured);
    const ctx = createContext({ files: nodeFiles, registry, cwd: r.cwd });
    const { instances } = await ctx.load(r.args, { cwd: r.cwd });
    const out = r.flags.string("outfile").replace(/^cue:/, "");
    for (const instance of instances) {
      const root = ctx.build(instance);
      const errors = root.validate();
      if (errors.length > 0) {
        r.report(errors, { of: root });
        if (!r.flags.bool("ignore")) return;
        continue;
      }
      trimFiles(
        root,
        instance.files.map((f) => f.syntax),
      );
      for (const { path, syntax } of instance.files) {
        const text = format(syntax, { simplify: r.flags.bool("simplify") });
        if (r.flags.bool("dry-run")) continue;
        if (out === "-") io.stdout(text);
        else if (out === "") writeFileSync(path, text);
        else if (existsSync(resolve(r.cwd, out)) && !r.flags.bool("force")) {
          io.stderr(`error writing "${out}": file already exists\n`);
          r.fail();
        } else writeFileSync(resolve(r.cwd, out), text);
      }
    }
  });
}
