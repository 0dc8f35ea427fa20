// Requests of our own, and commands: previews, environments, explanations.
import { COMMANDS } from "./feature/code-lens.ts";
import { Previews } from "./feature/preview.ts";
import { ResponseError, RpcError } from "./protocol/connection.ts";
import type { Position } from "./protocol/types.ts";
import type { LanguageServer } from "./server.ts";
import { pathOfUri } from "./text/uri.ts";

interface PreviewParams {
  readonly uri: string;
  readonly environment?: string;
}

export function registerCommands(server: LanguageServer): void {
  const { connection, workspace, releases, settings } = server;
  const previews = new Previews(workspace, releases);
  const preview = async ({ uri, environment }: PreviewParams): Promise<unknown> =>
    (await previews.preview(pathOfUri(uri), environment)) ?? null;
  connection.onRequest("opm/preview", preview);
  connection.onRequest("opm/previewOrigins", ({ uri, line, environment }: PreviewParams & { line: number }) =>
    previews.origins(pathOfUri(uri), line, environment),
  );
  connection.onRequest("opm/previewLines", ({ uri, position, environment }: PreviewParams & { position: Position }) => {
    const path = pathOfUri(uri);
    return previews.linesFrom(path, workspace.linesOf(path).offsetAt(position), environment);
  });
  const environments = async ({ uri }: { uri: string }): Promise<unknown> => {
    const folder = await releases.moduleOf(pathOfUri(uri));
    if (folder === undefined) return { names: [], chosen: settings.environment };
    const module = await releases.open(folder);
    return { names: module.environments.map(({ name }) => name), chosen: settings.environment };
  };
  connection.onRequest("opm/environments", environments);
  const useEnvironment = ({ name }: { name: string }): null => {
    settings.environment = name;
    server.checker.schedule();
    server.refresh();
    return null;
  };
  connection.onRequest("opm/useEnvironment", useEnvironment);
  // A text that no file holds: a package of a module that was fetched.
  connection.onRequest("opm/source", ({ uri }: { uri: string }) => {
    const path = pathOfUri(uri);
    return { text: workspace.sourceText(path) ?? null };
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
          return server.explain(pathOfUri(String(first)), String(second ?? ""));
        default:
          throw new ResponseError(RpcError.invalidParams, `no command ${command}`);
      }
    },
  );
}
