import { DELIVERY_CODE } from "../../delivery/index.ts";
import { storeLogin } from "../../host/node-docker-login.ts";
import { makeNodeTransport } from "../../host/node-transport.ts";
import { OciClient } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** `opm registry login HOST -u USER --password-stdin`: kept where Docker keeps logins. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const host = (args[0] ?? "").replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const fail = (message: string, exit: number = exitCode.general, hint?: string): number => {
    context.report([{ code: DELIVERY_CODE.login, severity: "error", message, ...(hint && { hint }) }]);
    return exit;
  };
  const username = options["username"];
  if (typeof username !== "string") return fail("who logs in is not known", exitCode.general, "-u NAME");
  if (options["passwordStdin"] !== true)
    return fail(
      "the password is read from standard input",
      exitCode.general,
      "opm registry login HOST -u NAME --password-stdin < password.txt: what is on a command line, others see",
    );
  const password = new TextDecoder().decode(io.stdin()).replace(/\r?\n$/, "");
  if (password === "") return fail("the password on standard input is empty");
  const insecure = options["insecure"] === true || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host);
  const client = new OciClient(host, insecure, {
    transport: makeNodeTransport(io.env),
    credentials: () => Promise.resolve({ kind: "basic", username, password }),
    userAgent: "opm",
  });
  const answer = await client.ping();
  if (!answer.ok) return fail(`${host}: ${answer.fault.message}`, exitCode.connectivity);
  if (answer.value === "refused") return fail(`${host} does not take this name and password`, exitCode.permission);
  const kept = storeLogin(io.env, host, username, password);
  if ("why" in kept) return fail(`the login cannot be kept: ${kept.why}`);
  io.stderr(`logged in to ${host}; kept in ${kept.where}\n`);
  return exitCode.ok;
}
