import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DELIVERY_CODE } from "../../delivery/index.ts";
import { makeKeyPair } from "../../host/node-signing-key.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm registry keys [PREFIX]`: a pair that cosign can use too. */
export function run(context: CommandContext): number {
  const { io, args } = context;
  const prefix = args[0] ?? "cosign";
  const files = [resolve(io.cwd, `${prefix}.key`), resolve(io.cwd, `${prefix}.pub`)] as const;
  const fail = (told: Told, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint && { hint }) }]);
    return exitCode.general;
  };
  for (const file of files)
    if (existsSync(file))
      return fail(
        tell(DELIVERY_CODE.signature, "{file} is there already", { file }),
        advise(DELIVERY_CODE.signature, "name another one"),
      );
  const password = io.env["COSIGN_PASSWORD"];
  if (password === undefined)
    return fail(
      tell(DELIVERY_CODE.signature, "a key is encrypted with a password"),
      advise(DELIVERY_CODE.signature, "set COSIGN_PASSWORD, as for cosign; it may be empty"),
    );
  const { privateKey, publicKey } = makeKeyPair(password);
  writeFileSync(files[0], privateKey, { mode: 0o600, flag: "wx" });
  writeFileSync(files[1], publicKey, { flag: "wx" });
  io.stdout(`${prefix}.key ${prefix}.pub\n`);
  return exitCode.ok;
}
