import { isFileFault } from "../../cue/load/index.ts";
import type { Instance } from "../../cue/load/index.ts";
import { parseFile } from "../../cue/syntax/index.ts";
import { SourceFile, hiding, hasErrors, hasReason, reasonOf, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import { CueProgram } from "../cue-access.ts";
import type { Declaration, Value } from "../../cue/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import type { PipelineHost } from "../host.ts";
import { hideValues, nearestName, viewOf, withoutValues } from "../../values/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { UNUSED_IMPORT } from "../unused-import.ts";
import { CONFIG_SCHEMA, SETTINGS } from "./config-schema.ts";
import { catalogFirst, preferring } from "./preferring.ts";
import type { Config, ConfigValue, ProviderValue, Setting, SettingName } from "./config.ts";
import { repositoryConfig } from "./repository-config.ts";
import { resolveSettings } from "./settings.ts";
import type { SettingFlags } from "./settings.ts";

interface ConfigRequest {
  /** `--config`, absolute. */
  readonly config?: string;
  readonly flags: SettingFlags;
  /** The folder that a command is about, absolute: its repository may have a configuration. */
  readonly folder?: string;
}

const BUILT_IN = "kubernetes";

/** Phase 0: settings, providers, and the context that everything up to phase 4 is evaluated in. */
export async function loadConfig(host: PipelineHost, request: ConfigRequest): Promise<Outcome<Config>> {
  const found = findFiles(host, request);
  if (found.diagnostics.length > 0) return { diagnostics: found.diagnostics };
  const { repository, path } = found;
  const files = [repository, path].filter((file) => file !== undefined);
  // The registry must be known before the files can be evaluated, because they may import.
  const early = files.map((file) => {
    const registry = literalRegistry(host, file);
    return registry === undefined ? {} : { registry };
  });
  const { registry } = resolveSettings(request.flags, host.env, ...early);
  const configured = host.registry(registry?.value);
  const program = new CueProgram(
    host.files,
    registry === undefined
      ? catalogFirst(host.catalog, configured)
      : preferring(configured, host.catalog, (m) =>
          host.shadowed?.(`${m.path.replace(/@.*/u, "")}@${m.version}`, askedText(host, registry)),
        ),
    { text: askedText(host, registry), packages: () => host.catalog.packages() },
    host.packages,
  );
  const context = program.context();
  const read: ConfigFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const one = await readFile(context, file, file === repository);
    diagnostics.push(...one.diagnostics);
    if (one.value !== undefined) read.push(one.value);
  }
  if (hasErrors(diagnostics)) return { diagnostics };
  const settings = resolveSettings(request.flags, host.env, ...read.map((one) => one.settings));
  // Providers are a set that belongs together: those of the nearest file that has any.
  const own = read.find((one) => one.providers.length > 0);
  const providersFile = own && files[read.indexOf(own)];
  const encryption = read.find((one) => one.encryption !== undefined)?.encryption;
  const about: About = {
    ...(path !== undefined && { path }),
    ...(repository !== undefined && { repository }),
    ...(encryption && { encryption }),
    ...(providersFile !== undefined && { providersFile }),
    settings,
  };
  return {
    value: own === undefined ? builtIn(host, context, about) : withProviders(host, context, about, own),
    diagnostics,
  };
}

function askedText({ catalog, env }: PipelineHost, registry: Setting | undefined): string {
  const own = `the catalog of opm ${catalog.index.version}`;
  if (registry !== undefined) return `${registry.value} (${registry.from}), then ${own}`;
  return `${own}, then ${env["CUE_REGISTRY"] ? `${env["CUE_REGISTRY"]} (CUE_REGISTRY)` : "CUE's public registry"}`;
}

type About = Pick<Config, "path" | "repository" | "providersFile" | "settings" | "encryption">;

function builtIn(host: PipelineHost, context: CueAccess, about: About): Config {
  return {
    ...about,
    providers: [BUILT_IN],
    cue: new CueHandle<ConfigValue>({
      context,
      provider: () => ({
        ...(host.catalog.contentKey !== undefined && { key: host.catalog.contentKey }),
        load: () => builtInProvider(host, context),
      }),
      ...means(host, context),
    }),
  };
}

function withProviders(
  host: PipelineHost,
  context: CueAccess,
  about: About,
  { instance, providers }: ConfigFile,
): Config {
  return {
    ...about,
    providers,
    cue: new CueHandle<ConfigValue>({
      context,
      provider: (name) => ({
        load: () => Promise.resolve({ value: { instance, path: ["config", "providers", name] }, diagnostics: [] }),
      }),
      ...means(host, context),
    }),
  };
}

/** What later phases may use of the host. */
function means(host: PipelineHost, context: CueAccess): Omit<ConfigValue, "context" | "provider"> {
  const { cache, workers, memory } = host;
  const packages = new Map<string, Promise<Instance | undefined>>();
  return {
    ...(cache && { cache }),
    ...(workers && { workers }),
    ...(memory && { memory }),
    catalogPackage: (importPath) => {
      let found = packages.get(importPath);
      if (found === undefined)
        packages.set(importPath, (found = loadFromCatalog(host, context, importPath).then(({ value }) => value)));
      return found;
    },
  };
}

function loadFromCatalog(host: PipelineHost, context: CueAccess, importPath: string): Promise<Outcome<Instance>> {
  const { catalog } = host;
  return context.program.load({ args: [`${importPath}@${catalog.index.version}`], cwd: "/", registry: catalog });
}

async function builtInProvider(host: PipelineHost, context: CueAccess): Promise<Outcome<ProviderValue>> {
  const loaded = await loadFromCatalog(host, context, "opmodel.dev/providers/kubernetes");
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  return { value: { instance: loaded.value, path: ["#Provider"] }, diagnostics: [] };
}

interface FoundFiles {
  readonly path?: string;
  readonly repository?: string;
  readonly diagnostics: readonly Diagnostic[];
}

// Flag, OPM_CONFIG: that file alone. Else the repository's over ~/.opm/config.cue, either of which may be absent.
function findFiles(host: PipelineHost, request: ConfigRequest): FoundFiles {
  const named = request.config ?? (host.env["OPM_CONFIG"] || undefined);
  if (named === undefined) {
    const usual = host.home === undefined ? undefined : `${host.home}/.opm/config.cue`;
    const there = usual !== undefined && host.files.stat(usual) === "file";
    const { folder } = request;
    const repository = folder === undefined ? undefined : repositoryConfig(host.files, folder, host.home);
    return {
      ...(there && { path: usual }),
      ...(repository !== undefined && repository !== usual && { repository }),
      diagnostics: [],
    };
  }
  const kind = host.files.stat(named);
  if (kind === "file") return { path: named, diagnostics: [] };
  return {
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.noConfigFile, "cannot read the configuration {named}: {problem}", {
          named,
          problem: isFileFault(kind) ? kind.text : "not a file",
          path: named,
        }),
        severity: "error",
        hint: advise(PIPELINE_CODE.noConfigFile, "it is named by {who}; opm config init writes one", {
          who: request.config === undefined ? "OPM_CONFIG" : "--config",
        }),
      },
    ],
  };
}

/** `config: registry: "…"` as it is written, without evaluating anything. */
function literalRegistry(host: PipelineHost, path: string): Setting | undefined {
  const content = host.files.readFile(path);
  if (isFileFault(content)) return undefined;
  const source = SourceFile.fromBytes(path, content);
  const text = /^\s*(?:config:\s*)?registry:\s*"([^"\\]*)"/m.exec(source.text);
  if (text === null || parseFile(source).errors.length > 0) return undefined;
  return { value: text[1]!, source: "config", from: path, file: path, shadowed: [] };
}

/** A file that was read and checked. */
interface ConfigFile {
  readonly instance: Instance;
  readonly settings: Partial<Record<SettingName, Setting>>;
  readonly providers: readonly string[];
  readonly encryption?: NonNullable<Config["encryption"]>;
}

async function readFile(context: CueAccess, path: string, isRepository: boolean): Promise<Outcome<ConfigFile>> {
  const slash = path.lastIndexOf("/");
  const loaded = await context.program.load({ args: [path.slice(slash + 1)], cwd: path.slice(0, slash) || "/" });
  if (loaded.value === undefined) return { diagnostics: withHint(loaded.diagnostics, path) };
  const checked = checkSchema(context, loaded.value, path);
  if (hasErrors(checked.diagnostics) || checked.value === undefined)
    return { diagnostics: withHint(checked.diagnostics, path) };
  const { root, settings } = checked.value;
  const providers = root.at("config", "providers");
  return {
    value: {
      instance: loaded.value,
      settings,
      providers: providers === undefined ? [] : providers.entries().map(({ name }) => name),
      ...encryptionOf(root.at("config", "encryption")),
    },
    diagnostics: isRepository ? onlyForUsers(settings, root, path) : [],
  };
}

function encryptionOf(value: Value | undefined): Pick<ConfigFile, "encryption"> {
  if (value === undefined) return {};
  const keys = (list: Value | undefined): string[] =>
    list === undefined
      ? []
      : viewOf(list)
          .items()
          .map(({ text }) => text);
  const environments = value.field("environments")?.entries() ?? [];
  return {
    encryption: {
      recipients: keys(value.field("recipients")),
      environments: Object.fromEntries(environments.map((entry) => [entry.name, keys(entry.value)])),
    },
  };
}

/** A kubeconfig may name programs to run, and a cache folder is written to: that is no decision of a repository. */
const USERS_ONLY: readonly SettingName[] = ["kubeconfig", "cacheDir"];

function onlyForUsers(settings: Partial<Record<SettingName, Setting>>, root: Value, path: string): Diagnostic[] {
  return USERS_ONLY.filter((name) => settings[name] !== undefined).map((name): Diagnostic => {
    const [declared] = root.at(...settings[name]!.from.split("."))?.declarations() ?? [];
    return {
      ...tell(PIPELINE_CODE.badConfig, "a repository cannot set {from}", { from: settings[name]!.from, name, path }),
      severity: "error",
      path: settings[name]!.from,
      ...(declared?.place && { places: [unread(nameAt(declared.place, declared.field))] }),
      hint: advise(PIPELINE_CODE.badConfig, "write it in your own configuration, ~/.opm/config.cue"),
    };
  });
}

function checkSchema(
  context: CueAccess,
  user: Instance,
  path: string,
): Outcome<{ root: Value; settings: Partial<Record<SettingName, Setting>> }> {
  const root = context.root(user);
  const checked = context.program.synthetic({
    path: "config schema",
    text: CONFIG_SCHEMA,
    packageName: "opm_config",
    imports: new Map([["opm.internal/user", user]]),
  });
  const config = context.root(checked).field("checked");
  if (config === undefined) throw new Error("the schema has no field checked");
  const diagnostics = context.errors(config, { concrete: true }).map((d): Diagnostic => ({
    ...d,
    ...(d.path && { path: d.path.replace(/^checked/, "config") }),
    places: (d.places ?? []).filter((place) => place.file.name !== "config schema"),
  }));
  diagnostics.push(...unknownSettings(root));
  const settings: Partial<Record<SettingName, Setting>> = {};
  const read = (name: SettingName, ...at: string[]): void => {
    const v = config.at(...at);
    const text = v && (v.text() ?? boolText(v));
    if (text !== undefined)
      settings[name] = { value: text, source: "config", from: `config.${at.join(".")}`, file: path, shadowed: [] };
  };
  read("registry", "registry");
  read("provider", "provider");
  read("cacheDir", "cacheDir");
  read("platform", "platform");
  read("kubeconfig", "kubernetes", "kubeconfig");
  read("context", "kubernetes", "context");
  read("namespace", "kubernetes", "namespace");
  read("timestamps", "log", "timestamps");
  read("apiWarnings", "log", "kubernetes", "apiWarnings");
  return { value: { root, settings }, diagnostics };
}

// Told by us and not by CUE, so that providers need not be evaluated to find them.
function unknownSettings(root: Value): Diagnostic[] {
  const config = root.field("config");
  return (config === undefined ? [] : config.entries()).flatMap(({ name, value: item }): Diagnostic[] => {
    if (SETTINGS.includes(name)) return [];
    const [declared] = item.declarations();
    const near = nearestName(name, SETTINGS);
    return [
      {
        ...tell(PIPELINE_CODE.badConfig, "there is no setting {name}", { name }),
        severity: "error",
        path: `config.${name}`,
        ...(declared?.place && { places: [unread(nameAt(declared.place, declared.field))] }),
        notes: [`settings: ${SETTINGS.join(", ")}`],
        ...(near !== null && { hint: advise(PIPELINE_CODE.badConfig, "did you mean {near}?", { near }) }),
      },
    ];
  });
}

/** What nobody reads may be a login that somebody put there. */
const unread = (place: Place): Place => hiding(place, withoutValues(place.file, "row"), "unread");

function nameAt({ file, span }: Place, field: Declaration["field"]): Place {
  return { file, span: field === undefined ? span : { start: field.label.pos, end: field.end } };
}

function boolText({ scalar }: Value): string | undefined {
  return scalar?.kind === "bool" ? scalar.text : undefined;
}

function withHint(found: readonly Diagnostic[], path: string): Diagnostic[] {
  // A text that is not CUE is shown by its names: addresses of registries may hold a login.
  const diagnostics = found.flatMap((d) => {
    const isText = d.code.startsWith("OPM20") && !hasReason(d, "import", "registry", "unused");
    const file = isText ? d.places?.find((place) => place.file.name === path)?.file : undefined;
    return file === undefined ? [d] : hideValues([d], file, "row");
  });
  return diagnostics.map((d) => ({
    ...d,
    code: d.code === undefined || reasonOf(d) !== undefined ? PIPELINE_CODE.badConfig : d.code,
    hint:
      d.hint ??
      (hasReason(d, "unused")
        ? UNUSED_IMPORT
        : hasReason(d, "import")
          ? advise(PIPELINE_CODE.badConfig, "run opm mod tidy to add what is missing to cue.mod/module.cue", {})
          : advise(PIPELINE_CODE.badConfig, "this is the configuration {path}; opm config vet checks it", { path })),
  }));
}
