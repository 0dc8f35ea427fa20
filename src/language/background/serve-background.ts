// The side of the thread: follows the documents, makes diagnostics, answers what takes long.
import type { LanguageHost } from "../analysis/host.ts";
import { SecretGuard } from "../analysis/secret-guard.ts";
import { Workspace } from "../analysis/workspace.ts";
import { followDocuments } from "../documents.ts";
import { Connection, Later, ResponseError, RpcError } from "../protocol/connection.ts";
import type { Message } from "../protocol/connection.ts";
import { Settings } from "../settings.ts";
import { CallOff } from "./call-off.ts";
import { SLOW_ANSWERS } from "./slow-answers.ts";
import { COUNTED, ON_THREAD } from "./thread.ts";
import { Workbench } from "./workbench.ts";

/** Answers with what takes the messages of the other side. */
export function serveBackground(
  host: LanguageHost,
  post: (message: Message) => void,
  changes?: Int32Array,
): (message: Message) => void {
  const callOff = new CallOff(changes);
  const workspace = new Workspace(host, callOff);
  const settings = new Settings();
  const guard = new SecretGuard();
  const learningPost = (message: Message): void => {
    guard.learnWatched();
    post(message);
  };
  const connection = new Connection(learningPost, () => host.turn());
  const workbench = new Workbench(workspace, settings, guard, (method, params) => connection.notify(method, params));
  // The other side cleans what leaves; it has to know what we know, before anything that holds it.
  workspace.onAnalysed = (analysis) => guard.watch(analysis);
  guard.onLearned = (text) => post({ jsonrpc: "2.0", method: ON_THREAD.secret, params: { text } });
  connection.onCrash = (error, method) => {
    const stack = error instanceof Error ? (error.stack ?? error.name) : "unknown";
    connection.notify(ON_THREAD.crash, { stack, method });
  };
  workbench.checker.onCrash = (error) => {
    if (!callOff.aborted) connection.onCrash(error, "check");
  };
  followDocuments(connection, workspace, {
    closed: ({ uri, path }) => workbench.checker.forget(uri, path),
    folders: () => workbench.checker.schedule(),
  });
  connection.onHandled = (method) => {
    if (COUNTED.has(method) && callOff.handled()) workbench.forget();
  };
  connection.onNotification(ON_THREAD.settings, (given: object) => {
    settings.update(given);
    workspace.budget = settings.budget;
    workbench.checker.schedule();
  });
  for (const method of SLOW_ANSWERS)
    connection.onRequest(method, (args: readonly unknown[]) => {
      const before = callOff.times;
      const answer = async (): Promise<unknown> => {
        const result = await (workbench[method] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
        if (callOff.aborted || callOff.times !== before)
          throw new ResponseError(RpcError.contentModified, "the text has changed meanwhile");
        return result;
      };
      return new Later(answer());
    });
  return (message) => connection.receive(message);
}
