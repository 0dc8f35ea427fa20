import type { RenderResult } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { hasErrors } from "../../source/index.ts";
import { treeText } from "../print/tree.ts";
import type { TreeNode } from "../print/tree.ts";
import { renderCommand } from "./mod-render.ts";
import { tellWhy } from "./mod-tree-why.ts";
import { neutralise } from "../print/neutralise.ts";

/** `opm mod tree [path]`: components with what they are made of, and what becomes of them. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context);
  const { module, release } = result;
  if (module === undefined || release === undefined) return exitCode.validation;
  const { why } = context.options;
  if (typeof why === "string") return tellWhy(context, result, why);
  if (context.options["output"] === "json") context.io.stdout(`${JSON.stringify(treeData(result), null, 2)}\n`);
  else {
    const { name, version } = module.metadata;
    context.io.stdout(neutralise(`${name} ${version}\n${treeText(components(result))}`));
  }
  return hasErrors(result.diagnostics) ? exitCode.validation : exitCode.ok;
}

function components(result: RenderResult): TreeNode[] {
  return treeData(result).map(({ name, resources, traits, blueprints, transformers }) => ({
    text: name,
    children: [
      ...resources.map((fqn) => ({ text: `resource ${fqn}` })),
      ...traits.map(({ fqn, handled }) => ({ text: `trait ${fqn}${handled ? "" : " (nothing handles it)"}` })),
      ...blueprints.map((fqn) => ({ text: `blueprint ${fqn}` })),
      ...transformers.map(({ fqn, reason, objects }) => ({
        text: `${fqn.slice(fqn.indexOf("#") + 1)} because of ${reason}`,
        children: objects.map((text) => ({ text })),
      })),
    ],
  }));
}

function treeData({ release, plan, manifests }: RenderResult) {
  return (release?.components ?? []).map((component) => ({
    name: component.id,
    resources: component.resources,
    traits: component.traits.map((fqn) => ({
      fqn,
      handled: !plan?.unhandledTraits.some((u) => u.component === component.id && u.trait === fqn),
    })),
    blueprints: component.blueprints,
    transformers: (plan?.details ?? [])
      .filter((d) => d.matched && d.component === component.id)
      .map((d) => ({
        fqn: d.transformer,
        reason: d.reason,
        objects: manifests
          .filter((m) => m.component === component.id && m.transformer === d.transformer)
          .map(({ identity }) => `${identity.kind} ${identity.name}`),
      })),
  }));
}
