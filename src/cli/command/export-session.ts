// What the commands that export a folder of manifests share.
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DELIVERY_CODE, releaseFolders } from "../../delivery/index.ts";
import type { Exported, ReleaseFolder } from "../../delivery/index.ts";
import { ORDER_FILE, parseOrder } from "../../matrix/index.ts";
import type { ReleaseOrder } from "../../matrix/index.ts";
import { manifestsJson, manifestsYaml } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { readText } from "../print/read-text.ts";
import { manifestFiles, readObjects } from "./manifest-files.ts";
import { tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** The releases of the folder that the first argument names; a number if there are none, which is told. */
export function exportedReleases(
  context: CommandContext,
): { folder: string; releases: readonly ReleaseFolder[] } | number {
  const { io, args } = context;
  const fail = (told: Told, exit: number): number => {
    context.report([{ ...told, severity: "error" }]);
    return exit;
  };
  const folder = resolve(io.cwd, args[0] ?? "manifests");
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return fail(
      tell(DELIVERY_CODE.artifact, "there is no folder {folder}: opm release build --out-dir makes one", { folder }),
      exitCode.notFound,
    );
  const files = manifestFiles(folder).filter(({ name }) => !/(?:^|\/)kustomization\.yaml$/.test(name));
  const objects = readObjects(files);
  if (typeof objects === "string")
    return fail(tell(DELIVERY_CODE.artifact, "{problem}", { problem: objects }), exitCode.validation);
  const orders = ordersIn(folder, [...new Set(objects.map(({ file }) => dirname(file)))]);
  if (typeof orders === "string")
    return fail(tell(DELIVERY_CODE.artifact, "{problem}", { problem: orders }), exitCode.validation);
  const found = releaseFolders(objects, orders);
  context.report(found.diagnostics);
  if (found.value === undefined) return exitCode.validation;
  if (found.value.length === 0)
    return fail(tell(DELIVERY_CODE.artifact, "{folder} holds no manifests", { folder }), exitCode.validation);
  return { folder, releases: found.value };
}

/** What is kept beside manifests about their order, by folder; a text: what is wrong with it. */
function ordersIn(root: string, folders: readonly string[]): Map<string, ReleaseOrder> | string {
  const orders = new Map<string, ReleaseOrder>();
  for (const folder of folders) {
    const text = readText(join(root, folder, ORDER_FILE));
    if (text === undefined) continue;
    const order = parseOrder(text);
    if (order === undefined) return `${join(folder, ORDER_FILE)} does not say what comes first: render it again`;
    orders.set(folder === "." ? "" : folder, order);
  }
  return orders;
}

export function printExported({ io, options }: CommandContext, objects: readonly Exported[]): number {
  io.stdout(options["output"] === "json" ? manifestsJson(objects) : manifestsYaml(objects));
  return exitCode.ok;
}

/** Reads options by name; the second word is what holds where one was not given. */
export const textOptions =
  ({ options }: CommandContext) =>
  (name: string, fallback: string): string =>
    typeof options[name] === "string" ? options[name] : fallback;

/** A tag of an OCI reference; a port is none. */
export function splitTag(source: string): string[] {
  const m = /^(oci:\/\/.+):([A-Za-z0-9_][\w.-]*)$/.exec(source);
  return m === null || !m[1]!.slice("oci://".length).includes("/") ? [source] : [m[1]!, m[2]!];
}
