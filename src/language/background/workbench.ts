// What takes long, done here: diagnostics, releases, previews. Beside the server, or in a thread of its own.
import { moduleOf } from "../analysis/module-of.ts";
import { Releases } from "../analysis/releases.ts";
import type { SecretGuard } from "../analysis/secret-guard.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { Checker } from "../check/checker.ts";
import { releaseCheck } from "../check/release-check.ts";
import { valuesFileCheck } from "../check/values-file-check.ts";
import { codeLenses } from "../feature/code-lens.ts";
import { addDependencies, removeRedundant } from "../feature/heavy-actions.ts";
import { inlayHints } from "../feature/inlay-hints.ts";
import { find } from "../feature/navigate.ts";
import { Previews } from "../feature/preview.ts";
import type { Preview } from "../feature/preview.ts";
import { effectiveValues, releaseFacts } from "../feature/release-facts.ts";
import type { CodeAction, CodeLens, InlayHint, Location, LspDiagnostic, Position, Range } from "../protocol/types.ts";
import type { Settings } from "../settings.ts";
import type { SlowAnswers } from "./slow-answers.ts";

export class Workbench implements SlowAnswers {
  readonly checker: Checker;
  readonly #workspace: Workspace;
  readonly #guard: SecretGuard;
  readonly #releases: Releases;
  readonly #previews: Previews;

  /** @param tell sends a notification to the client */
  constructor(
    workspace: Workspace,
    settings: Settings,
    guard: SecretGuard,
    tell: (method: string, params: unknown) => void,
  ) {
    this.#workspace = workspace;
    this.#guard = guard;
    this.#releases = new Releases(workspace, settings, guard);
    this.#previews = new Previews(workspace, this.#releases);
    const further = [
      releaseCheck(workspace, this.#releases, () => settings.releases),
      valuesFileCheck(workspace, this.#releases, guard),
    ];
    const publish = (uri: string, version: number, diagnostics: readonly unknown[]): void =>
      tell("textDocument/publishDiagnostics", { uri, version, diagnostics });
    this.checker = new Checker(workspace, settings, publish, further, (analysis) => guard.learn(analysis));
    this.checker.onDone = () => tell("opm/checked", {});
  }

  check(): Promise<void> {
    return this.checker.run();
  }

  checkLater(): Promise<void> {
    this.checker.schedule();
    return Promise.resolve();
  }

  facts(path: string, steps: readonly string[]): Promise<string> {
    return releaseFacts(this.#workspace, this.#releases, this.#guard, path, steps);
  }

  async hints(path: string, range: Range): Promise<InlayHint[]> {
    const found = await find(this.#workspace, path, 0);
    if (found === undefined) return [];
    const effective = await effectiveValues(this.#workspace, this.#releases, path);
    const secrets = this.#guard.pathsOf(found.analysis);
    const lines = this.#workspace.linesOf(path);
    const span = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
    return inlayHints(found.resolver, found.file, lines, span, secrets, effective);
  }

  async lenses(path: string): Promise<CodeLens[]> {
    const workspace = this.#workspace;
    const found = await find(workspace, path, 0);
    if (found === undefined) return [];
    return codeLenses(workspace, this.#releases, found.file, workspace.uriOf(path), workspace.linesOf(path));
  }

  redundant(path: string): Promise<CodeAction[]> {
    return removeRedundant(this.#workspace, path);
  }

  dependencies(path: string, diagnostics: readonly LspDiagnostic[]): Promise<CodeAction[]> {
    return addDependencies(this.#workspace, path, diagnostics);
  }

  preview(path: string, environment?: string): Promise<Preview | undefined> {
    return this.#previews.preview(path, environment);
  }

  previewOrigins(path: string, line: number, environment?: string): Promise<Location[]> {
    return this.#previews.origins(path, line, environment);
  }

  previewLines(path: string, position: Position, environment?: string): Promise<number[]> {
    const offset = this.#workspace.linesOf(path).offsetAt(position);
    return this.#previews.linesFrom(path, offset, environment);
  }

  async environments(path: string): Promise<string[]> {
    const folder = await moduleOf(this.#workspace, path);
    if (folder === undefined) return [];
    const module = await this.#releases.open(folder);
    return module.environments.map(({ name }) => name);
  }

  sourceText(path: string): Promise<string | undefined> {
    return Promise.resolve(this.#workspace.sourceText(path));
  }

  /** Forgets all that was evaluated: some of it was called off in the middle. */
  forget(): void {
    this.#workspace.forget();
    this.#releases.forget();
    this.checker.schedule();
  }
}
