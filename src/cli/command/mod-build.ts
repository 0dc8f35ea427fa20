import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { manifestJson, manifestYaml, manifestsJson, manifestsYaml, splitNames } from "../../pipeline/index.ts";
import type { RenderResult } from "../../pipeline/index.ts";
import { maskManifest, revealManifest } from "../../secrets/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod build [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context);
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  const objects = printable(context, result);
  const json = context.options["output"] === "json";
  const split = context.options["split"] === true || context.options["outDir"] !== undefined;
  if (!split) {
    context.io.stdout(json ? manifestsJson(objects) : manifestsYaml(objects));
    return exitCode.ok;
  }
  const folder = resolve(context.io.cwd, String(context.options["outDir"] ?? "manifests"));
  mkdirSync(folder, { recursive: true });
  const names = splitNames(result.manifests.map(({ identity }) => identity), json ? "json" : "yaml");
  objects.forEach((object, i) => writeFileSync(join(folder, names[i]!), json ? manifestJson(object) : manifestYaml(object)));
  context.io.stderr(`${objects.length} files in ${folder}\n`);
  return exitCode.ok;
}

/** Secrets masked, unless the user wants to see them. */
function printable(context: CommandContext, { manifests }: RenderResult): unknown[] {
  if (context.options["reveal"] === true) return manifests.map(({ object }) => revealManifest(object));
  let count = 0;
  const objects = manifests.map(({ object }) => {
    const masked = maskManifest(object);
    count += masked.count;
    return masked.value;
  });
  if (count > 0)
    context.io.stderr(`${count} secret value${count === 1 ? "" : "s"} shown as ***; --reveal prints ${count === 1 ? "it" : "them"}\n`);
  return objects;
}
