// The page of a folder on this machine, following its files.
import { watch } from "node:fs";
import { pageText } from "../../host/node-page-file.ts";
import { servePage } from "../../host/node-page-server.ts";
import type { CommandContext } from "../command-spec.ts";
import { inspectRelease } from "./inspected.ts";
import type { Inspected } from "./inspected.ts";
import { PageEngine, pageQuestion } from "./page-engine.ts";
import { pageTitle } from "./page-title.ts";

export interface ServedRelease {
  /** With the token in it. */
  readonly address: string;
  close(): Promise<void>;
}

const PAUSE = 80;

/** Rejects where the port cannot be had. */
export async function serveRelease(context: CommandContext, template: string, port: number): Promise<ServedRelease> {
  let now = await inspectRelease(context);
  const engine = new PageEngine(context, now);
  const dataOf = ({ project, picture, derived }: Inspected): unknown => ({
    mode: "served",
    project,
    picture,
    derived,
    version: context.version,
    mayApply: engine.mayApply,
  });
  const server = await servePage({
    port,
    page: () => pageText(template, { title: pageTitle(now.picture), data: dataOf(now), from: "server" }),
    answer: (data) => answered(engine, data),
  });
  let pause: ReturnType<typeof setTimeout> | undefined;
  const again = async (): Promise<void> => {
    now = await inspectRelease(context);
    engine.renew(now);
    server.send("change", JSON.stringify(dataOf(now)));
  };
  const watchers = now.folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(pause);
      pause = setTimeout(() => void again(), PAUSE);
    }),
  );
  return {
    address: server.address,
    close() {
      for (const watcher of watchers) watcher.close();
      clearTimeout(pause);
      return server.close();
    },
  };
}

async function answered(engine: PageEngine, data: unknown): Promise<unknown> {
  const question = pageQuestion(data);
  if (question === undefined) return { failure: "this opm does not know the question: reload the page" };
  return { answer: await engine.answer(question) };
}
