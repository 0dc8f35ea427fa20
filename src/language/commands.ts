// Requests of our own, and commands: previews, environments, explanations.
import { COMMANDS } from "./feature/code-lens.ts";
import { Later, ResponseError, RpcError } from "./protocol/connection.ts";
import type { Position } from "./protocol/types.ts";
import type { LanguageServer } from "./server.ts";
import { pathOfUri } from "./text/uri.ts";

interface PreviewParams {
  readonly uri: string;
  readonly environment?: string;
}

export function registerCommands(server: LanguageServer): void {
  const { connection, workspace, slow, settings } = server;
  const preview = ({ uri, environment }: PreviewParams): Later => new Later(slow.preview(pathOfUri(uri), environment));
  connection.onRequest("opm/preview", preview);
  connection.onRequest(
    "opm/previewOrigins",
    ({ uri, line, environment }: PreviewParams & { line: number }) =>
      new Later(slow.previewOrigins(pathOfUri(uri), line, environment)),
  );
  connection.onRequest(
    "opm/previewLines",
    ({ uri, position, environment }: PreviewParams & { position: Position }) =>
      new Later(slow.previewLines(pathOfUri(uri), position, environment)),
  );
  const environments = ({ uri }: { uri: string }): Later =>
    new Later(slow.environments(pathOfUri(uri)).then((names) => ({ names, chosen: settings.environment })));
  connection.onRequest("opm/environments", environments);
  const useEnvironment = ({ name }: { name: string }): null => {
    settings.environment = name;
    server.settingsChanged();
    server.refresh();
    return null;
  };
  connection.onRequest("opm/useEnvironment", useEnvironment);
  // A text that no file holds: a package of a module that was fetched.
  connection.onRequest("opm/source", ({ uri }: { uri: string }) => {
    const path = pathOfUri(uri);
    const own = workspace.sourceText(path);
    return own === undefined
      ? new Later(slow.sourceText(path).then((text) => ({ text: text ?? null })))
      : { text: own };
  });
  connection.onRequest(
    "workspace/executeCommand",
    ({ command, arguments: given = [] }: { command: string; arguments?: readonly unknown[] }) => {
      const [first, second] = given;
      switch (command) {
        case COMMANDS.preview:
          return preview({ uri: String(first), ...(typeof second === "string" && { environment: second }) });
        case "opm.environments":
          return environments({ uri: String(first) });
        case "opm.useEnvironment":
          return useEnvironment({ name: String(first ?? "") });
        case COMMANDS.explain:
          return new Later(slow.facts(pathOfUri(String(first)), String(second ?? "").split(".")));
        default:
          throw new ResponseError(RpcError.invalidParams, `no command ${command}`);
      }
    },
  );
}
