import type { RenderResult } from "../../pipeline/index.ts";
import type { NamedJob } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { treeText } from "../print/tree.ts";
import type { TreeNode } from "../print/tree.ts";
import { renderedReleases } from "../session/rendered-releases.ts";
import { tellWhy } from "./mod-tree-why.ts";
import { neutralise } from "../print/neutralise.ts";

/** `opm mod tree [path]`: components with what they are made of, and what becomes of them. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const { releases, failed } = await renderedReleases(context);
  const built = releases.filter(({ result }) => result.release !== undefined);
  if (built.length === 0) return exitCode.validation;
  const { why } = options;
  if (typeof why === "string") {
    const told: number[] = [];
    for (const { job, result } of built) {
      if (built.length > 1) io.stdout(neutralise(`# ${job.id}\n`));
      told.push(await tellWhy(context, result, why));
    }
    return Math.max(...told);
  }
  if (options["output"] === "json") {
    const trees = built.map(({ job, result }) => ({ release: job.id, components: treeData(result) }));
    io.stdout(`${JSON.stringify(trees.length === 1 ? trees[0]!.components : trees, null, 2)}\n`);
  } else
    for (const { job, result } of built)
      io.stdout(neutralise(`${headOf(job, result)}\n${treeText(components(result))}`));
  return failed ? exitCode.validation : exitCode.ok;
}

/** A module by its name, a release by its own beside it. */
function headOf({ id, authored, task }: NamedJob, { module }: RenderResult): string {
  const { name, version } = module!.metadata;
  return authored === undefined && task.environment === undefined ? `${name} ${version}` : `${id}: ${name} ${version}`;
}

function components(result: RenderResult): TreeNode[] {
  return treeData(result).map(({ name, resources, traits, blueprints, transformers }) => ({
    text: name,
    children: [
      ...resources.map((fqn) => ({ text: `resource ${fqn}` })),
      ...traits.map(({ fqn, handled }) => ({ text: `trait ${fqn}${handled ? "" : " (nothing handles it)"}` })),
      ...blueprints.map((fqn) => ({ text: `blueprint ${fqn}` })),
      ...transformers.map(({ fqn, reason, objects, nothing }) => ({
        text: `${fqn.slice(fqn.indexOf("#") + 1)} because of ${reason}`,
        children: [...objects, ...(nothing === undefined ? [] : [`nothing: ${nothing}`])].map((text) => ({ text })),
      })),
    ],
  }));
}

function treeData({ release, plan, manifests, silent = [] }: RenderResult) {
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
        nothing: silent.find((one) => one.component === component.id && one.transformer === d.transformer)?.why,
      })),
  }));
}
