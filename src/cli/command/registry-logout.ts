import { DELIVERY_CODE } from "../../delivery/index.ts";
import { eraseLogin } from "../../host/node-docker-login.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tell } from "../../source/index.ts";

/** `opm registry logout HOST`. */
export function run(context: CommandContext): number {
  const { io, args } = context;
  const host = (args[0] ?? "").replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const gone = eraseLogin(io.env, host);
  if ("why" in gone) {
    context.report([
      {
        ...tell(DELIVERY_CODE.login, "the login of {host} cannot be removed: {why}", { host, why: gone.why }),
        severity: "error",
      },
    ]);
    return exitCode.general;
  }
  io.stderr(gone.known === true ? `logged out of ${host}\n` : `there was no login of ${host}\n`);
  return exitCode.ok;
}
