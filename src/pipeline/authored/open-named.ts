// Releases that name their modules by texts: each environment may have another version, and so another package.
import type { Instance } from "../../cue/load/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { joinEnvironments, resolveEnvironment } from "../../values/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition } from "../../values/index.ts";
import { namedModules, withModules, withoutNamed } from "../2-module/named-modules.ts";
import type { Workspace } from "../session.ts";
import { packageEnvironments } from "./find-releases.ts";
import type { OpenReleases, ReleaseJob } from "./open-releases.ts";
import { resolveNamed } from "./resolve-named.ts";
import type { NamedModules } from "./resolve-named.ts";

type Open = (instance: Instance, environments: EnvironmentChoice) => Promise<Outcome<readonly ReleaseJob[]>>;

export async function openNamed(
  workspace: Workspace,
  { environments: choice = {}, names: wanted = [] }: OpenReleases,
  instance: Instance,
  open: Open,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const { context: cue } = workspace.config.cue.get();
  const bare = withoutNamed(instance);
  const root = cue.root(bare);
  const environments = joinEnvironments(workspace.platform?.environments ?? new Map(), packageEnvironments(root, bare));
  const fields = root.entries().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const own = fields.map(({ value }) => value.text("#environment", "metadata", "name"));
  const isChosen = choice.all === true || (choice.names ?? []).length > 0;
  const targets: readonly (string | undefined)[] = isChosen
    ? choice.all === true && environments.size > 0
      ? [...new Set([...environments.keys(), ...own.filter((name) => name !== undefined)])]
      : [...new Set(choice.names ?? [undefined])]
    : [...new Set(own)];
  cue.forget(bare);
  const known: NamedModules = new Map();
  const diagnostics: Diagnostic[] = [];
  const jobs: ReleaseJob[] = [];
  for (const target of targets) {
    const environment = target === undefined ? undefined : resolved(target, environments);
    if (environment?.abstract === true) continue;
    const modules = await modulesFor(workspace, instance, environment, known);
    keep(modules.diagnostics);
    if (modules.value === undefined) continue;
    const opened = await open(withModules(instance, modules.value), target === undefined ? {} : { names: [target] });
    keep(opened.diagnostics);
    const here = (opened.value ?? []).filter(({ task }) => task.environment?.name === target);
    // Where none is chosen, releases go to the environment that they name, or to none.
    jobs.push(...(isChosen ? here : here.filter(({ authored }) => authored?.environment?.name === target)));
  }
  const order = new Map(fields.map(({ name }, i) => [name, i]));
  jobs.sort((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0));
  return { ...(hasErrors(diagnostics) && jobs.length === 0 ? {} : { value: jobs }), diagnostics };

  /** What is wrong for all environments is told once. */
  function keep(found: readonly Diagnostic[]): void {
    const same = (a: Diagnostic, b: Diagnostic): boolean =>
      a.message === b.message && a.places?.[0]?.span.start === b.places?.[0]?.span.start;
    for (const d of found) if (!diagnostics.some((other) => same(other, d))) diagnostics.push(d);
  }
}

function resolved(
  name: string,
  environments: ReadonlyMap<string, EnvironmentDefinition>,
): EnvironmentDefinition | undefined {
  return environments.has(name) ? resolveEnvironment(name, environments).value : undefined;
}

async function modulesFor(
  workspace: Workspace,
  instance: Instance,
  environment: EnvironmentDefinition | undefined,
  known: NamedModules,
): Promise<Outcome<ReadonlyMap<string, Instance>>> {
  const modules = new Map<string, Instance>();
  const diagnostics: Diagnostic[] = [];
  for (const named of namedModules(instance)) {
    if (modules.has(named.text)) continue;
    const found = await resolveNamed(workspace, named, environment, known);
    diagnostics.push(...found.diagnostics);
    if (found.value !== undefined) modules.set(named.text, found.value);
  }
  return hasErrors(diagnostics) ? { diagnostics } : { value: modules, diagnostics };
}
