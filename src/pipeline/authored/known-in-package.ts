import type { Value } from "../../cue/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { schemaShape, unknownModules, viewOf } from "../../values/index.ts";
import type { Path, SchemaShape } from "../../values/index.ts";
import { packageEnvironments } from "./find-releases.ts";
import type { ReleasePackage } from "./find-releases.ts";

/** Whether one of the modules that the package releases knows a field of values. */
export function knownInPackage({ root, whole = root }: ReleasePackage): (path: Path) => boolean {
  let shapes: readonly SchemaShape[] | undefined;
  return (path) => {
    shapes ??= modulesOf(whole).flatMap((module) => {
      const config = module.field("#config");
      return config === undefined ? [] : [schemaShape(viewOf(config))];
    });
    return shapes.some((shape) => knows(shape, path));
  };
}

/** Parts of the package's environments for modules that it does not release. */
export function strayModules({ root, whole = root, instance }: ReleasePackage): Diagnostic[] {
  const environments = packageEnvironments(whole, instance);
  if (![...environments.values()].some(({ modules }) => modules !== undefined)) return [];
  const known = modulesOf(whole).map((module) => ({
    name: module.text("metadata", "name") ?? "",
    apiVersion: module.text("metadata", "apiVersion") ?? "",
  }));
  return unknownModules(environments, known);
}

function modulesOf(root: Value): Value[] {
  return root.entries().flatMap(({ value }): Value[] => {
    const kind = value.text("kind");
    if (kind === "Module") return [value];
    if (kind === "ModuleRelease") return [value.field("#module")].filter((module) => module !== undefined);
    const map = kind === "Bundle" ? value.field("#modules") : value.at("#bundle", "#modules");
    return map?.entries().map((entry) => entry.value) ?? [];
  });
}

function knows(shape: SchemaShape, path: Path): boolean {
  let at: SchemaShape | undefined = shape;
  for (const step of path) {
    if (at.fields === undefined) return true;
    const inner: SchemaShape | undefined = at.fields.get(String(step));
    if (inner === undefined) return at.allows(String(step));
    at = inner;
  }
  return true;
}
