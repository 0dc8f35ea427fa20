import { keyOf, nameOf } from "../../cluster/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import type { Paint } from "../print/colour.ts";
import { fieldValue } from "../print/field-value.ts";
import { neutralise } from "../print/neutralise.ts";
import { dataText } from "../print/plan-data.ts";
import { treeText } from "../print/tree.ts";
import type { TreeNode } from "../print/tree.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, Noun } from "./cluster-target.ts";
import { liveRelease } from "./live-release.ts";
import type { LiveObject, LiveRelease } from "./live-release.ts";

/** `opm mod|release|bundle status`. */
export async function statusCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  await learnSecrets(targets);
  const sessions = new ClusterSessions(context, targets.secrets.redactor, () => {});
  const format = options["output"] ?? "table";
  const paint = painter(io, "stdout", options["color"]);
  const data: unknown[] = [];
  let worst: number = exitCode.ok;
  for (const target of targets.targets) {
    const session = await sessions.open(target.cluster);
    if (session === undefined) {
      worst = exitCode.validation;
      continue;
    }
    const exit = await guarded(context, session, async () => {
      const { value: live, diagnostics } = await liveRelease(session, target, options["drift"] !== false);
      targets.report(diagnostics);
      if (live === undefined) return exitCode.validation;
      if (format === "table") io.stdout(statusText(target, live, paint));
      else data.push(live);
      return live.well ? exitCode.ok : exitCode.general;
    });
    if (exit !== exitCode.ok) worst = exit;
  }
  sessions.close();
  if (format !== "table" && data.length > 0) io.stdout(dataText(targets.targets.length > 1 ? data : data[0], format));
  return worst;
}

function statusText({ name, namespace }: ClusterTarget, live: LiveRelease, paint: Paint): string {
  const { release, revision, state, holder, unfinished, objects } = live;
  const lines = [
    `${paint("bold", `${name} in ${namespace}`)}  revision ${revision}, ${state}, ${release.module} ${release.version}`,
  ];
  if (holder !== undefined) lines.push(paint("yellow", `being changed by ${neutralise(holder)}`));
  if (unfinished !== undefined)
    lines.push(paint("yellow", `revision ${unfinished} did not end: apply again to finish it`));
  return `${lines.join("\n")}\n${treeText(statusTree(objects, paint))}${unknownDrift(objects, paint)}`;
}

/** Silence about drift must not be taken for its absence: each reason once. */
function unknownDrift(objects: readonly LiveObject[], paint: Paint): string {
  const reasons = new Map<string, number>();
  for (const { driftUnknown } of objects)
    if (driftUnknown !== undefined) reasons.set(driftUnknown, (reasons.get(driftUnknown) ?? 0) + 1);
  return [...reasons]
    .map(([why, count]) => `${paint("dim", `drift of ${count} objects is not known: ${neutralise(why)}`)}\n`)
    .join("");
}

function statusTree(objects: readonly LiveObject[], paint: Paint): TreeNode[] {
  const components = new Map<string, LiveObject[]>();
  for (const object of objects) components.set(object.component, [...(components.get(object.component) ?? []), object]);
  return [...components]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([component, list]) => ({
      text: component === "" ? "the release itself" : neutralise(component),
      children: [...list]
        .sort((a, b) => (keyOf(a.id) < keyOf(b.id) ? -1 : 1))
        .map((object) => objectNode(object, paint)),
    }));
}

/** Secrets are masks already; what is not there is null in data. */
const shown = (value: unknown): string => fieldValue(value ?? undefined, false);

function objectNode(object: LiveObject, paint: Paint): TreeNode {
  const { id, health, message, warning, drift, pods } = object;
  const style = health === "Current" ? "green" : health === "Failed" || health === "NotFound" ? "red" : "yellow";
  const more = [message, warning].filter((text) => text !== undefined && text !== "").join("; ");
  return {
    text: `${neutralise(nameOf(id))}  ${paint(style, health)}${more === "" ? "" : `  ${neutralise(more)}`}`,
    children: [
      ...drift.map(({ field, applied, now, by }): TreeNode => {
        const who = by.map(({ manager, time }) => `${manager}${time === "" ? "" : `, ${time}`}`).join("; ");
        return {
          text: `${paint("yellow", "drift")} ${neutralise(field)}: ${neutralise(shown(applied))} → ${neutralise(shown(now))}${who === "" ? "" : ` by ${neutralise(who)}`}`,
        };
      }),
      ...pods.map((pod): TreeNode => ({
        text: `Pod ${neutralise(pod.name)}  ${pod.phase}  ${pod.ready} ready${pod.restarts > 0 ? `, ${pod.restarts} restarts` : ""}${pod.trouble === "" ? "" : `  ${paint("red", neutralise(pod.trouble))}`}`,
      })),
    ],
  };
}
