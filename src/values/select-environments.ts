// Which environments a command is about (ENV-9): those named, or all that can be released to.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { resolveEnvironment } from "./environment-from-cue.ts";
import type { EnvironmentDefinition } from "./environment-from-cue.ts";
import { merge, mergeAll } from "./merge.ts";
import { planRollout } from "./rollout-plan.ts";
import { VALUES_CODE } from "./values-code.ts";

export type Environments = ReadonlyMap<string, EnvironmentDefinition>;

export interface EnvironmentChoice {
  /** `-e` in the order given. */
  readonly names?: readonly string[];
  /** `--all-environments`. */
  readonly all?: boolean;
  /** Where the names were written, if not on the command line. */
  readonly from?: Place;
}

/**
 * Environments of several places as one map, the more general place first. One name in two places is one environment:
 * the module's `staging` builds on the platform's.
 */
export function joinEnvironments(...maps: readonly Environments[]): Environments {
  const joined = new Map<string, EnvironmentDefinition>();
  for (const map of maps)
    for (const [name, above] of map) {
      const below = joined.get(name);
      joined.set(name, below === undefined ? above : joinTwo(below, above));
    }
  return joined;
}

function joinTwo(below: EnvironmentDefinition, above: EnvironmentDefinition): EnvironmentDefinition {
  const values = above.values === undefined ? below.values : merge(below.values, above.values);
  const platform = above.platform === undefined ? below.platform : merge(below.platform, above.platform);
  return {
    ...below,
    ...above,
    extends: [...new Set([...below.extends, ...above.extends])],
    abstract: below.abstract || above.abstract,
    labels: new Map([...below.labels, ...above.labels]),
    annotations: new Map([...below.annotations, ...above.annotations]),
    rollout: { ...below.rollout, ...above.rollout },
    ...(values !== undefined && { values }),
    ...(platform !== undefined && { platform }),
    ...joinModules(below, above),
  };
}

function joinModules(
  below: EnvironmentDefinition,
  above: EnvironmentDefinition,
): Pick<EnvironmentDefinition, "modules"> {
  if (below.modules === undefined || above.modules === undefined) return {};
  const modules = new Map(below.modules);
  for (const [name, part] of above.modules) {
    const under = modules.get(name);
    const values = mergeAll([under?.values, part.values]);
    const bindings = mergeAll([under?.bindings, part.bindings]);
    modules.set(name, { ...under, ...part, ...(values && { values }), ...(bindings && { bindings }) });
  }
  return { modules };
}

/**
 * The chosen environments with all that they inherit, each once: in the order given, or of the rollout for all of them.
 * Nothing chosen gives an empty list: a release without an environment.
 */
export function selectEnvironments(
  known: Environments,
  choice: EnvironmentChoice,
): Outcome<readonly EnvironmentDefinition[]> {
  const diagnostics: Diagnostic[] = [];
  const circles = new Set<string>();
  const value: EnvironmentDefinition[] = [];
  const take = (name: string, place: Place | undefined): void => {
    const found = resolveEnvironment(name, known, place);
    // A circle is one mistake, wherever one enters it.
    for (const d of found.diagnostics) {
      const key = d.code === VALUES_CODE.environmentCycle ? circleKey(d) : undefined;
      if (key === undefined || !circles.has(key)) diagnostics.push(d);
      if (key !== undefined) circles.add(key);
    }
    const wrong = lineageProblems(name, known);
    diagnostics.push(...wrong.filter((d) => !diagnostics.includes(d)));
    if (found.value !== undefined && wrong.length === 0) value.push(found.value);
  };
  for (const name of new Set(choice.names)) {
    if (known.get(name)?.abstract === true) diagnostics.push(abstract(name, known));
    else take(name, choice.from);
  }
  if (choice.all !== true) return { value, diagnostics };
  const given = new Set(choice.names);
  for (const [name, { abstract: base, place }] of known) if (!base && !given.has(name)) take(name, place);
  if (value.length === 0 && diagnostics.length === 0) diagnostics.push(NONE);
  const order = new Map(
    planRollout(value)
      .flatMap((wave) => wave.environments)
      .map((name, i) => [name, i]),
  );
  return { value: value.sort((a, b) => order.get(a.name)! - order.get(b.name)!), diagnostics };
}

/** What is wrong with an environment, or with one that it extends. */
function lineageProblems(name: string, known: Environments, seen = new Set<string>()): readonly Diagnostic[] {
  const found = known.get(name);
  if (found === undefined || seen.has(name)) return [];
  seen.add(name);
  return [...(found.problems ?? []), ...found.extends.flatMap((parent) => lineageProblems(parent, known, seen))];
}

function circleKey({ args }: Diagnostic): string {
  return [...new Set(String(args?.["cycle"]).split(" "))].sort().join(" ");
}

const NONE: Diagnostic = {
  ...tell(VALUES_CODE.noEnvironments, "there are no environments"),
  severity: "error",
  hint: advise(
    VALUES_CODE.noEnvironments,
    "declare environments in the module's package, or give a platform folder with --platform",
  ),
};

function abstract(name: string, known: Environments): Diagnostic {
  const heirs = [...known.values()].filter((e) => !e.abstract && e.extends.includes(name)).map((e) => e.name);
  const { place } = known.get(name)!;
  return {
    ...tell(
      VALUES_CODE.abstractEnvironment,
      "nothing is released to the environment {quoted}: it is only there to be extended",
      { quoted: JSON.stringify(name), name },
    ),
    severity: "error",
    ...(place && { places: [{ ...place, label: "abstract" }] }),
    ...(heirs.length > 0 && {
      hint: advise(VALUES_CODE.abstractEnvironment, "those that extend it: {heirs}", { heirs: heirs.join(", ") }),
    }),
  };
}
