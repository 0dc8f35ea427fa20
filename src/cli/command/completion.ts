import type { CommandContext } from "../command-spec.ts";
import { shellScript, shells } from "../completion/shell-script.ts";
import { exitCode } from "../exit-code.ts";
import { commandLineCode, tell, advise } from "../../source/index.ts";

export function run({ io, args, report }: CommandContext): number {
  const script = shellScript(args[0] ?? "");
  if (script === undefined) {
    report([
      {
        ...tell(commandLineCode.noCompletion, "no completion for the shell {quoted}", {
          quoted: JSON.stringify(args[0]),
          shell: args[0] ?? "",
        }),
        severity: "error",
        hint: advise(commandLineCode.noCompletion, "use one of {shells}", { shells: shells.join(", ") }),
      },
    ]);
    return exitCode.general;
  }
  io.stdout(script);
  return exitCode.ok;
}
