// Releases and bundles that name their modules by texts: each environment may have another version, and so another
// package.
import type { Instance } from "../../cue/load/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { joinEnvironments, resolveEnvironment } from "../../values/index.ts";
import type { EnvironmentChoice, EnvironmentDefinition } from "../../values/index.ts";
import { namedModules, withModules, withoutNamed } from "../2-module/named-modules.ts";
import type { Workspace } from "../session.ts";
import { packageEnvironments } from "./find-releases.ts";
import type { OpenReleases } from "./open-releases.ts";
import { resolveNamed } from "./resolve-named.ts";
import type { NamedModules } from "./resolve-named.ts";

/** A release or a bundle, opened for one environment. */
interface Opened {
  /** In the package. */
  readonly field: string;
  readonly environment?: EnvironmentDefinition | undefined;
}

type Open<T> = (instance: Instance, environments: EnvironmentChoice) => Promise<Outcome<readonly T[]>>;

interface NamedRequest<T> extends Pick<OpenReleases, "environments" | "names"> {
  /** What is opened where no names are given: the first of these kinds that there is. */
  readonly kinds: readonly string[];
  readonly about: (opened: T) => Opened;
}

/** Undefined if the package names none: then it can be opened as it is. */
export function openNamed<T>(
  workspace: Workspace,
  request: NamedRequest<T>,
  instance: Instance,
  open: Open<T>,
): Promise<Outcome<readonly T[]>> | undefined {
  return namedModules(instance).length === 0 ? undefined : openEach(workspace, request, instance, open);
}

async function openEach<T>(
  workspace: Workspace,
  { environments: choice = {}, names: wanted = [], kinds, about }: NamedRequest<T>,
  instance: Instance,
  open: Open<T>,
): Promise<Outcome<readonly T[]>> {
  const { context: cue } = workspace.config.cue.get();
  const bare = withoutNamed(instance);
  const root = cue.root(bare);
  const environments = joinEnvironments(workspace.platform?.environments ?? new Map(), packageEnvironments(root, bare));
  const entries = root.entries().map(({ name, value }) => ({ name, value, kind: value.text("kind") }));
  const kind = kinds.find((one) => entries.some((entry) => entry.kind === one));
  const fields = entries.filter((entry) => (wanted.length === 0 ? entry.kind === kind : wanted.includes(entry.name)));
  const own = new Map(fields.map(({ name, value }) => [name, value.text("#environment", "metadata", "name")]));
  const isChosen = choice.all === true || (choice.names ?? []).length > 0;
  const targets: readonly (string | undefined)[] = isChosen
    ? choice.all === true && environments.size > 0
      ? [...new Set([...environments.keys(), ...[...own.values()].filter((name) => name !== undefined)])]
      : [...new Set(choice.names ?? [undefined])]
    : [...new Set(own.values())];
  cue.forget(bare);
  const known: NamedModules = new Map();
  const diagnostics: Diagnostic[] = [];
  const all: T[] = [];
  for (const target of targets) {
    const environment = target === undefined ? undefined : resolved(target, environments);
    if (environment?.abstract === true) continue;
    const modules = await modulesFor(workspace, instance, environment, known);
    keep(modules.diagnostics);
    if (modules.value === undefined) continue;
    const opened = await open(withModules(instance, modules.value), target === undefined ? {} : { names: [target] });
    keep(opened.diagnostics);
    const here = (opened.value ?? []).filter((one) => about(one).environment?.name === target);
    // Where none is chosen, releases go to the environment that they name, or to none.
    all.push(...(isChosen ? here : here.filter((one) => own.get(about(one).field) === target)));
  }
  const order = new Map(fields.map(({ name }, i) => [name, i]));
  const at = (one: T): number => order.get(about(one).field) ?? 0;
  all.sort((a, b) => at(a) - at(b));
  return { ...(hasErrors(diagnostics) && all.length === 0 ? {} : { value: all }), diagnostics };

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
