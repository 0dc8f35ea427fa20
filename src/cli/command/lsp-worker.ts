// No command: what the language server's thread loads. It stands here to be part of the program's bundle.
import { nodeLanguageHost } from "../../host/node-language-host.ts";
import { serveThread } from "../../host/node-language-thread.ts";

export function serve(): void {
  serveThread(nodeLanguageHost(process.env, () => performance.now()));
}
