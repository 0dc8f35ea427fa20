import { resolve } from "node:path";
import { compareConfigs, dependentsOfConfig } from "../../delivery/index.ts";
import type { ConfigChange, ConfigSchema } from "../../delivery/index.ts";
import { Trace, openWorkspace, openModule } from "../../pipeline/index.ts";
import type { Module } from "../../pipeline/index.ts";
import { deliveryCode, hasErrors, tell } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { settingFlags } from "./mod-render.ts";
import { pipelineHost } from "./pipeline-host.ts";

/** `opm mod compat OLD [NEW]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const found = await compareModules(context, resolve(io.cwd, args[0] ?? "."), resolve(io.cwd, args[1] ?? "."));
  context.report(relativePlaces(found.diagnostics, io.cwd));
  if (found.changes === undefined) return exitCode.validation;
  const breaking = found.changes.filter((change) => change.breaking);
  if (options["output"] === "json")
    io.stdout(`${JSON.stringify({ compatible: breaking.length === 0, changes: found.changes }, null, 2)}\n`);
  else {
    for (const { path, kind, after } of found.changes.filter((change) => !change.breaking))
      io.stdout(`${kind} ${path}${after === undefined ? "" : `: ${after}`}\n`);
    io.stdout(
      breaking.length === 0
        ? "compatible\n"
        : `${breaking.length} breaking change${breaking.length === 1 ? "" : "s"}\n`,
    );
  }
  return breaking.length === 0 ? exitCode.ok : exitCode.validation;
}

export interface Compared {
  /** Undefined where a module cannot be opened. */
  readonly changes?: readonly ConfigChange[];
  /** Each breaking change with both places. */
  readonly diagnostics: readonly Diagnostic[];
}

export async function compareModules(context: CommandContext, before: string, after: string): Promise<Compared> {
  const trace = new Trace(() => context.io.clock());
  const { config } = context.options;
  const workspace = await openWorkspace(
    pipelineHost(context),
    {
      flags: settingFlags(context),
      cwd: context.io.cwd,
      ...(typeof config === "string" && { config: resolve(context.io.cwd, config) }),
    },
    trace,
  );
  if (workspace.config === undefined) return { diagnostics: workspace.diagnostics };
  // Without a platform: who may use a version is another question.
  const modules: Module[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of [before, after]) {
    const opened = await openModule(workspace.config, undefined, path, trace);
    diagnostics.push(...opened.diagnostics.filter(({ severity }) => severity === "error"));
    if (opened.module !== undefined) modules.push(opened.module);
  }
  const [old, now] = modules;
  if (old === undefined || now === undefined || hasErrors(diagnostics)) return { diagnostics };
  const [o, n] = [schemaOf(old), schemaOf(now)];
  if (o === undefined) return { changes: [], diagnostics };
  const changes =
    n === undefined ? [{ path: "#config", kind: "removed" as const, breaking: true }] : compareConfigs(o, n);
  return { changes, diagnostics: changes.filter(({ breaking }) => breaking).map((change) => told(change, o, n)) };
}

function schemaOf(module: Module): ConfigSchema | undefined {
  const { root, instance } = module.cue.get();
  const value = root.field("#config");
  const files = instance.files.map(({ source, syntax }) => ({ text: source.text, syntax }));
  return value && { value, dependents: dependentsOfConfig(files) };
}

const SAYS: Readonly<Record<ConfigChange["kind"], string>> = {
  removed: "is gone",
  required: "has to be given now",
  narrowed: "takes less than before",
  closed: "takes no further fields any more",
  default: "has another default",
  undecided: "may mean something else now, which cannot be told",
  added: "is new",
  widened: "takes more",
};

function told(change: ConfigChange, o: ConfigSchema, n: ConfigSchema | undefined): Diagnostic {
  const { path, kind, before, after } = change;
  const places: Place[] = [
    ...placeAt(n, path).map((place) => ({ ...place, label: "now" })),
    ...placeAt(o, path).map((place) => ({ ...place, label: "before" })),
  ];
  return {
    ...tell(deliveryCode.incompatible, "{field} {says}", {
      field: path === "" ? "#config" : path,
      says: SAYS[kind],
      path,
      kind,
    }),
    severity: "error",
    places,
    notes: [...(before === undefined ? [] : [`before: ${before}`]), ...(after === undefined ? [] : [`now: ${after}`])],
  };
}

/** Where a field is written; the nearest that is. */
function placeAt(schema: ConfigSchema | undefined, path: string): Place[] {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "" && step !== "<name>");
  for (let n = steps.length; n >= 0; n--) {
    const value = schema?.value.lookupPath(steps.slice(0, n), { optional: true });
    const place =
      value?.exists === true ? value.places().find(({ file }) => !file.name.startsWith("opmodel.dev/")) : undefined;
    if (place !== undefined) return [place];
  }
  return [];
}
