// Names of the Secrets that bindings make. An interface has one name for its secret; where a module requires it several
// times, each requirement needs its own.
import type { Path, ValueNode } from "../../values/index.ts";
import { nodeAt, scalarNode, structNode } from "../../values/index.ts";

interface Required {
  readonly component: string;
  readonly alias: string;
  readonly fqn: string;
}

/** The requirements whose interface others require too, with the name that their secrets get. */
export function secretNames(required: readonly Required[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { component, alias, fqn } of required)
    if (fqn !== "" && required.filter((other) => other.fqn === fqn).length > 1)
      names.set(`${component}.${alias}`, `${component}-${alias}`);
  return names;
}

/** The tree with these names for secrets that are given without one; `slots` are <component>.requires.<alias>.<path>. */
export function withSecretNames(
  tree: ValueNode,
  slots: readonly Path[],
  names: ReadonlyMap<string, string>,
): ValueNode {
  return slots.reduce((made, slot) => {
    const name = names.get(`${slot[0]}.${slot[2]}`);
    const secret = name === undefined ? undefined : nodeAt(made, slot);
    if (name === undefined || secret?.kind !== "struct" || secret.fields.has("$secretName")) return made;
    const named = structNode(
      new Map([...secret.fields, ["$secretName", scalarNode("string", name, secret.origin)]]),
      secret.origin,
    );
    return replaced(made, slot, { ...named, shadowed: secret.shadowed });
  }, tree);
}

function replaced(node: ValueNode, [step, ...rest]: Path, by: ValueNode): ValueNode {
  if (step === undefined) return by;
  if (node.kind !== "struct" || typeof step !== "string") return node;
  const inner = node.fields.get(step);
  return inner === undefined ? node : { ...node, fields: new Map([...node.fields, [step, replaced(inner, rest, by)]]) };
}
