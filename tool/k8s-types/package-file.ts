import { cueType } from "./cue-type.ts";
import type { Enums } from "./enums.ts";
import type { Definitions } from "./place.ts";
import { typeName } from "./swagger.ts";

export const modulePath = "opmodel.dev/schemas/kubernetes";

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

const byName = (a: string, b: string): number => (typeName(a).name < typeName(b).name ? -1 : 1);

/** `apps/v1` is imported as `appsv1`, `core/v1/pod` as `corev1pod`. */
const importName = (place: string): string => place.replaceAll("/", "");

/** One CUE package with the definitions placed in it, and aliases for those of its sub-packages. */
export function packageFile(
  place: string,
  head: string,
  definitions: Definitions,
  places: ReadonlyMap<string, string>,
  enums: Enums,
): GeneratedFile {
  const imports = new Set<string>();
  const refer = (definition: string): string => {
    const target = places.get(definition) ?? place;
    const { name } = typeName(definition);
    if (target === place) return `#${name}`;
    imports.add(target);
    return `${importName(target)}.#${name}`;
  };
  const body: string[] = [];
  for (const definition of [...places.keys()].toSorted(byName)) {
    const { home, name } = typeName(definition);
    const target = places.get(definition);
    if (target === place) {
      const key = `${home.replaceAll("/", "_")}_${name}`;
      body.push(
        cueType(definition, name, definitions[definition] ?? {}, {
          refer,
          enumOf: (property) => enums.get(`${key}.${property}`),
        }),
      );
    } else if (home === place) {
      body.push(`#${name}: ${refer(definition)}\n`);
    }
  }
  const packageName = place.split("/").pop() ?? "";
  const importLines = [...imports]
    .toSorted()
    .map((target) => `\t${importName(target)} "${modulePath}/${target}@v0"\n`)
    .join("");
  const importBlock = importLines === "" ? "" : `import (\n${importLines})\n\n`;
  return { path: `${place}/types.cue`, text: `${head}package ${packageName}\n\n${importBlock}${body.join("\n")}` };
}
