// The values of a release as people look at them: entries of lists with the defaults that hold there.
import { isSecretView, schemaDefaults } from "../../values/index.ts";
import type { CueView, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import { configWith } from "../3-release/config-with.ts";
import type { ReleaseValues } from "../3-release/release-values.ts";

/** A list is given whole, so no tier below it says what its entries lack; the schema does. */
export function shownValues(module: Module, values: ReleaseValues): ReleaseValues {
  const view = configWith(module, values.tree);
  return view === undefined ? values : { ...values, tree: filled(values.tree, view, false) };
}

function filled(node: ValueNode, view: CueView, isEntry: boolean): ValueNode {
  if (node.kind === "list") {
    const entries = view.kind === "list" ? view.items() : [];
    return { ...node, items: node.items.map((item, i) => (entries[i] ? filled(item, entries[i], true) : item)) };
  }
  if (node.kind !== "struct" || view.kind !== "struct" || isSecretView(view)) return node;
  const fields = new Map(node.fields);
  for (const { name, presence, value } of view.fields()) {
    const given = node.fields.get(name);
    const [place] = value.places;
    if (given !== undefined) fields.set(name, filled(given, value, isEntry));
    else if (isEntry && presence === "field" && place !== undefined && !isSecretView(value)) {
      const preset = schemaDefaults(value, place);
      if (preset !== undefined) fields.set(name, preset);
    }
  }
  return { ...node, fields };
}
