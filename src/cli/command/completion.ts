import type { CommandContext } from "../command-spec.ts";
import { shellScript, shells } from "../completion/shell-script.ts";
import { exitCode } from "../exit-code.ts";
import { commandLineCode } from "../../source/index.ts";

export function run({ io, args, report }: CommandContext): number {
  const script = shellScript(args[0] ?? "");
  if (script === undefined) {
    report([
      {
        code: commandLineCode.noCompletion,
        severity: "error",
        message: `no completion for the shell ${JSON.stringify(args[0])}`,
        args: { shell: args[0] ?? "" },
        hint: `use one of ${shells.join(", ")}`,
      },
    ]);
    return exitCode.general;
  }
  io.stdout(script);
  return exitCode.ok;
}
