import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { servePage } from "../../host/node-page-server.ts";
import type { PageServer } from "../../host/node-page-server.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { inspectRelease } from "../page/inspected.ts";
import type { Inspected } from "../page/inspected.ts";
import { badPort, noPage } from "../page/page-code.ts";
import { PageEngine, pageQuestion } from "../page/page-engine.ts";
import { pageTitle } from "./mod-inspect.ts";
import { pageTemplate, pageText } from "../../host/node-page-file.ts";

const PAUSE = 80;

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
  let now = await inspectRelease(context);
  const engine = new PageEngine(context, now);
  const dataOf = ({ project, picture }: Inspected): unknown => ({
    mode: "served",
    project,
    picture,
    version: context.version,
    mayApply: engine.mayApply,
  });
  let server: PageServer;
  try {
    server = await servePage({
      port,
      page: () => pageText(template, { title: pageTitle(now.picture), data: dataOf(now), from: "server" }),
      answer: (data) => answered(engine, data),
    });
  } catch (error) {
    const { code } = error as { code?: string };
    context.report([badPort(String(port), code === "EADDRINUSE" ? "something else uses it" : String(code))]);
    return exitCode.general;
  }
  io.stdout(`${server.address}\n`);
  io.stderr("Ctrl-C ends it. The page follows changes of the files.\n");
  if (options["open"] !== false && io.isTerminal("stdout")) openBrowser(server.address);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const again = async (): Promise<void> => {
    now = await inspectRelease(context);
    engine.renew(now);
    server.send("change", JSON.stringify(dataOf(now)));
  };
  for (const folder of now.folders)
    watch(folder, { recursive: true }, () => {
      clearTimeout(pause);
      pause = setTimeout(() => void again(), PAUSE);
    });
  // The system ends it, at once and also in the middle of a render: there is nothing to put away.
  return new Promise<number>(() => undefined);
}

async function answered(engine: PageEngine, data: unknown): Promise<unknown> {
  const question = pageQuestion(data);
  if (question === undefined) return { failure: "this opm does not know the question: reload the page" };
  return { answer: await engine.answer(question) };
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
