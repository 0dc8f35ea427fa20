import { DELIVERY_CODE } from "../../delivery/index.ts";
import { storeLogin } from "../../host/node-docker-login.ts";
import { makeNodeTransport } from "../../host/node-transport.ts";
import { OciClient } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm registry login HOST -u USER --password-stdin`: kept where Docker keeps logins. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const host = (args[0] ?? "").replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const fail = (told: Told, exit: number = exitCode.general, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint && { hint }) }]);
    return exit;
  };
  const username = options["username"];
  if (typeof username !== "string")
    return fail(
      tell(DELIVERY_CODE.login, "who logs in is not known"),
      exitCode.general,
      advise(DELIVERY_CODE.login, "-u NAME"),
    );
  if (options["passwordStdin"] !== true)
    return fail(
      tell(DELIVERY_CODE.login, "the password is read from standard input"),
      exitCode.general,
      advise(
        DELIVERY_CODE.login,
        "opm registry login HOST -u NAME --password-stdin < password.txt: what is on a command line, others see",
      ),
    );
  const password = new TextDecoder().decode(io.stdin()).replace(/\r?\n$/, "");
  if (password === "") return fail(tell(DELIVERY_CODE.login, "the password on standard input is empty"));
  const insecure = options["insecure"] === true || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host);
  const client = new OciClient(host, insecure, {
    transport: makeNodeTransport(io.env),
    credentials: () => Promise.resolve({ kind: "basic", username, password }),
    userAgent: "opm",
  });
  const answer = await client.ping();
  if (!answer.ok)
    return fail(
      tell(DELIVERY_CODE.login, "{host}: {problem}", { host, problem: answer.fault.message }),
      exitCode.connectivity,
    );
  if (answer.value === "refused")
    return fail(
      tell(DELIVERY_CODE.login, "{host} does not take this name and password", { host }),
      exitCode.permission,
    );
  const kept = storeLogin(io.env, host, username, password);
  if ("why" in kept) return fail(tell(DELIVERY_CODE.login, "the login cannot be kept: {why}", { why: kept.why }));
  io.stderr(`logged in to ${host}; kept in ${kept.where}\n`);
  return exitCode.ok;
}
