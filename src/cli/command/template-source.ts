import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readNamedFile, readRegularFile } from "../../host/node-regular-file.ts";
import { commandLineCode, tell } from "../../source/index.ts";
import type { Diagnostic, SourceText, Told } from "../../source/index.ts";
import { referencedTemplates, TEMPLATE_CODE } from "../../tera/index.ts";
import type { TemplateOptions } from "../../tera/index.ts";
import { hideValues } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { formatOfName, readData } from "./template-data.ts";

/** What commands on templates read; `problem` says why there is nothing, and whether a file was missing. */
type Input<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Diagnostic; readonly missing: boolean };

/** A file, or standard input for `-`. */
export function readText(
  { io }: CommandContext,
  path: string,
  read: (path: string) => Uint8Array = readNamedFile,
): Input<SourceText> {
  try {
    const bytes = path === "-" ? io.stdin() : read(resolve(io.cwd, path));
    return { ok: true, value: { name: path === "-" ? "stdin" : path, text: new TextDecoder().decode(bytes) } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const message = code === "ENOENT" ? `there is no file ${path}` : `${path} cannot be read (${code})`;
    return {
      ok: false,
      missing: code === "ENOENT",
      problem: { ...tell(commandLineCode.noFile, "{problem}", { problem: message }), severity: "error" },
    };
  }
}

/**
 * The templates that one asks for, directly or through others: files below its own folder, by their paths from
 * there. A name that leads out of the folder, also by a link, is not looked up, so it is missing.
 */
export function readReferenced(context: CommandContext, source: SourceText): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  const folder = source.name === "stdin" ? context.io.cwd : dirname(resolve(context.io.cwd, source.name));
  const waiting = referencedTemplates(source.text);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name in found || isAbsolute(name) || leadsOut(folder, join(folder, name))) continue;
    const text = readText(context, join(folder, name), readRegularFile);
    if (!text.ok) continue;
    found[name] = text.value.text;
    waiting.push(...referencedTemplates(text.value.text));
  }
  return found;
}

function leadsOut(folder: string, path: string): boolean {
  const isBelow = (root: string, at: string): boolean => !/^\.\.(?:[\\/]|$)/.test(relative(root, at));
  if (!isBelow(folder, path)) return true;
  try {
    return !isBelow(realpathSync(folder), realpathSync(path));
  } catch {
    return false;
  }
}

/** The variables of `-m key=value` and `--vars FILE`; a file may also set `matrix` and `otel`. */
interface GivenVariables {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly options: Pick<TemplateOptions, "matrix" | "otel">;
}

export function readVariables(context: CommandContext): Input<GivenVariables> {
  const vars = Object.create(null) as Record<string, unknown>;
  let options: GivenVariables["options"] = {};
  const path = context.options["vars"];
  if (typeof path === "string") {
    const file = readVariablesFile(context, path);
    if (!file.ok) return file;
    const { vars: inner, matrix, otel, ...rest } = file.value;
    Object.assign(vars, rest, isRecord(inner) ? inner : inner === undefined ? {} : { vars: inner });
    options = { ...(matrix !== undefined && { matrix }), ...(otel !== undefined && { otel }) };
  }
  for (const mapping of (context.options["map"] as readonly string[] | undefined) ?? []) {
    const equals = mapping.indexOf("=");
    if (equals < 1)
      return bad(
        tell(TEMPLATE_CODE.badMapping, "Invalid variable mapping: '{mapping}' (expected key=value format)", {
          mapping,
        }),
      );
    vars[mapping.slice(0, equals)] = mapping.slice(equals + 1);
  }
  return { ok: true, value: { vars, options } };
}

function readVariablesFile(context: CommandContext, path: string): Input<Record<string, unknown>> {
  const file = readText(context, path);
  if (!file.ok) return file;
  const data = readData(file.value.text, formatOfName(path) ?? "yaml");
  if (!data.ok) {
    const span = { start: data.offset, end: Math.min(data.offset + 1, file.value.text.length) };
    const problem: Diagnostic = {
      ...tell(TEMPLATE_CODE.badMapping, "{problem}", { problem: data.message }),
      severity: "error",
      places: [{ file: file.value, span }],
    };
    return { ok: false, missing: false, problem: hideValues([problem], file.value)[0]! };
  }
  const value = data.value instanceof Map ? Object.fromEntries(data.value) : data.value;
  if (value === null || value === undefined) return { ok: true, value: {} };
  return isRecord(value)
    ? { ok: true, value }
    : bad(tell(TEMPLATE_CODE.badMapping, "{path} does not hold variables: it is not a table", { path }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bad(told: Told): Input<never> {
  return { ok: false, missing: false, problem: { ...told, severity: "error" } };
}
