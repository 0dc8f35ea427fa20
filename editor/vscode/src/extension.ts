// The extension: starts `opm lsp`, shows the environment in the status bar and the manifests beside the source. It does
// not register the language `cue`: that is the official extension's, and ours works with or without it.
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { EnvironmentSwitch } from "./environment-switch.ts";
import { PreviewPanel } from "./preview.ts";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  await start(context);
  context.subscriptions.push(
    vscode.commands.registerCommand("opm.restart", async () => {
      await client?.stop();
      await start(context);
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("opm.languageServer") || change.affectsConfiguration("opm.command"))
        await vscode.commands.executeCommand("opm.restart");
    }),
  );
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("opm");
  const mode = settings.get<string>("languageServer", "beside");
  if (mode === "off") return;
  if (mode === "replace") await switchOffOther();
  const [command = "opm", ...args] = settings.get<string[]>("command", ["opm", "lsp"]);
  const selector = ["cue", "yaml", "json", "jsonc", "toml"].map((language) => ({ scheme: "file", language }));
  const preview = new PreviewPanel(() => client);
  client = new LanguageClient(
    "opm",
    "OPM",
    { command, args },
    {
      documentSelector: [
        ...selector,
        { scheme: "untitled", language: "cue" },
        { scheme: "file", pattern: "**/*.{cue,tera}" },
      ],
      synchronize: { configurationSection: "opm" },
      middleware: {
        // Lenses name commands of the server; here they have a place to be shown.
        executeCommand: async (name, given, next) => {
          if (name === "opm.preview") return preview.open(vscode.Uri.parse(String(given[0])));
          const answer: unknown = await next(name, given);
          if (name === "opm.explain" && typeof answer === "string" && answer !== "") await preview.explain(answer);
          return answer;
        },
      },
      initializationOptions: settings,
    },
  );
  const environments = new EnvironmentSwitch(client);
  context.subscriptions.push(client, environments, preview);
  await client.start();
  client.onNotification("opm/checked", () => {
    void environments.refresh();
    preview.refresh();
  });
}

/** The official extension's server would answer everything a second time. */
async function switchOffOther(): Promise<void> {
  const other = vscode.workspace.getConfiguration("cue");
  if (other.get<boolean>("useLanguageServer") === false) return;
  await other.update("useLanguageServer", false, vscode.ConfigurationTarget.Workspace);
}
