import { SECRET_CODE, decryptFile, formatOf, plainText } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { decryptOptions, eachFile, replaceFile } from "./secret-file.ts";
import { tell, advise } from "../../source/index.ts";

/** `opm secret decrypt FILE…`: plaintext to a terminal, or on purpose elsewhere. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const inPlace = options["inPlace"] === true;
  if (!inPlace && options["revealAlways"] !== true && !io.isTerminal("stdout")) {
    context.report([
      {
        ...tell(SECRET_CODE.reveal, "the plaintext would be written where it stays: standard output is not a terminal"),
        severity: "error",
        hint: advise(SECRET_CODE.reveal, "--reveal=always prints it all the same; -i replaces the file"),
      },
    ]);
    return exitCode.general;
  }
  const keys = await decryptOptions(context);
  return eachFile(
    context,
    async (file) => {
      const opened = await decryptFile(file, formatOf(file.name), keys);
      if (opened.value === undefined) return { diagnostics: opened.diagnostics };
      const text = plainText(opened.value, file.name);
      return { ...text, diagnostics: [...opened.diagnostics, ...text.diagnostics] };
    },
    (file, text) => (inPlace ? replaceFile(context, file, text, true) : io.stdout(text)),
  );
}
