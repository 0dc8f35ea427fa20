import { spawn } from "node:child_process";
import { pageTemplate } from "../../host/node-page-file.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { badPort, noPage } from "../page/page-code.ts";
import { serveRelease } from "../page/serve-release.ts";
import type { ServedRelease } from "../page/serve-release.ts";

/** `opm ui [path]`: serves the page until it is interrupted. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const template = pageTemplate();
  if (template === undefined) {
    context.report([noPage()]);
    return exitCode.general;
  }
  const port = Number(options["port"] ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    context.report([badPort(String(options["port"]), "it is no number from 0 to 65535")]);
    return exitCode.general;
  }
  let server: ServedRelease;
  try {
    server = await serveRelease(context, template, port);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    context.report([badPort(String(port), code === "EADDRINUSE" ? "something else uses it" : code)]);
    return exitCode.general;
  }
  io.stdout(`${server.address}\n`);
  io.stderr("Ctrl-C ends it. The page follows changes of the files.\n");
  if (options["open"] !== false && io.isTerminal("stdout")) openBrowser(server.address);
  // The system ends it, at once and also in the middle of a render: there is nothing to put away.
  return new Promise<number>(() => undefined);
}

/** Whether a browser opens is not ours to know: the address was printed. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  const child = spawn(program!, args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
