import { formatOf, rotateFile, updateKeys } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { decryptOptions, eachFile, replaceFile } from "./secret-file.ts";

/** `opm secret rotate-keys FILE…`: who can read a file, and with which data key. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options, args } = context;
  const keys = await decryptOptions(context);
  const recipients = (Array.isArray(options["to"]) ? options["to"] : []) as string[];
  const given = { ...keys, now: new Date() };
  const exit = await eachFile(
    context,
    (file) => {
      if (options["keepDataKey"] === true) return updateKeys(file, formatOf(file.name), { ...given, recipients });
      return rotateFile(file, formatOf(file.name), { ...given, ...(recipients.length > 0 && { recipients }) });
    },
    (file, text) => replaceFile(context, file, text),
  );
  if (exit === 0) io.stderr(`${args.length} file${args.length === 1 ? "" : "s"} encrypted anew\n`);
  return exit;
}
