// `--kind`, `--component` and `--name`: which of the rendered objects are printed.
import { commandLineCode, nearestName, tell, advise } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { printableObjects, wantsFiles, writeStream } from "./manifest-output.ts";
import type { SecretChoice } from "./manifest-output.ts";

type Filter = "kind" | "component" | "name";
const FILTERS: readonly Filter[] = ["kind", "component", "name"];

/** Whether a filter was given for a folder, which holds whole releases; it is reported. */
export function refusedFilters(context: CommandContext): boolean {
  const given = FILTERS.find((filter) => context.options[filter] !== undefined);
  if (given === undefined || !wantsFiles(context)) return false;
  refuse(
    context,
    tell(commandLineCode.badFilter, "--{given} is for what is printed", { given }),
    advise(commandLineCode.badFilter, "a folder holds all objects of a release: leave out --out-dir"),
  );
  return true;
}

/** Prints the objects that were asked for, as they were asked for; false after reporting a filter that nothing fits. */
export function printManifests(context: CommandContext, manifests: readonly Manifest[], choice: SecretChoice): boolean {
  const chosen = chosenManifests(context, manifests);
  if (chosen === undefined) return false;
  if (context.options["output"] === "name") context.io.stdout(objectNames(chosen));
  else writeStream(context, printableObjects(context, chosen, choice));
  return true;
}

/** The objects that were asked for; undefined after reporting a filter that nothing fits. */
function chosenManifests(context: CommandContext, manifests: readonly Manifest[]): readonly Manifest[] | undefined {
  let kept = manifests;
  for (const filter of FILTERS) {
    const wanted = context.options[filter] as readonly string[] | undefined;
    if (wanted === undefined || wanted.length === 0) continue;
    for (const one of wanted) {
      if (manifests.some((manifest) => fits(manifest, filter, one))) continue;
      const known = [...new Set(manifests.map((manifest) => textOf(manifest, filter)).filter((text) => text !== ""))];
      const near = nearestName(one, known);
      const all = known.join(", ") || "none";
      refuse(
        context,
        tell(commandLineCode.badFilter, "no object has the {filter} {one}", { filter, one }),
        near === null
          ? advise(commandLineCode.badFilter, "there are {all}", { all })
          : advise(commandLineCode.badFilter, "did you mean {near}? there are {all}", { near, all }),
      );
      return undefined;
    }
    kept = kept.filter((manifest) => wanted.some((one) => fits(manifest, filter, one)));
  }
  return kept;
}

function fits(manifest: Manifest, filter: Filter, wanted: string): boolean {
  const text = textOf(manifest, filter);
  // Kinds as people type them: `deployment`, `deployments`.
  return filter === "kind"
    ? [text.toLowerCase(), `${text.toLowerCase()}s`].includes(wanted.toLowerCase())
    : text === wanted;
}

function textOf({ identity, component }: Manifest, filter: Filter): string {
  return filter === "component" ? component : identity[filter];
}

function refuse(context: CommandContext, told: Told, hint: string): void {
  context.report([{ ...told, severity: "error", hint }]);
}

/** `-o name`: as kubectl names objects. */
function objectNames(manifests: readonly Manifest[]): string {
  return manifests
    .map(({ identity: { kind, group, name } }) => `${kind.toLowerCase()}${group === "" ? "" : `.${group}`}/${name}\n`)
    .join("");
}
