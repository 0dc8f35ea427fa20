// What many releases of one module share: configuration, platform, module, environments, provider. All is loaded and
// evaluated once, whatever the number of releases.
import type { Instance } from "../cue/load/index.ts";
import { hasErrors } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { environmentsFor, joinEnvironments, selectEnvironments } from "../values/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition, Environments, Path } from "../values/index.ts";
import type { Config } from "./0-config/config.ts";
import { loadConfig } from "./0-config/load-config.ts";
import type { SettingFlags } from "./0-config/settings.ts";
import { chooseProvider } from "./1-provider/choose-provider.ts";
import { loadProvider } from "./1-provider/load-provider.ts";
import type { Provider } from "./1-provider/provider.ts";
import { loadModule } from "./2-module/load-module.ts";
import type { Module } from "./2-module/module.ts";
import { checkEnvironments } from "./3-release/check-environments.ts";
import type { KnownElsewhere } from "./3-release/fit-layers.ts";
import { moduleEnvironments } from "./3-release/module-environments.ts";
import type { CueAccess } from "./cue-access.ts";
import type { PipelineHost } from "./host.ts";
import { governModule } from "./platform/govern.ts";
import type { Governed } from "./platform/govern.ts";
import { loadPlatform } from "./platform/load-platform.ts";
import type { LoadedPlatform } from "./platform/load-platform.ts";
import type { Trace } from "./trace.ts";

export interface SessionRequest {
  /** The module's folder, absolute. */
  readonly path: string;
  /** `--config`, absolute. */
  readonly config?: string;
  readonly flags?: SettingFlags;
  /** What a relative path of the platform is relative to; one in the configuration is relative to that. */
  readonly cwd?: string;
  /** `-t`, as `key=value` or `key`: what `@tag(key)` in the module's or the releases' package stands for (VAL-9). */
  readonly tags?: readonly string[];
  /** The provider will be needed: phase 1 comes before phase 2. */
  readonly rendering?: boolean;
}

export interface Session {
  readonly config: Config;
  /** `-t`, for the packages that are released and for values files. */
  readonly tags: readonly string[];
  readonly cue: CueAccess;
  readonly module: Module;
  readonly platform?: LoadedPlatform;
  /** Of the platform and of the module. */
  readonly environments: Environments;
  /** What the platform says about the module. */
  readonly governed: Governed;
  /** Whether a value that this module does not know is meant for another. */
  readonly isKnownElsewhere?: KnownElsewhere;
  /** The day, `2026-12-31`, for what ends. */
  readonly today: () => string;
  /** Loaded when the first release asks for it. */
  provider(): Promise<Outcome<Provider>>;
}

/** As much as could be opened; without a session only the diagnostics, and the module if it was found. */
export interface OpenedSession {
  readonly session?: Session;
  readonly config?: Config;
  readonly module?: Module;
  /** The folder holds a package that is no module. */
  readonly isOther?: boolean;
  /** That package, where everybody else would load the same. */
  readonly other?: Outcome<Instance>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What sessions of several modules share. */
export interface Workspace {
  readonly config: Config;
  readonly platform?: LoadedPlatform;
  /** For the packages that are released, and not for what they import. */
  readonly tags: readonly string[];
  /** The day, `2026-12-31`, for what ends: whoever asks depends on it. */
  readonly today: () => string;
  /** Loaded when the first release asks for it. */
  provider(): Promise<Outcome<Provider>>;
}

/** Phase 0, and the platform that the configuration names. Without a value something is wrong with either. */
export async function openWorkspace(
  host: PipelineHost,
  request: Pick<SessionRequest, "config" | "flags" | "cwd" | "tags"> & { readonly path?: string },
  trace: Trace,
): Promise<Outcome<Workspace> & { readonly config?: Config }> {
  const watched = host.cache === undefined ? host : { ...host, cache: trace.watch(host.cache) };
  const folder = request.path ?? request.cwd;
  const loaded = await trace.phase(0, () =>
    loadConfig(watched, { flags: {}, ...request, ...(folder !== undefined && { folder }) }),
  );
  const config = loaded.value;
  if (config === undefined) return { diagnostics: loaded.diagnostics };
  const named = platformPath(config, request.cwd ?? "/");
  const platform = named === undefined ? undefined : await loadPlatform(config.cue.get().context, named);
  const diagnostics = [...loaded.diagnostics, ...(platform?.diagnostics ?? [])];
  if (platform !== undefined && platform.value === undefined) return { config, diagnostics };
  let provider: Promise<Outcome<Provider>> | undefined;
  const value: Workspace = {
    config,
    ...(platform?.value && { platform: platform.value }),
    tags: request.tags ?? [],
    today: () => host.today?.() ?? new Date().toISOString().slice(0, 10),
    provider: () => (provider ??= trace.phase(1, () => providerOf(config))),
  };
  return { value, config, diagnostics };
}

/** Phases 0 and 2, and what the platform says. */
export async function openSession(host: PipelineHost, request: SessionRequest, trace: Trace): Promise<OpenedSession> {
  const { value: workspace, config, diagnostics } = await openWorkspace(host, request, trace);
  if (config === undefined) return { diagnostics };
  if (request.rendering === true) await workspace?.provider();
  const opened = await openModule(config, workspace, request.path, trace);
  return { ...opened, diagnostics: [...diagnostics, ...opened.diagnostics] };
}

/** Phase 2. Without a workspace the module is looked at all the same, so that everything wrong is told at once. */
export async function openModule(
  config: Config,
  workspace: Workspace | undefined,
  path: string,
  trace: Trace,
): Promise<OpenedSession> {
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  const { context: cue } = config.cue.get();
  const loaded = await trace.phase(2, () => loadModule(cue, path, workspace?.tags));
  const { isOther, other } = loaded;
  const module = keep(loaded);
  if (module !== undefined) trace.needs(cue.program.origins(module.cue.get().instance));
  if (module === undefined || workspace === undefined)
    return { config, ...(module && { module }), ...(isOther && { isOther }), ...(other && { other }), diagnostics };
  const { platform } = workspace;

  const wrong = checkEnvironments(cue, module);
  diagnostics.push(...wrong);
  const governed = keep(governModule(platform, module.metadata));
  if (governed === undefined || hasErrors(wrong)) return { config, module, diagnostics };
  return {
    session: {
      ...workspace,
      cue,
      module,
      environments: environmentsOf(workspace, module),
      governed,
      isKnownElsewhere: () => isKnownToPlatform(platform),
    },
    config,
    module,
    diagnostics,
  };
}

/** Absolute; undefined if there is none. */
function platformPath({ settings }: Pick<Config, "settings">, cwd: string): string | undefined {
  const { platform } = settings;
  if (platform === undefined || /^(?:\/|[A-Za-z]:)/.test(platform.value)) return platform?.value;
  const { file } = platform;
  const from = file === undefined ? cwd : file.slice(0, file.lastIndexOf("/"));
  const steps: string[] = [];
  for (const step of `${from}/${platform.value}`.split("/"))
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  return `/${steps.join("/")}`;
}

/** What a module can be released to: environments of the platform, of the module, of the package that releases it. */
export function environmentsOf(
  { config, platform }: Workspace,
  module: Module,
  inPackage?: Environments,
): Environments {
  const own = moduleEnvironments(config.cue.get().context, module);
  const all = joinEnvironments(platform?.environments ?? new Map(), own, inPackage ?? new Map());
  return environmentsFor(all, module.metadata);
}

/** The modules of a platform are elsewhere; only where its catalog has one alone, there are no others. */
function isKnownToPlatform(platform: LoadedPlatform | undefined): boolean | undefined {
  return platform?.catalog?.entries.length === 1 ? false : undefined;
}

/** A session about a module that a release of a package names. */
export function releaseSession(
  workspace: Workspace,
  module: Module,
  environments: Environments,
  isKnownInPackage: (path: Path) => boolean,
): Outcome<Session> {
  const { context: cue } = workspace.config.cue.get();
  const governed = governModule(workspace.platform, module.metadata);
  if (governed.value === undefined) return { diagnostics: governed.diagnostics };
  return {
    value: {
      ...workspace,
      cue,
      module,
      environments: environmentsOf(workspace, module, environments),
      governed: governed.value,
      isKnownElsewhere: (path, shared) =>
        shared === "package" ? isKnownInPackage(path) : isKnownToPlatform(workspace.platform),
    },
    diagnostics: governed.diagnostics,
  };
}

/** The environments that a command is about; `[undefined]` for a release without one. */
export function chosenEnvironments(
  session: Session,
  choice: EnvironmentChoice,
): Outcome<readonly (EnvironmentDefinition | undefined)[]> {
  const { value, diagnostics } = selectEnvironments(session.environments, choice);
  const none = (choice.names?.length ?? 0) === 0 && choice.all !== true;
  return { value: none ? [undefined] : value!, diagnostics };
}

async function providerOf(config: Config): Promise<Outcome<Provider>> {
  const name = chooseProvider(config);
  if (name.value === undefined) return { diagnostics: name.diagnostics };
  const { context, provider, cache } = config.cue.get();
  return loadProvider(context, name.value, provider(name.value), cache);
}
