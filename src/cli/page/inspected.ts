// A folder for the page: its picture, and the files to ask "what if" with.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { OverlayFiles } from "../../cue/load/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { textFiles } from "../../host/node-text-files.ts";
import { ReleaseView } from "../../picture/index.ts";
import type { Picture, Project, ProjectSet } from "../../picture/index.ts";
import { loadConfig } from "../../pipeline/index.ts";
import type { PipelineHost, RenderRequest } from "../../pipeline/index.ts";
import { hasErrors, reword } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { list, openedInputs, renderRequest, withSecrets } from "../command/mod-render.ts";
import { pipelineHost } from "../command/pipeline-host.ts";
import { SecretInputs } from "../command/secret-inputs.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { DerivedTexts } from "./derived-texts.ts";
import { PageNames } from "./page-names.ts";
import { ReadModules } from "./read-modules.ts";

export interface Inspected {
  readonly view: ReleaseView;
  readonly picture: Picture;
  readonly project: Project;
  /** What rendering it derived from the catalog. */
  readonly derived: Readonly<Record<string, string>>;
  readonly failed: boolean;
  /** What to watch. */
  readonly folders: readonly string[];
  readonly names: PageNames;
}

/** What somebody tries out in the page. */
interface Edits {
  /** By real path. */
  readonly files: ReadonlyMap<string, string>;
  readonly sets: readonly Given[];
}

export async function inspectRelease(given: CommandContext, edits?: Edits): Promise<Inspected> {
  const context = edits === undefined ? given : edited(given, edits);
  const { io, options } = context;
  const secrets = new SecretInputs(context);
  const inputs = await openedInputs(context, secrets);
  if (edits === undefined) context.report(relativePlaces(secrets.safe(inputs.diagnostics), io.cwd));
  const files = inputs.files.map((file) => ({ ...file, text: edits?.files.get(file.name) ?? file.text }));
  const { environment: _, ...request } = withSecrets(renderRequest(context, files), secrets);
  const environments = list(options["environment"]);
  const host = pipelineHost(context);
  const { platform, config, settings } = await settingsOf(host, request, io.cwd);
  const values = list(options["values"])
    .filter((name) => name !== "-")
    .map((name) => resolve(io.cwd, name));
  const root = moduleRoot(request.path) ?? request.path;
  const others = [
    ...(platform === undefined ? [] : [platform]),
    ...(config === undefined ? [] : [moduleRoot(dirname(config)) ?? config]),
    ...values,
  ];
  const names = new PageNames(io.cwd, root, others, io.env["HOME"]);
  const modules = new ReadModules((folder, name) => names.add(folder, name));
  const derived = new DerivedTexts(host);
  const view = await ReleaseView.open(
    { ...host, registry: (setting) => modules.watch(host.registry(setting)), cache: derived.cache },
    { ...request, ...(environments.length > 0 && { environments: { names: environments } }) },
    {
      diagnostic: (d) => named(secrets.diagnostic(d), names),
      file: (name, text) => shownText(secrets, name, text),
      name: (file) => names.of(file),
    },
  );
  const picture = view.picture();
  const folders = [root, ...others].filter((path) => existsSync(path));
  let isCut = secrets.withheld;
  const safe = (text: string): string => {
    const shown = secrets.redact(text);
    isCut ||= shown !== text;
    return shown;
  };
  // As long as it is not known which values are secret, no file is shown at all.
  const texts = secrets.withheld ? {} : textFiles(folders, (path) => names.of(path), safe);
  for (const { name, text } of inputs.files) texts[names.of(name)] = safe(text);
  const read = secrets.withheld ? {} : modules.all(safe);
  const sets = ((options["sets"] ?? []) as readonly Given[]).map((one) => {
    const { kind, argument } = projectSet(one, io.cwd);
    return { kind, argument: safe(argument) };
  });
  const fetched = picture.releases.some(({ secrets: all }) => all.some(({ how }) => how === "tag"));
  return {
    view,
    picture,
    derived: derived.ofCatalog(),
    project: {
      files: texts,
      path: names.of(request.path),
      ...(platform !== undefined && { platform: names.of(platform) }),
      ...(config !== undefined && { config: names.of(config) }),
      ...(Object.keys(settings).length > 0 && { settings }),
      ...(request.releaseName !== undefined && { releaseName: request.releaseName }),
      ...(request.strict === true && { strict: true }),
      values: inputs.files.map(({ name }) => names.of(name)),
      sets,
      tags: list(options["inject"]).map(safe),
      ...(environments.length > 0 && { environments }),
      ...(Object.keys(read).length > 0 && { modules: read }),
      ...((isCut || fetched) && { sealed: true }),
    },
    failed: hasErrors(inputs.diagnostics) || pictureFailed(picture),
    folders,
    names,
  };
}

/** The same command with other texts and other values. */
function edited(context: CommandContext, { files, sets }: Edits): CommandContext {
  const { io, options } = context;
  return {
    ...context,
    io: { ...io, files: new OverlayFiles(io.files ?? nodeFiles, files) },
    options: { ...options, sets },
  };
}

/** The text of a file is brought along: the page cannot read it. */
function projectSet({ option, value }: Given, cwd: string): ProjectSet {
  if (option !== "set-file") return { kind: option as ProjectSet["kind"], argument: value };
  const equals = value.indexOf("=");
  const text = realText(resolve(cwd, value.slice(equals + 1))) ?? "";
  return { kind: "set-json", argument: `${value.slice(0, equals)}=${JSON.stringify(text)}` };
}

function shownText(secrets: SecretInputs, name: string, text: string): string {
  const place = { file: { name, text }, span: { start: 0, end: 0 } };
  return secrets.diagnostic({ code: "", severity: "info", message: "", places: [place] }).places![0]!.file.text;
}

/** Without the folders of this machine. */
function named(d: Diagnostic, names: PageNames): Diagnostic {
  return reword(d, (text) => names.text(text));
}

export function pictureErrors({ diagnostics, releases }: Picture): Picture["diagnostics"] {
  return [...diagnostics, ...releases.flatMap((release) => release.diagnostics)].filter((d) => d.severity === "error");
}

const pictureFailed = (picture: Picture): boolean => pictureErrors(picture).length > 0;

/** The nearest folder upwards that holds cue.mod; packages of one module may import each other. */
function moduleRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "cue.mod"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

interface InEffect {
  readonly platform?: string;
  readonly config?: string;
  readonly settings: NonNullable<Project["settings"]>;
}

/** What flags, variables and configurations of this machine say, which a page knows nothing of. */
async function settingsOf(host: PipelineHost, request: RenderRequest, cwd: string): Promise<InEffect> {
  const { value } = await loadConfig(host, { flags: {}, ...request, folder: request.path });
  const { platform, namespace, provider } = value?.settings ?? {};
  return {
    ...(platform && { platform: resolve(platform.file === undefined ? cwd : dirname(platform.file), platform.value) }),
    ...(value?.providersFile !== undefined && { config: value.providersFile }),
    settings: {
      ...(namespace && { namespace: namespace.value }),
      ...(provider && { provider: provider.value }),
    },
  };
}

/** A text as it is on the disk. */
export function realText(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : undefined;
}
