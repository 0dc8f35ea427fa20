import { keyOf, nameOf, readRecord, releaseStatus } from "../../cluster/index.ts";
import type { ObjectStatus } from "../../cluster/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import type { Paint } from "../print/colour.ts";
import { fieldValue, isHiddenPath, maskedValue } from "../print/field-value.ts";
import { neutralise } from "../print/neutralise.ts";
import { dataText } from "../print/plan-data.ts";
import { treeText } from "../print/tree.ts";
import type { TreeNode } from "../print/tree.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { openTargets } from "./cluster-target.ts";
import type { Noun } from "./cluster-target.ts";
import { noRelease } from "./no-release.ts";

/** `opm mod|release|bundle status`. */
export async function statusCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
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
      const read = await readRecord(session.context, { ...target, uuid: "" }, true);
      targets.report(read.diagnostics);
      if (hasErrors(read.diagnostics)) return exitCode.validation;
      const stored = read.value;
      if (stored === undefined) {
        targets.report([noRelease(target)]);
        return exitCode.validation;
      }
      const objects = await releaseStatus(session.context, stored, read.manifests, options["drift"] !== false);
      const { record, lock } = stored;
      if (format === "table") {
        io.stdout(
          `${paint("bold", `${target.name} in ${target.namespace}`)}  revision ${record.revision}, ${record.state}, ${record.release.module} ${record.release.version}\n`,
        );
        if (lock !== undefined) io.stdout(`${paint("yellow", `being changed by ${neutralise(lock.holder)}`)}\n`);
        if (record.pending !== undefined)
          io.stdout(
            `${paint("yellow", `revision ${record.pending.revision} did not end: apply again to finish it`)}\n`,
          );
        io.stdout(treeText(statusTree(objects, paint)));
      } else
        data.push({
          release: record.release,
          revision: record.revision,
          state: record.state,
          objects: objects.map(statusData),
        });
      const well = objects.every(({ health }) => health === "Current") && record.state === "deployed";
      return well ? exitCode.ok : exitCode.general;
    });
    if (exit !== exitCode.ok) worst = exit;
  }
  sessions.close();
  if (format !== "table" && data.length > 0) io.stdout(dataText(targets.targets.length > 1 ? data : data[0], format));
  return worst;
}

function statusTree(objects: readonly ObjectStatus[], paint: Paint): TreeNode[] {
  const components = new Map<string, ObjectStatus[]>();
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

function objectNode({ id, health, message, warning, drift, pods }: ObjectStatus, paint: Paint): TreeNode {
  const style = health === "Current" ? "green" : health === "Failed" || health === "NotFound" ? "red" : "yellow";
  const more = [message, warning].filter((text) => text !== undefined && text !== "").join("; ");
  return {
    text: `${neutralise(nameOf(id))}  ${paint(style, health)}${more === "" ? "" : `  ${neutralise(more)}`}`,
    children: [
      ...drift.map((change): TreeNode => {
        const hidden = isHiddenPath(id.kind, change.text);
        const who = change.by.map(({ manager, time }) => `${manager}${time === "" ? "" : `, ${time}`}`).join("; ");
        return {
          text: `${paint("yellow", "drift")} ${neutralise(change.text)}: ${neutralise(fieldValue(change.after, hidden))} → ${neutralise(fieldValue(change.before, hidden))}${who === "" ? "" : ` by ${neutralise(who)}`}`,
        };
      }),
      ...pods.map((pod): TreeNode => ({
        text: `Pod ${neutralise(pod.name)}  ${pod.phase}  ${pod.ready} ready${pod.restarts > 0 ? `, ${pod.restarts} restarts` : ""}${pod.trouble === "" ? "" : `  ${paint("red", neutralise(pod.trouble))}`}`,
      })),
    ],
  };
}

function statusData({ drift, ...rest }: ObjectStatus): Record<string, unknown> {
  return {
    ...rest,
    drift: drift.map((change) => {
      const hidden = isHiddenPath(rest.id.kind, change.text);
      return {
        field: change.text,
        applied: maskedValue(change.after, hidden),
        now: maskedValue(change.before, hidden),
        by: change.by,
      };
    }),
  };
}
