// The order of instances: each after those that it waits for, otherwise as they are written.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { nearestName } from "../values/index.ts";
import { BUNDLE_CODE } from "./bundle-code.ts";

interface Instance {
  readonly name: string;
  readonly after: readonly string[];
}

/** Everything wrong is told; with a circle there is no order. */
export function instanceOrder<T extends Instance>(instances: readonly T[], bundle: string): Outcome<readonly T[]> {
  const byName = new Map(instances.map((instance) => [instance.name, instance]));
  const diagnostics: Diagnostic[] = [];
  const order: T[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (instance: T, trail: readonly string[]): void => {
    if (state.get(instance.name) === "done") return;
    if (state.get(instance.name) === "open") {
      const circle = [...trail.slice(trail.indexOf(instance.name)), instance.name];
      diagnostics.push({
        ...tell(BUNDLE_CODE.circle, "instances of {bundle} wait for each other: {chain}", {
          bundle,
          chain: circle.join(" → "),
          circle: circle.join(" "),
        }),
        severity: "error",
        hint: advise(BUNDLE_CODE.circle, "remove one of them from after, or what one requires of another"),
      });
      return;
    }
    state.set(instance.name, "open");
    for (const name of instance.after) {
      const target = byName.get(name);
      if (target !== undefined) visit(target, [...trail, instance.name]);
      else diagnostics.push(unknown(name, instance.name, bundle, byName.keys()));
    }
    state.set(instance.name, "done");
    order.push(instance);
  };
  for (const instance of instances) visit(instance, []);
  return diagnostics.length > 0 ? { diagnostics } : { value: order, diagnostics };
}

/** Instances that can be released at the same time, wave by wave. */
export function waves<T extends Instance>(ordered: readonly T[]): T[][] {
  const depth = new Map<string, number>();
  const out: T[][] = [];
  for (const instance of ordered) {
    const level = Math.max(0, ...instance.after.map((name) => (depth.get(name) ?? -1) + 1));
    depth.set(instance.name, level);
    (out[level] ??= []).push(instance);
  }
  return out;
}

function unknown(name: string, instance: string, bundle: string, names: Iterable<string>): Diagnostic {
  const known = [...names];
  const near = nearestName(name, known);
  return {
    ...tell(BUNDLE_CODE.unknownInstance, "the instance {instance} of {bundle} waits for {name}, which is no instance", {
      instance,
      bundle,
      name,
    }),
    severity: "error",
    path: `#instances.${instance}.after`,
    notes: [`instances: ${known.join(", ")}`],
    ...(near !== null && { hint: advise(BUNDLE_CODE.unknownInstance, "did you mean {near}?", { near }) }),
  };
}
