import { waves } from "../../bundle/index.ts";
import type { BundleJob, OpenedBundle } from "../../bundle/index.ts";
import { renderRelease } from "../../pipeline/index.ts";
import type { Trace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { treeText } from "../print/tree.ts";
import type { TreeNode } from "../print/tree.ts";
import { commandBundles } from "../session/command-bundles.ts";
import { printData } from "./values-common.ts";

/** `opm bundle tree [path] [NAME…]`: instances wave by wave, what each waits for and what it is made of. */
export async function run(context: CommandContext): Promise<number> {
  const { bundles, failed, report, trace } = await commandBundles(context);
  let wrong = failed;
  for (const bundle of bundles) {
    const instances = await Promise.all(bundle.jobs.map((job) => describe(job, trace)));
    const found = instances.flatMap((one) => one.diagnostics);
    report(found);
    wrong ||= hasErrors(found);
    context.io.stdout(show(bundle, new Map(instances.map((one) => [one.instance, one])), context.options["output"]));
  }
  return wrong ? exitCode.validation : exitCode.ok;
}

async function describe({ name, after, session, task }: BundleJob, trace: Trace) {
  const { release, diagnostics } = await renderRelease(session, task, "release", trace);
  const { metadata } = session.module;
  return {
    instance: name,
    after,
    module: metadata.apiVersion,
    version: metadata.version,
    release: release?.metadata.name ?? task.releaseName ?? name,
    namespace: release?.metadata.namespace ?? "",
    uuid: release?.metadata.uuid ?? "",
    components: (release?.components ?? []).map((component) => component.name),
    diagnostics,
  };
}

type Described = Awaited<ReturnType<typeof describe>>;

function show(
  { name, fqn, environment, jobs }: OpenedBundle,
  by: ReadonlyMap<string, Described>,
  format: unknown,
): string {
  const levels = waves(jobs).map((wave) => wave.map((job) => by.get(job.name)!));
  if (format === "json" || format === "yaml") {
    const plain = levels.map((wave) => wave.map(({ diagnostics: _, ...rest }) => rest));
    return printData({ name, fqn, ...(environment && { environment: environment.name }), waves: plain }, format);
  }
  const head = `${name}  ${fqn}${environment === undefined ? "" : `  → ${environment.name}`}`;
  const nodes = levels.map((wave, i): TreeNode => ({
    text: `wave ${i + 1}`,
    children: wave.map((one) => ({
      text: neutralise(
        `${one.instance}  ${one.module} ${one.version}  → ${one.namespace}/${one.release}${one.after.length > 0 ? `  after ${one.after.join(", ")}` : ""}`,
      ),
      children: [{ text: one.uuid }, ...one.components.map((component) => ({ text: neutralise(component) }))],
    })),
  }));
  return `${neutralise(head)}\n${treeText(nodes)}`;
}
