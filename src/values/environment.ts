// Values of environments that extend others (ENV-8): the ancestors' values first, merged by the one merge.
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { mergeAll } from "./merge.ts";
import { nearestName, tell, advise } from "../source/index.ts";
import type { ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

export interface EnvironmentValues {
  readonly name: string;
  /** Names of the environments it builds on; later ones win over earlier ones. */
  readonly extends: readonly string[];
  /** Its own values; their origins name this environment as source. */
  readonly values?: ValueNode;
  readonly place?: Place;
}

/** The environment's ancestors and itself, each once, every one after those it extends. */
export function lineage(
  name: string,
  known: ReadonlyMap<string, EnvironmentValues>,
  from?: Place,
): Outcome<readonly EnvironmentValues[]> {
  const order: EnvironmentValues[] = [];
  const state = new Map<string, "open" | "done">();
  const diagnostics: Diagnostic[] = [];
  const visit = (wanted: string, trail: readonly string[], place: Place | undefined): void => {
    if (state.get(wanted) === "done") return;
    const environment = known.get(wanted);
    if (environment === undefined) {
      diagnostics.push(unknown(wanted, known, place));
      return;
    }
    if (state.get(wanted) === "open") {
      const cycle = [...trail.slice(trail.indexOf(wanted)), wanted];
      diagnostics.push({
        ...tell(VALUES_CODE.environmentCycle, "environments extend each other in a circle: {chain}", {
          chain: cycle.join(" → "),
          cycle: cycle.join(" "),
        }),
        severity: "error",
        places: cycle.slice(0, -1).flatMap((n) => known.get(n)?.place ?? []),
      });
      return;
    }
    state.set(wanted, "open");
    for (const parent of environment.extends) visit(parent, [...trail, wanted], environment.place);
    state.set(wanted, "done");
    order.push(environment);
  };
  visit(name, [], from);
  return diagnostics.length > 0 ? { diagnostics } : { value: order, diagnostics };
}

/** The values of an environment with those it inherits; undefined when there are none. */
export function environmentValues(
  name: string,
  known: ReadonlyMap<string, EnvironmentValues>,
  from?: Place,
): Outcome<ValueNode | undefined> {
  const chain = lineage(name, known, from);
  if (chain.value === undefined) return { diagnostics: chain.diagnostics };
  return { value: mergeAll(chain.value.map((environment) => environment.values)), diagnostics: [] };
}

function unknown(name: string, known: ReadonlyMap<string, EnvironmentValues>, place: Place | undefined): Diagnostic {
  const names = [...known.keys()].sort();
  const near = nearestName(name, names);
  return {
    ...tell(VALUES_CODE.unknownEnvironment, "there is no environment {quoted}", { quoted: JSON.stringify(name), name }),
    severity: "error",
    ...(place !== undefined && { places: [place] }),
    ...(names.length > 0 && { notes: [`known environments: ${names.join(", ")}`] }),
    ...(near !== null && { hint: advise(VALUES_CODE.unknownEnvironment, "did you mean {near}?", { near }) }),
  };
}
