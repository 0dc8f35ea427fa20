// What the commands share that write something new.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolders } from "../../host/node-make-folders.ts";
import { pipelineCode, tell, advise } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativeName } from "../print/relative-places.ts";

/** The folder for something new of a name; undefined after reporting that the name or the folder will not do. */
export function newFolder(context: CommandContext, what: string, example: string): string | undefined {
  const { io, options, args } = context;
  const name = args[0] ?? "";
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) || name.length > 63) {
    context.report([
      {
        ...tell(pipelineCode.badName, "{quoted} is not a name for a {kind}", {
          quoted: JSON.stringify(name),
          kind: what,
          name,
        }),
        severity: "error",
        hint: advise(pipelineCode.badName, "lower-case letters, digits and dashes, 63 at most: {example}", { example }),
      },
    ]);
    return undefined;
  }
  const folder = resolve(io.cwd, typeof options["dir"] === "string" ? options["dir"] : name);
  if (existsSync(folder) && readdirSync(folder).length > 0 && options["force"] !== true) {
    context.report([
      {
        ...tell(pipelineCode.folderNotEmpty, "the folder {shown} is not empty", {
          shown: relativeName(folder, io.cwd),
          folder,
        }),
        severity: "error",
        hint: advise(pipelineCode.folderNotEmpty, "--dir writes elsewhere, --force writes here nevertheless"),
      },
    ]);
    return undefined;
  }
  return folder;
}

/** Writes one of the new files, and says so. */
export function writeNew({ io }: CommandContext, folder: string, path: string, text: string, mode?: number): void {
  const file = join(folder, path);
  makeFolders(dirname(file));
  writeFileSync(file, text, mode === undefined ? {} : { mode });
  io.stdout(`${relativeName(file, io.cwd)}\n`);
}

/** The commands to type next. */
export function sayNext({ io }: CommandContext, lines: readonly string[]): void {
  io.stderr(`\nNext:\n${lines.map((line) => `  ${line}\n`).join("")}`);
}
