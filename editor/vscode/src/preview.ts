import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

interface Preview {
  readonly uri: string;
  readonly environment: string;
  readonly text: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

interface Origin {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

const SCHEME = "opm-preview";

/** The manifests as a document beside the source. It follows typing; each line leads to where it comes from. */
export class PreviewPanel implements vscode.Disposable {
  readonly #client: () => LanguageClient | undefined;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #marks = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
  });
  /** The source document that each preview is of. */
  readonly #sources = new Map<string, vscode.Uri>();

  constructor(client: () => LanguageClient | undefined) {
    this.#client = client;
    const provider: vscode.TextDocumentContentProvider = {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#content(uri),
    };
    this.#subscriptions = [
      this.#changed,
      this.#marks,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
      vscode.languages.registerDefinitionProvider(
        { scheme: SCHEME },
        {
          provideDefinition: (document, position) => this.#origins(document.uri, position.line),
        },
      ),
      vscode.commands.registerCommand("opm.openPreview", () => this.open()),
      vscode.commands.registerCommand("opm.goToOrigin", () => this.#goToOrigin()),
      vscode.window.onDidChangeTextEditorSelection((change) => void this.#mark(change.textEditor)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  refresh(): void {
    for (const uri of this.#sources.keys()) this.#changed.fire(vscode.Uri.parse(uri));
  }

  /** What a lens says about a value. */
  async explain(markdown: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: markdown });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  async #request<T>(method: string, params: object): Promise<T> {
    const client = this.#client();
    if (client === undefined) throw new Error("the language server is not running");
    return client.sendRequest<T>(method, params);
  }

  async open(source = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    if (source === undefined) return;
    const preview = await this.#ask(source);
    if (preview === null) {
      void vscode.window.showInformationMessage("This file belongs to no module.");
      return;
    }
    const uri = vscode.Uri.parse(preview.uri);
    this.#sources.set(uri.toString(), source);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "yaml");
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  #ask(source: vscode.Uri): Promise<Preview | null> {
    return this.#request("opm/preview", { uri: source.toString() });
  }

  async #content(uri: vscode.Uri): Promise<string> {
    const source = this.#sources.get(uri.toString());
    const preview = source === undefined ? null : await this.#ask(source);
    if (preview === null) return "";
    if (preview.text !== "") return preview.text;
    return preview.diagnostics.map(({ message }) => `# ${message.replaceAll("\n", "\n# ")}\n`).join("");
  }

  async #origins(uri: vscode.Uri, line: number): Promise<vscode.Location[]> {
    const source = this.#sources.get(uri.toString());
    if (source === undefined) return [];
    const found = await this.#request<Origin[]>("opm/previewOrigins", { uri: source.toString(), line });
    return found.map(
      (o) =>
        new vscode.Location(vscode.Uri.parse(o.uri), new vscode.Position(o.range.start.line, o.range.start.character)),
    );
  }

  async #goToOrigin(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const [first] = await this.#origins(editor.document.uri, editor.selection.active.line);
    if (first !== undefined)
      await vscode.window.showTextDocument(first.uri, { selection: first.range, viewColumn: vscode.ViewColumn.One });
  }

  /** Lines of the manifests that the cursor's place decides are marked. */
  async #mark(editor: vscode.TextEditor): Promise<void> {
    const { document, selection } = editor;
    if (document.uri.scheme !== "file") return;
    for (const shown of vscode.window.visibleTextEditors) {
      const source = this.#sources.get(shown.document.uri.toString());
      if (source === undefined) continue;
      const position = { line: selection.active.line, character: selection.active.character };
      const lines = await this.#request<number[]>("opm/previewLines", {
        uri: document.uri.toString(),
        position,
      });
      shown.setDecorations(
        this.#marks,
        lines.map((line) => new vscode.Range(line, 0, line, 0)),
      );
    }
  }
}
