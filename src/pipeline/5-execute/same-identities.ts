// Two objects that the cluster could not tell apart.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { writtenParts } from "./job-input.ts";
import type { Manifest } from "./manifest.ts";
import type { PreparedJob } from "./prepare.ts";

/** With the origins of both: component, transformer and the line that gives the name. */
export function sameIdentities(manifests: readonly Manifest[], jobs: readonly PreparedJob[]): Diagnostic[] {
  const seen = new Map<string, Manifest>();
  const found: Diagnostic[] = [];
  for (const manifest of manifests) {
    const { group, kind, namespace, name } = manifest.identity;
    const key = JSON.stringify([group, kind, namespace, name]);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, manifest);
      continue;
    }
    const places = [other, manifest].flatMap((m) => placeOf(m, jobs));
    found.push({
      ...tell(PIPELINE_CODE.sameResource, "two objects are {kind} {within}{name}", {
        kind,
        within: namespace === "" ? "" : `${namespace}/`,
        name,
        namespace,
      }),
      severity: "error",
      ...(places.length > 0 && { places }),
      notes: [`one from ${originText(other)}`, `the other from ${originText(manifest)}`],
      hint:
        manifest.key === undefined
          ? advise(PIPELINE_CODE.sameResource, "give one of the components another name: metadata: name")
          : advise(PIPELINE_CODE.sameResource, "give one of them another key, or a name where it has one"),
    });
  }
  return found;
}

function originText({ component, policy, transformer, key }: Manifest): string {
  const subject =
    component !== "" ? `component ${component}` : policy !== undefined ? `policy ${policy}` : "the release";
  return `${subject}${key === undefined ? "" : `, key ${key}`}, rendered by ${transformer}`;
}

/** The line of the module that comes nearest: the entry, the name, or else the first that anybody but the catalog wrote. */
function placeOf({ component, transformer, policy, key }: Manifest, jobs: readonly PreparedJob[]): Place[] {
  const job = jobs.find((j) => j.component === component && j.transformer === transformer && j.policy === policy);
  let best: { place: Place; rank: number } | undefined;
  const [subject] = job?.inputs ?? [];
  // The first field is what the job is about.
  for (const { path, place } of subject === undefined ? [] : writtenParts(subject.tree.fields[0]!.value)) {
    if (place.file.name.startsWith("opmodel.dev/")) continue;
    const rank = key !== undefined && path[2] === key ? 3 : path[0] === "metadata" && path[1] === "name" ? 2 : 1;
    if (best === undefined || rank > best.rank) best = { place, rank };
  }
  return best === undefined ? [] : [{ ...best.place, label: `component ${component}` }];
}
