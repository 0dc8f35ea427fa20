import { checkValues, readValuesFile, sessionValues } from "../../pipeline/index.ts";
import type { Session } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { secretSlots, selectEnvironments, viewOf } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { commandSession } from "./module-session.ts";
import type { CommandSession } from "./module-session.ts";

/**
 * `opm values check [path]`: every layer on its own, overlays, files and all environments, and their locks. Nothing has
 * to be complete, and no tag is fetched: it needs no secret and can run anywhere.
 */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined) return exitCode.validation;
  const found = new Map<string, Diagnostic>();
  const keep = (diagnostics: readonly Diagnostic[]): void => {
    for (const d of diagnostics) found.set(keyOf(d), d);
  };
  const chosen = selectEnvironments(session.environments, { all: session.environments.size > 0 });
  keep(chosen.diagnostics);
  for (const environment of [undefined, ...chosen.value!]) {
    const { tags: _, ...values } = command.task.values ?? {};
    const merged = await sessionValues(session, { ...command.task, values, ...(environment && { environment }) });
    keep(merged.diagnostics);
  }
  const layers = await layersOf(
    command,
    session,
    chosen.value!.flatMap((e) => e.values ?? []),
  );
  for (const layer of layers) keep(checkLayer(command, session, layer));
  const diagnostics = [...found.values()];
  command.report(diagnostics);
  if (hasErrors([...command.diagnostics, ...diagnostics])) return exitCode.validation;
  const count = chosen.value!.length;
  const environments = count === 0 ? "" : `, ${count} environment${count === 1 ? "" : "s"}`;
  context.io.stdout(
    `✔ ${layers.length} layer${layers.length === 1 ? "" : "s"} fit #config of ${session.module.metadata.name}${environments}\n`,
  );
  return exitCode.ok;
}

async function layersOf(
  { task }: CommandSession,
  { governed, cue, module }: Session,
  environments: readonly ValueNode[],
): Promise<ValueNode[]> {
  const files: ValueNode[] = [];
  for (const file of task.values?.files ?? []) {
    const { value } = await readValuesFile(cue, file, "user", module.path);
    if (value !== undefined) files.push(value);
  }
  return [...governed.values, ...files, ...environments];
}

function checkLayer({ secrets }: CommandSession, { cue, module }: Session, tree: ValueNode): Diagnostic[] {
  const config = cue.field(module.cue.get().root, "#config");
  if (config === undefined) return [];
  const schema = viewOf(config, { engine: cue.engine, labels: cue.labels });
  const slots = secretSlots(schema);
  return checkValues(cue, module, { tree, schema, secrets: slots }, { complete: false, reveal: secrets.reveal });
}

function keyOf({ message, path, places }: Diagnostic): string {
  return JSON.stringify([message, path, places?.map(({ file, span }) => [file.name, span.start])]);
}
