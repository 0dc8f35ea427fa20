// Objects of other providers against the Kubernetes types. The transformers of the catalog unify with them themselves.
import type { Instance } from "../../cue/load/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { Manifest } from "./manifest.ts";
import { plainSource } from "./plain-source.ts";

/** Loads a package of the catalog; undefined if there is none of that path. */
export type LoadTypes = (importPath: string) => Promise<Instance | undefined>;

const CHECKED = "opmodel.dev/providers/kubernetes/transformers@";
const TYPES = "opmodel.dev/schemas/kubernetes";

/** Only kinds that are there are loaded; a kind that Kubernetes does not have is left to its operator. */
export async function checkTypes(
  program: CueProgram,
  manifests: readonly Manifest[],
  load: LoadTypes,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  const packages = new Map<string, Promise<Instance | undefined>>();
  for (const manifest of manifests) {
    if (manifest.transformer.startsWith(CHECKED)) continue;
    const path = typesOf(manifest);
    if (path === undefined) continue;
    let types = packages.get(path);
    if (types === undefined) packages.set(path, (types = load(path)));
    const instance = await types;
    if (instance !== undefined) found.push(...check(program, manifest, instance));
  }
  return found;
}

/** The package of a built-in kind: its group's first word; each kind of the core group has its own. */
function typesOf({ identity: { group, version, kind } }: Manifest): string | undefined {
  if (group === "") return `${TYPES}/core/${version}/${kind.toLowerCase()}`;
  if (group === "gateway.networking.k8s.io") return `${TYPES}/gateway/${version}/${kind.toLowerCase()}`;
  if (group.includes(".") && !group.endsWith(".k8s.io")) return undefined;
  return `${TYPES}/${group.split(".")[0]}/${version}`;
}

function check(program: CueProgram, manifest: Manifest, types: Instance): Diagnostic[] {
  const { kind, name } = manifest.identity;
  const cue = program.context();
  if (cue.field(cue.root(types), `#${kind}`) === undefined) return [];
  const head = `package opm_check\nimport types "opm.internal/types"\nobject: types.#${kind} & `;
  const instance = program.synthetic({
    path: `${kind} ${name}`,
    text: `${head}${plainSource(manifest.object, head.length).text}\n`,
    packageName: "opm_check",
    imports: new Map([["opm.internal/types", types]]),
  });
  const object = cue.field(cue.root(instance), "object");
  if (object === undefined) return [];
  return cue.errors(object, { concrete: true, final: true }).map((d): Diagnostic => ({
    ...d,
    code: PIPELINE_CODE.notOfType,
    message: `${kind} ${name} is not what Kubernetes takes: ${d.message}`,
    args: { kind, name },
    ...(d.path && { path: d.path.replace(/^object\./, "") }),
    places: (d.places ?? []).filter((place) => !place.file.name.startsWith(`${kind} `)),
    notes: [
      `rendered by ${manifest.transformer}${manifest.component === "" ? "" : ` from component ${manifest.component}`}`,
      ...(d.notes ?? []),
    ],
  }));
}
