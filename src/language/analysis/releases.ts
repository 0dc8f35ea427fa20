// Releases of the modules that are being edited: opened, merged and rendered over unsaved texts, and kept while nothing
// that they read changes.
import { Trace, chosenEnvironments, openSession, renderRelease } from "../../pipeline/index.ts";
import type { OpenedSession, ReleaseResult, ReleaseTask, Session, Until } from "../../pipeline/index.ts";
import { Secret, reveal } from "../../secrets/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import type { EnvironmentDefinition, MakeOpaque, Opaque } from "../../values/index.ts";
import type { Settings } from "../settings.ts";
import { WatchedFiles } from "./buffer-files.ts";
import type { SecretGuard } from "./secret-guard.ts";
import type { Workspace } from "./workspace.ts";

/** A module whose session is open, with what was made of it so far. */
export interface OpenModule {
  readonly folder: string;
  readonly opened: OpenedSession;
  readonly session: Session | undefined;
  /** Environments that something can be released to. */
  readonly environments: readonly EnvironmentDefinition[];
  depends(path: string): boolean;
}

export class Releases {
  readonly #workspace: Workspace;
  readonly #settings: Settings;
  readonly #guard: SecretGuard;
  readonly #modules = new Map<string, { promise: Promise<OpenModule>; done?: OpenModule }>();
  readonly #results = new WeakMap<Session, Map<string, Promise<ReleaseResult>>>();
  readonly #made = new Map<string, Secret>();

  constructor(workspace: Workspace, settings: Settings, guard: SecretGuard) {
    this.#workspace = workspace;
    this.#settings = settings;
    this.#guard = guard;
    workspace.onChange((path) => {
      for (const [key, { done }] of this.#modules)
        if (done === undefined || done.depends(path)) this.#modules.delete(key);
    });
  }

  /** Forgets all that was evaluated. */
  forget(): void {
    this.#modules.clear();
  }

  open(folder: string): Promise<OpenModule> {
    const key = `${folder}\n${this.#settings.platform}`;
    const known = this.#modules.get(key);
    if (known !== undefined) return known.promise;
    const entry: { promise: Promise<OpenModule>; done?: OpenModule } = { promise: this.#open(folder) };
    this.#modules.set(key, entry);
    // Whoever asked hears of what went wrong.
    entry.promise.then(
      (done) => (entry.done = done),
      () => this.#modules.delete(key),
    );
    return entry.promise;
  }

  async #open(folder: string): Promise<OpenModule> {
    const { workers: _, ...host } = this.#workspace.host;
    const watched = new WatchedFiles(this.#workspace.files);
    const { platform } = this.#settings;
    const opened = await openSession(
      { ...host, files: watched, packages: this.#workspace.packages },
      { path: folder, cwd: this.#base(folder), ...(platform !== "" && { flags: { platform } }) },
      this.#trace(),
    );
    const { session } = opened;
    // With all that they inherit; abstract ones are left out.
    const all = session === undefined ? [] : (chosenEnvironments(session, { all: true }).value ?? []);
    const environments = all.filter((environment) => environment !== undefined);
    return { folder, opened, session, environments, depends: (path) => watched.depends(path) };
  }

  /** What a relative platform is relative to. */
  #base(folder: string): string {
    const above = [...this.#workspace.folders].filter((f) => folder === f || folder.startsWith(`${f}/`));
    return above.toSorted((a, b) => b.length - a.length)[0] ?? folder;
  }

  #trace(): Trace {
    return new Trace(() => this.#workspace.host.clock(), { keep: false });
  }

  /** The environment that values are shown for: the one that is chosen, if the module has it. */
  chosen({ environments }: OpenModule): EnvironmentDefinition | undefined {
    return environments.find(({ name }) => name === this.#settings.environment);
  }

  /** One release of a module, as far as asked for; with values files over it. */
  release(
    { session }: OpenModule,
    environment: EnvironmentDefinition | undefined,
    until: Until,
    files: readonly SourceText[] = [],
  ): Promise<ReleaseResult> | undefined {
    if (session === undefined) return undefined;
    let results = this.#results.get(session);
    if (results === undefined) this.#results.set(session, (results = new Map()));
    const key = `${until}\n${environment?.name ?? ""}\n${files.map(({ name, text }) => `${name}\n${text}`).join("\n")}`;
    let result = results.get(key);
    if (result === undefined) {
      const task: ReleaseTask = {
        ...(environment && { environment }),
        values: { files, opaque: this.#opaque },
        reveal: this.#reveal,
      };
      results.set(key, (result = renderRelease(session, task, until, this.#trace())));
    }
    return result;
  }

  readonly #opaque: MakeOpaque = (text, origin) => {
    this.#guard.add(text);
    let secret = this.#made.get(text);
    if (secret === undefined) this.#made.set(text, (secret = new Secret(text, origin)));
    return secret;
  };

  readonly #reveal = (secret: Opaque): string => reveal(secret as Secret);
}

/** Diagnostics of several releases as one list: each says for which environments it holds, if not for all. */
export function joinedDiagnostics(
  results: readonly { readonly environment: string; readonly diagnostics: readonly Diagnostic[] }[],
): { readonly diagnostic: Diagnostic; readonly environments: readonly string[] }[] {
  const out = new Map<string, { diagnostic: Diagnostic; environments: string[] }>();
  for (const { environment, diagnostics } of results)
    for (const diagnostic of diagnostics) {
      const [place] = diagnostic.places ?? [];
      const key = JSON.stringify([diagnostic.code, diagnostic.message, place?.file.name, place?.span, diagnostic.path]);
      const known = out.get(key) ?? { diagnostic, environments: [] };
      out.set(key, known);
      if (!known.environments.includes(environment)) known.environments.push(environment);
    }
  return [...out.values()];
}
