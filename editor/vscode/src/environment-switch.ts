import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** The environment that values are shown for, in the status bar. */
export class EnvironmentSwitch implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];

  constructor(client: LanguageClient) {
    this.#client = client;
    this.#item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 90);
    this.#item.command = "opm.chooseEnvironment";
    this.#subscriptions = [
      this.#item,
      vscode.commands.registerCommand("opm.chooseEnvironment", () => this.#choose()),
      vscode.window.onDidChangeActiveTextEditor(() => void this.refresh()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #environments(): Promise<{ names: string[]; chosen: string } | undefined> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || uri.scheme !== "file") return undefined;
    return this.#client.sendRequest("opm/environments", { uri: uri.toString() });
  }

  async refresh(): Promise<void> {
    const found = await this.#environments();
    if (found === undefined || found.names.length === 0) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(globe) ${found.names.includes(found.chosen) ? found.chosen : "no environment"}`;
    this.#item.tooltip = "Values are shown as in this environment";
    this.#item.show();
  }

  async #choose(): Promise<void> {
    const found = await this.#environments();
    const none = "(none)";
    const picked = await vscode.window.showQuickPick([none, ...(found?.names ?? [])], { title: "Show values as in" });
    if (picked === undefined) return;
    await this.#client.sendRequest("opm/useEnvironment", { name: picked === none ? "" : picked });
    await this.refresh();
  }
}
