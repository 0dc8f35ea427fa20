// Rendered objects to standard output or to files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestJson, manifestYaml, manifestsJson, manifestsYaml, splitNames } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { maskManifest, revealManifest } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** The objects as they may be printed: secrets masked, unless the user wants to see them. */
export function printableObjects(context: CommandContext, manifests: readonly Manifest[]): unknown[] {
  if (context.options["reveal"] === true) return manifests.map(({ object }) => revealManifest(object));
  let count = 0;
  const objects = manifests.map(({ object }) => {
    const masked = maskManifest(object);
    count += masked.count;
    return masked.value;
  });
  if (count > 0) {
    const one = count === 1;
    context.io.stderr(`${count} secret value${one ? "" : "s"} shown as ***; --reveal prints ${one ? "it" : "them"}\n`);
  }
  return objects;
}

export function writeStream(context: CommandContext, objects: readonly unknown[]): void {
  context.io.stdout(context.options["output"] === "json" ? manifestsJson(objects) : manifestsYaml(objects));
}

/** One file for each object; returns the names. */
export function writeFolder(
  context: CommandContext,
  folder: string,
  manifests: readonly Manifest[],
  objects: readonly unknown[],
): readonly string[] {
  const json = context.options["output"] === "json";
  mkdirSync(folder, { recursive: true });
  const names = splitNames(manifests.map(({ identity }) => identity), json ? "json" : "yaml");
  objects.forEach((object, i) => {
    writeFileSync(join(folder, names[i]!), json ? manifestJson(object) : manifestYaml(object));
  });
  return names;
}
