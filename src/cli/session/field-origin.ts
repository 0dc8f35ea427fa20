// Who sets a changed field on our side: the tier, file, line and column, from the pipeline's own trace.
import { isRecord } from "../../cluster/index.ts";
import type { ExplainedChange, KubeObject, PathStep, Step } from "../../cluster/index.ts";
import { explainField } from "../../pipeline/index.ts";
import { placeText } from "../../source/index.ts";
import { relativeName } from "../print/relative-places.ts";
import type { OriginLines } from "../print/plan-text.ts";
import type { RenderedTarget } from "./cluster-target.ts";

/** So many fields are explained; asking takes an evaluation each. */
const most = 60;

/** Asks for every changed field, once. */
export async function originLines(
  rendered: RenderedTarget,
  steps: readonly Step[],
  objects: ReadonlyMap<string, { readonly object: KubeObject }>,
  keyOf: (step: Step) => string,
  cwd: string,
): Promise<OriginLines> {
  const found = new Map<ExplainedChange, readonly string[]>();
  let count = 0;
  for (const step of steps)
    for (const change of step.changes) {
      const object = objects.get(keyOf(step))?.object;
      const path = object && pathIn(object, change.path);
      if (path === undefined || ++count > most) continue;
      const lines = new Set<string>();
      for (const part of changedParts(path, change))
        for (const line of await originsOf(rendered, step, part, cwd)) lines.add(line);
      found.set(change, [...lines]);
    }
  return (_, change) => found.get(change) ?? [];
}

const mostParts = 3;

/** A list that is owned whole changes as one field; who set it is told of the items that differ. */
function changedParts(path: string, { before, after }: ExplainedChange): readonly string[] {
  if (!Array.isArray(after) || !Array.isArray(before)) return [path];
  const old: readonly unknown[] = before;
  const parts = after.flatMap((item: unknown, i) =>
    JSON.stringify(item) === JSON.stringify(old[i]) ? [] : [`${path}[${i}]`],
  );
  return parts.length === 0 ? [path] : parts.slice(0, mostParts);
}

async function originsOf(
  { whole }: RenderedTarget,
  { id }: Step,
  path: string,
  cwd: string,
): Promise<readonly string[]> {
  const name = id.namespace === "" ? id.name : `${id.namespace}/${id.name}`;
  const { value } = await explainField(whole, `${id.kind}/${name}.${path}`).catch(() => ({ value: undefined }));
  if (value === undefined) return [];
  // The value that wins; without one the line of the component or the transformer.
  for (const what of ["value", "environment", "component", "transformer"] as const) {
    const origin = value.origins.find((one) => one.what === what && (one.place !== undefined || what === "value"));
    if (origin === undefined) continue;
    const place =
      origin.place &&
      placeText({ ...origin.place, file: { ...origin.place.file, name: relativeName(origin.place.file.name, cwd) } });
    return [`${origin.text}${place === undefined ? "" : ` at ${place}`}`];
  }
  return [];
}

/** As `mod explain` takes paths: items of lists by their place in the object that we rendered. */
function pathIn(object: KubeObject, path: readonly PathStep[]): string | undefined {
  let here: unknown = object;
  let out = "";
  for (const step of path) {
    if ("field" in step) {
      out += /^[A-Za-z_][\w-]*$/.test(step.field) ? `${out === "" ? "" : "."}${step.field}` : `."${step.field}"`;
      here = isRecord(here) ? here[step.field] : undefined;
      continue;
    }
    if (!Array.isArray(here)) return undefined;
    const list: readonly unknown[] = here;
    const index =
      "index" in step
        ? step.index
        : "value" in step
          ? list.indexOf(step.value)
          : list.findIndex(
              (item) =>
                isRecord(item) && Object.entries(step.key).every(([k, v]) => item[k] === undefined || item[k] === v),
            );
    if (index < 0) return undefined;
    out += `[${index}]`;
    here = list[index];
  }
  return here === undefined ? undefined : out;
}
