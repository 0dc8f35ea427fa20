// What the commands that render have in common: options to a request, diagnostics to the user.
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { FileRefused, readNamedFile } from "../../host/node-regular-file.ts";
import { render } from "../../pipeline/index.ts";
import type { RenderRequest, RenderResult, Until } from "../../pipeline/index.ts";
import { decodeUtf8, hiding, pipelineCode, valuesCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { withoutValues } from "../../values/index.ts";
import type { SetFlag, SetKind } from "../../values/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { renderTemplates } from "./template-values.ts";
import { pipelineHost } from "./pipeline-host.ts";
import { settingFlags } from "./setting-flags.ts";

export { settingFlags };

/** Renders as the options say, and reports everything that was found. */
export async function renderCommand(context: CommandContext, until?: Until): Promise<RenderResult> {
  const { io } = context;
  const secrets = new SecretInputs(context);
  const inputs = await openedInputs(context, secrets);
  const request = withSecrets(renderRequest(context, inputs.files), secrets);
  const result = await render(pipelineHost(context), request, until);
  const trace = context.options["trace"];
  if (typeof trace === "string")
    writeWholeFile(resolve(io.cwd, trace), secrets.redact(result.trace.text((d) => secrets.diagnostic(d))));
  const diagnostics = [...inputs.diagnostics, ...result.diagnostics];
  context.report(relativePlaces(secrets.safe(diagnostics), io.cwd));
  return { ...result, diagnostics };
}

export function renderRequest(context: CommandContext, files: readonly SourceText[]): RenderRequest {
  const { io, options } = context;
  const text = (name: string): string | undefined => (typeof options[name] === "string" ? options[name] : undefined);
  const config = text("config");
  const releaseName = text("releaseName");
  const environment = list(options["environment"])[0];
  return {
    path: resolve(io.cwd, context.args[0] ?? "."),
    ...(config !== undefined && { config: resolve(io.cwd, config) }),
    flags: settingFlags(context),
    cwd: io.cwd,
    tags: list(options["inject"]),
    ...(releaseName !== undefined && { releaseName }),
    ...(environment !== undefined && { environment }),
    values: { files, sets: setFlags(context), readText: (path) => readText(resolve(io.cwd, path)) },
    strict: options["strict"] === true,
  };
}

/** Secrets are opaque in it, tags are fetched for it, and the evaluator alone may open them. */
export function withSecrets(
  request: RenderRequest,
  { opaque, tags, begin, known, made, reveal }: SecretInputs,
): RenderRequest {
  return { ...request, values: { ...request.values, opaque, tags, begin, known, made }, reveal };
}

/** The files of `-f`, templates rendered and encrypted ones opened. */
export async function openedInputs(
  context: CommandContext,
  secrets: SecretInputs,
): Promise<{ files: SourceText[]; diagnostics: Diagnostic[] }> {
  const inputs = valueInputs(context);
  const rendered = renderTemplates(context, inputs.files, secrets.opaque);
  const opened = await secrets.open(rendered.files);
  return { files: opened.files, diagnostics: [...inputs.diagnostics, ...rendered.diagnostics, ...opened.diagnostics] };
}

/** In the order of the command line. One of several of a kind is named with its number: `--set#2`. */
function setFlags({ options }: CommandContext): SetFlag[] {
  const given = (options["sets"] ?? []) as readonly Given[];
  const byKind = new Map<string, Given[]>();
  for (const one of given) byKind.set(one.option, [...(byKind.get(one.option) ?? []), one]);
  return given.map((one): SetFlag => {
    const same = byKind.get(one.option)!;
    const number = same.length > 1 ? same.indexOf(one) + 1 : undefined;
    return { kind: one.option as SetKind, argument: one.value, ...(number !== undefined && { number }) };
  });
}

function valueInputs({ io, options }: CommandContext): { files: SourceText[]; diagnostics: Diagnostic[] } {
  const files: SourceText[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of list(options["values"])) {
    const path = name === "-" ? "-" : resolve(io.cwd, name);
    const bytes = name === "-" ? io.stdin() : readBytes(path);
    if (typeof bytes === "string") {
      diagnostics.push({
        ...tell(pipelineCode.noValuesFile, "cannot read the values file {name}: {bytes}", { name, bytes }),
        severity: "error",
        ...(bytes === MISSING && {
          hint: advise(pipelineCode.noValuesFile, "a file of -f is looked for from the current folder"),
        }),
      });
      continue;
    }
    const file = { name: path, text: decodeText(bytes) };
    const bad = file.text.includes("\uFFFD") ? badByte(bytes) : undefined;
    if (bad === undefined) files.push(file);
    else diagnostics.push(notUtf8(name, file, bad));
  }
  return { files, diagnostics };
}

const MISSING = "there is no such file";

/** What a file holds, or why it cannot be read. */
function readBytes(path: string): Uint8Array | string {
  try {
    return readNamedFile(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EISDIR") return "it is a folder";
    return code === "ENOENT" || code === "ENOTDIR"
      ? MISSING
      : code === "EACCES"
        ? "permission is missing"
        : error instanceof FileRefused
          ? error.message
          : String(code);
  }
}

/** Where a text that should be UTF-8 is not: the offset of the first such byte in it. */
function badByte(bytes: Uint8Array): number | undefined {
  const at = decodeUtf8(bytes).search(/(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
  return at < 0 ? undefined : at;
}

function notUtf8(name: string, file: SourceText, offset: number): Diagnostic {
  return {
    ...tell(valuesCode.badFile, "the values file {name} is no text: this byte is not UTF-8", { name }),
    severity: "error",
    places: [hiding({ file, span: { start: offset, end: offset + 1 } }, withoutValues(file), "unread")],
    hint: advise(valuesCode.badFile, "save it as UTF-8"),
  };
}

export function readText(path: string): string | null {
  try {
    return decodeText(readNamedFile(path));
  } catch {
    return null;
  }
}

/** UTF-8, or UTF-16 with its mark, which some shells write; without the mark. */
function decodeText(bytes: Uint8Array): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(wide).decode(bytes);
}

export function list(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : typeof value === "string" ? [value] : [];
}
