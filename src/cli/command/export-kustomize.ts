import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kustomization, missingNamespaces, namespaceObject } from "../../delivery/index.ts";
import { manifestYaml } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { exportedReleases } from "./export-session.ts";

/** `opm export kustomize FOLDER`: a kustomization.yaml in every folder, with resources in the order of applying. */
export function run(context: CommandContext): number {
  const { io, options } = context;
  const found = exportedReleases(context);
  if (typeof found === "number") return found;
  const { folder, releases } = found;
  const folders = new Map<string, string[]>();
  const add = (parent: string, name: string): void => {
    const known = folders.get(parent) ?? [];
    if (!known.includes(name)) folders.set(parent, [...known, name]);
  };
  for (const { path, objects } of releases) {
    for (const { file } of objects) add(path, file.slice(file.lastIndexOf("/") + 1));
    // Every folder above lists it.
    const steps = path === "" ? [] : path.split("/");
    for (let n = steps.length - 1; n >= 0; n--) add(steps.slice(0, n).join("/"), steps[n]!);
  }
  if (options["namespaces"] === true) {
    const missing = missingNamespaces(releases);
    if (missing.length > 0) {
      writeFileSync(
        join(folder, "namespaces.yaml"),
        missing.map((name) => manifestYaml(namespaceObject(name))).join("---\n"),
      );
      folders.set("", ["namespaces.yaml", ...(folders.get("") ?? [])]);
    }
  }
  for (const [path, resources] of folders)
    writeFileSync(join(folder, path, "kustomization.yaml"), manifestYaml(kustomization(resources)));
  io.stderr(`${folders.size} kustomization.yaml in ${folder}\n`);
  return exitCode.ok;
}
