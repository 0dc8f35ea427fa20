import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipelineCode, tell, advise } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";
import { formatted } from "../scaffold/scaffold.ts";
import { ENVIRONMENTS, environmentsText } from "../scaffold/platform.ts";
import { sayNext, writeNew } from "./new-files.ts";

const FILE = "environments.cue";

/** `opm env init [path] [name…]`: environments for a module or a platform that is there. */
export function run(context: CommandContext): number {
  const { io, args, options } = context;
  const folder = resolve(io.cwd, args[0] ?? ".");
  const shown = relativeName(folder, io.cwd);
  const packageName = packageOf(folder);
  if (packageName === undefined) {
    context.report([
      {
        ...tell(pipelineCode.noModule, "{folder} holds no CUE package to add environments to", { folder: shown }),
        severity: "error",
        hint: advise(
          pipelineCode.noModule,
          "the folder of a module or a platform comes first, then names: opm env init . dev prod; opm mod init makes a module",
        ),
      },
    ]);
    return exitCode.notFound;
  }
  if (existsSync(join(folder, FILE)) && options["force"] !== true) {
    context.report([
      {
        ...tell(pipelineCode.folderNotEmpty, "{folder} is there already", {
          folder: relativeName(join(folder, FILE), io.cwd),
        }),
        severity: "error",
        hint: advise(pipelineCode.folderNotEmpty, "--force replaces it"),
      },
    ]);
    return exitCode.general;
  }
  const names = args.length > 1 ? [...new Set(args.slice(1))] : ENVIRONMENTS;
  const bad = names.find((name) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name));
  if (bad !== undefined) {
    context.report([
      {
        ...tell(pipelineCode.badName, "{bad} cannot be the name of an environment", { bad: JSON.stringify(bad) }),
        severity: "error",
        hint: advise(pipelineCode.badName, "names are lower-case letters, digits and dashes"),
      },
    ]);
    return exitCode.general;
  }
  writeNew(context, folder, FILE, formatted(environmentsText(packageName, names)));
  const [first = "", last = first] = [names[0], names.at(-1)];
  sayNext(context, [
    `opm env list ${shown} --plan`,
    `opm mod build ${shown} -e ${first}`,
    `opm env diff ${first} ${last} ${shown}`,
  ]);
  return exitCode.ok;
}

/** The package that the files of a folder belong to. */
function packageOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".cue"))) {
    const found = /^package\s+(\w+)/m.exec(readFileSync(join(folder, name), "utf8"));
    if (found !== null) return found[1];
  }
  return undefined;
}
