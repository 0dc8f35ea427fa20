import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { makeFolders } from "../../host/node-make-folders.ts";
import { format, parseFile } from "../../cue/syntax/index.ts";
import { nodeCatalog } from "../../host/node-pipeline-host.ts";
import { pipelineCode, SourceFile, tell, advise } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** `opm config init`: a configuration to start from, readable by its owner alone. */
export function run(context: CommandContext): number {
  const { io, options } = context;
  const named = options["config"] ?? io.env["OPM_CONFIG"];
  const file =
    typeof named === "string" && named !== ""
      ? resolve(io.cwd, named)
      : join(io.env["HOME"] || homedir(), ".opm", "config.cue");
  if (existsSync(file) && options["force"] !== true) {
    context.report([
      {
        ...tell(pipelineCode.configExists, "there is a configuration already: {file}", { file, path: file }),
        severity: "error",
        hint: advise(pipelineCode.configExists, "--force replaces it"),
      },
    ]);
    return exitCode.general;
  }
  const folder = dirname(file);
  makeFolders(join(folder, "cue.mod"), 0o700);
  chmodSync(folder, 0o700);
  const { index } = nodeCatalog();
  writeFileSync(file, configText, { mode: 0o600 });
  writeFileSync(join(folder, "cue.mod", "module.cue"), moduleText(index.version, Object.keys(index.modules)), {
    mode: 0o600,
  });
  io.stdout(`${file}\n`);
  return exitCode.ok;
}

const configText = `// Settings of opm. opm config show prints what is in effect and why; opm config vet checks this file.
package config

import "opmodel.dev/providers@v0"

config: {
	// Where modules come from, as CUE_REGISTRY. Without it the catalog of opm itself and the public registry are used.
	// registry: "localhost:5000+insecure"

	// What renders components. With several, choose by --provider.
	"providers": kubernetes: providers.#Registry["kubernetes"]

	kubernetes: {
		// namespace: "default"
		// context:   "my-cluster"
	}

	log: timestamps: true
}
`;

function moduleText(version: string, modules: readonly string[]): string {
  const deps = modules.toSorted().map((path) => `\t${JSON.stringify(path)}: v: ${JSON.stringify(version)}\n`);
  const text = `module: "opmodel.dev/config@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${deps.join("")}}\n`;
  return format(parseFile(new SourceFile("module.cue", text)).file);
}
