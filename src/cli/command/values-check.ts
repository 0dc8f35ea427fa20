import { checkValues, readValuesFile, sessionValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import {
  layerValues,
  readInline,
  readSetFlag,
  sealSecrets,
  secretSlots,
  viewOf,
  wrapSecrets,
} from "../../values/index.ts";
import type { SetFlag, ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { judgedText } from "./values-judged.ts";
import type { Judged } from "./values-judged.ts";
import { valuesTargets } from "./values-targets.ts";
import type { ValuesTarget, ValuesTargets } from "./values-targets.ts";

/**
 * `opm values check [path]`: every layer on its own, overlays, files and all environments, and their locks. Nothing has
 * to be complete, and no tag is fetched: it needs no secret and can run anywhere.
 */
export async function run(context: CommandContext): Promise<number> {
  const bare = await valuesTargets(context, context.args[0], {});
  if (hasErrors(bare.diagnostics)) return exitCode.validation;
  // A release of a package says itself where it goes.
  const some = bare.targets.some(({ isModule, session }) => isModule && session.environments.size > 0);
  const every = some ? await valuesTargets(context, context.args[0], { all: true }) : bare;
  const seen = new Set<string>();
  const judged: (Judged & { layers: number; environments: number })[] = [];
  // By release: without an environment, and with each.
  for (const field of new Set(bare.targets.map((target) => target.field))) {
    const targets = [...bare.targets, ...(some ? every.targets : [])].filter((target) => target.field === field);
    const { layers, diagnostics } = await checked(bare, targets);
    const told = diagnostics.filter((d) => !seen.has(keyOf(d)));
    for (const d of told) seen.add(keyOf(d));
    bare.report(told);
    const names = new Set(targets.flatMap(({ task }) => task.environment?.name ?? []));
    judged.push({
      name: field,
      module: targets[0]!.session.module.metadata.name,
      valid: !hasErrors(diagnostics),
      diagnostics: bare.secrets.safe(diagnostics),
      layers,
      environments: names.size,
    });
  }
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
  const line = (one: Judged): string => {
    const { layers, environments } = one as (typeof judged)[number];
    const target = one.name === "" ? "" : ` for ${one.name}`;
    const where = environments === 0 ? "" : `, ${count(environments, "environment")}`;
    return `✔ ${count(layers, "layer")} fit #config of ${one.module}${target}${where}\n`;
  };
  context.io.stdout(judgedText(judged, context, line));
  return judged.every(({ valid }) => valid) && !hasErrors(every.diagnostics) ? exitCode.ok : exitCode.validation;
}

async function checked(
  opened: ValuesTargets,
  targets: readonly ValuesTarget[],
): Promise<{ layers: number; diagnostics: Diagnostic[] }> {
  const found = new Map<string, Diagnostic>();
  const keep = (diagnostics: readonly Diagnostic[]): void => {
    for (const d of diagnostics) found.set(keyOf(d), d);
  };
  const layers = new Set<ValueNode>();
  for (const { session, task } of targets) {
    const { tags: _, ...values } = task.values ?? {};
    const merged = await sessionValues(session, { ...task, values });
    keep(merged.diagnostics);
    for (const layer of [...session.governed.values, ...(task.values?.given ?? [])]) layers.add(layer);
    if (task.environment?.values !== undefined) layers.add(task.environment.values);
  }
  const [{ session, task }] = targets as [ValuesTarget];
  for (const file of task.values?.files ?? []) {
    const { value } = await readValuesFile(session.cue, file, {
      tier: "user",
      folder: session.module.path,
      tags: session.tags,
    });
    if (value !== undefined) layers.add(value);
  }
  const sets = (task.values?.sets ?? []).flatMap((flag) => setLayer(flag, task.values?.readText) ?? []);
  for (const layer of sets) layers.add(layer);
  for (const layer of layers) keep(checkLayer(opened, session, layer));
  return { layers: layers.size, diagnostics: [...found.values()] };
}

/** One assignment alone; with an index it has no meaning without the list below it. */
function setLayer(flag: SetFlag, readText: (path: string) => string | null = () => null): ValueNode | undefined {
  const { value } = readSetFlag(flag, { readText, readJson: readInline });
  if (value === undefined || value.path.some((step) => typeof step === "number")) return undefined;
  return layerValues({ sets: [value] }).value;
}

function checkLayer({ secrets }: ValuesTargets, { module }: ValuesTarget["session"], tree: ValueNode): Diagnostic[] {
  const config = module.cue.get().root.field("#config");
  if (config === undefined) return [];
  const schema = viewOf(config);
  const slots = secretSlots(schema);
  // As all tiers are merged: what is secret is opaque before anything can show it.
  const paths = slots.map(({ path }) => path);
  const sealed = sealSecrets(wrapSecrets(tree, module.decorated ?? []), paths, secrets.opaque);
  return checkValues(module, { tree: sealed, schema, secrets: slots }, { complete: false, reveal: secrets.reveal });
}

function keyOf({ message, path, places }: Diagnostic): string {
  return JSON.stringify([message, path, places?.map(({ file, span }) => [file.name, span.start])]);
}
