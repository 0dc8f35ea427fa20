import { KUBERNETES_SELECTOR, encryptFile, formatOf } from "../../secrets/index.ts";
import type { Selector } from "../../secrets/index.ts";
import { nodeCrypto } from "../../host/node-crypto.ts";
import type { CommandContext } from "../command-spec.ts";
import { eachFile, replaceFile, ruleFor } from "./secret-file.ts";

/** `opm secret encrypt FILE…`. */
export function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  return eachFile(
    context,
    async (file) => {
      const rule = ruleFor(context, file.name);
      if (rule.value === undefined) return { diagnostics: rule.diagnostics };
      const { recipients = [], selector, macOnlyEncrypted } = rule.value;
      const chosen = selectorOf(options) ?? selector;
      return encryptFile(file, formatOf(file.name), {
        crypto: nodeCrypto,
        recipients,
        now: new Date(),
        ...(chosen && { selector: chosen }),
        ...(macOnlyEncrypted !== undefined && { macOnlyEncrypted }),
      });
    },
    (file, text) => (options["inPlace"] === true ? replaceFile(context, file, text) : io.stdout(text)),
  );
}

function selectorOf(options: CommandContext["options"]): Selector | undefined {
  if (options["kubernetes"] === true) return KUBERNETES_SELECTOR;
  const pattern = options["encryptedRegex"];
  return typeof pattern === "string" ? { kind: "encrypted_regex", pattern } : undefined;
}
