// A release for the page: its picture, and the files to ask "what if" with.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ReleaseView } from "../../picture/index.ts";
import type { Picture } from "../../picture/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { pipelineHost } from "../command/pipeline-host.ts";
import { list, openedInputs, renderRequest, withSecrets } from "../command/mod-render.ts";
import { SecretInputs } from "../command/secret-inputs.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { textFiles } from "../../host/node-text-files.ts";

export interface Inspected {
  readonly picture: Picture;
  readonly project: unknown;
  readonly failed: boolean;
  /** What to watch. */
  readonly folders: readonly string[];
}

export async function inspectRelease(context: CommandContext): Promise<Inspected> {
  const { io, options } = context;
  const secrets = new SecretInputs(context);
  const inputs = await openedInputs(context, secrets);
  context.report(relativePlaces(secrets.safe(inputs.diagnostics), io.cwd));
  const { environment: _, ...request } = withSecrets(renderRequest(context, inputs.files), secrets);
  const names = list(options["environment"]);
  // The page's root is the current folder: commands that it prints can be run here, and it tells nothing of this machine.
  const shown = (path: string): string =>
    path === io.cwd ? "/" : path.startsWith(`${io.cwd}/`) ? path.slice(io.cwd.length) : path;
  const view = await ReleaseView.open(
    pipelineHost(context),
    { ...request, ...(names.length > 0 && { environments: { names } }) },
    {
      diagnostic: (d) => secrets.diagnostic(d),
      file: (name, text) =>
        secrets.diagnostic({
          code: "",
          severity: "info",
          message: "",
          places: [{ file: { name, text }, span: { start: 0, end: 0 } }],
        }).places![0]!.file.text,
    },
  );
  const picture = view.picture();
  const platform = typeof options["platform"] === "string" ? resolve(io.cwd, options["platform"]) : undefined;
  const values = list(options["values"]).filter((name) => name !== "-");
  const root = moduleRoot(request.path);
  const folders = [root, ...(platform === undefined ? [] : [platform]), ...values.map((name) => resolve(io.cwd, name))];
  // As long as it is not known which values are secret, no file is shown at all.
  const files = secrets.withheld ? {} : textFiles(folders, shown, (text) => secrets.redact(text));
  for (const { name, text } of inputs.files) files[shown(name)] = secrets.redact(text);
  return {
    picture,
    project: {
      files,
      path: shown(request.path),
      ...(platform !== undefined && { platform: shown(platform) }),
      values: inputs.files.map(({ name }) => shown(name)),
      sets: ((options["sets"] ?? []) as readonly Given[])
        .filter(({ option }) => option !== "set-file")
        .map(({ option, value }) => ({ kind: option, argument: secrets.redact(value) })),
      tags: list(options["inject"]).map((tag) => secrets.redact(tag)),
      ...(names.length > 0 && { environments: names }),
    },
    failed: hasErrors([...inputs.diagnostics]) || pictureFailed(picture),
    folders,
  };
}

function pictureFailed({ diagnostics, releases }: Picture): boolean {
  return [...diagnostics, ...releases.flatMap((release) => release.diagnostics)].some((d) => d.severity === "error");
}

/** The nearest folder upwards that holds cue.mod; packages of one module may import each other. */
function moduleRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "cue.mod"))) return at;
    if (dirname(at) === at) return folder;
  }
}
