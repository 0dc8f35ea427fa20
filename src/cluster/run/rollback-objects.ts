// The objects of an earlier revision, ready to be planned again. Secrets come from the cluster, never from a record.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
import { idOf, keyOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { isSecretKind, unsealManifest } from "../plan/sealed-manifests.ts";
import type { RenderedObject } from "../plan/prepare-objects.ts";
import { readKept } from "../record/kept-objects.ts";
import type { KeptObject } from "../record/kept-objects.ts";
import { PART_OF } from "../record/marks.ts";
import { DamagedRecord } from "../record/record-store.ts";
import type { StoredRecord } from "../record/record-store.ts";
import type { RevisionInfo } from "../record/release-record.ts";
import type { ClusterContext } from "./cluster-context.ts";
import type { RollbackRequest } from "./plan-rollback.ts";

/** The revision to go back to: the named one, or the last that worked before the one that runs. */
export function rollbackTarget({ record }: StoredRecord, wanted: number | undefined): Outcome<RevisionInfo> {
  const known = record.history;
  const list = known.map(({ revision, outcome }) => `${revision} (${outcome})`).join(", ");
  if (wanted !== undefined) {
    const found = known.find(({ revision }) => revision === wanted);
    return found !== undefined
      ? { value: found, diagnostics: [] }
      : none(tell(clusterCode.noRevision, "there is no revision {wanted}", { wanted }), `kept: ${list}`);
  }
  const worked = known.filter(({ outcome }) => outcome === "superseded" || outcome === "deployed");
  const failed = record.state === "failed" || record.state === "pending";
  const found = failed ? worked.at(-1) : worked.filter(({ revision }) => revision < record.revision).at(-1);
  return found !== undefined
    ? { value: found, diagnostics: [] }
    : none(tell(clusterCode.noRevision, "there is no earlier revision that worked"), `kept: ${list}`);
}

function none(told: Told, note: string): Outcome<never> {
  return { diagnostics: [{ ...told, severity: "error", notes: [note] }] };
}

export async function rollbackObjects(
  context: ClusterContext,
  stored: StoredRecord,
  info: RevisionInfo,
  { keepSecrets, before }: Pick<RollbackRequest, "keepSecrets" | "before">,
): Promise<Outcome<readonly RenderedObject[]>> {
  const { api } = context;
  const { record } = stored;
  if (info.stored === undefined)
    return none(
      tell(clusterCode.noRevision, "the objects of revision {revision} were not kept", { revision: info.revision }),
      "render it again from its commit",
    );
  let list: KeptObject[];
  try {
    list = readKept(await context.store.fetch(record.release.namespace, info.stored));
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    return none(
      tell(clusterCode.noRevision, "the objects of revision {revision} cannot be read: {problem}", {
        revision: info.revision,
        problem: error.message,
      }),
      "render it again from its commit",
    );
  }
  if (list.length !== info.objects)
    return none(
      tell(
        clusterCode.noRevision,
        "{objects} objects of revision {revision} hold secrets outside of Secrets and were not kept",
        { objects: info.objects - list.length, revision: info.revision },
      ),
      "render it again from its commit",
    );
  const map = await api.resources();
  const diagnostics: Diagnostic[] = [];
  const rendered: RenderedObject[] = [];
  for (const { object: sealed, component, after } of list) {
    const id = idOf(sealed);
    const resource = map.find(sealed.apiVersion, sealed.kind);
    const live = isSecretKind(sealed) && resource ? await api.get(resource, id.namespace, id.name) : undefined;
    if (live !== undefined) context.learn(live);
    const earlier = before?.get(keyOf(id));
    const sources = [live, earlier].filter((one) => one !== undefined);
    const { object, missing } = await unsealManifest(sealed, sources, record.key);
    const text = `${nameOf(id)}: what revision ${info.revision} had in ${missing.join(", ")} is not in the cluster any more`;
    if (missing.length > 0 && keepSecrets && live !== undefined)
      diagnostics.push({
        ...tell(clusterCode.secretsKept, "{text}; the Secret is left as it is now", { text }),
        severity: "warning",
        hint: advise(
          clusterCode.secretsKept,
          "records hold no secrets: to have that value too, render the revision again from its commit and apply it",
        ),
      });
    else if (missing.length > 0) {
      diagnostics.push({
        ...tell(clusterCode.secretsGone, "{problem}", { problem: text }),
        severity: "error",
        hint:
          live === undefined
            ? advise(
                clusterCode.secretsGone,
                "records hold no secrets: render that revision again from its commit and apply it",
              )
            : advise(
                clusterCode.secretsGone,
                "--keep-secrets leaves the Secret as it is now; or render that revision again from its commit",
              ),
      });
      continue;
    }
    const { [PART_OF]: _, ...labels } = object.metadata.labels ?? {};
    const data = missing.length > 0 ? (live as KubeObject & { data?: unknown }).data : object["data"];
    rendered.push({
      object: { ...object, ...(data !== undefined && { data }), metadata: { ...object.metadata, labels } },
      component,
      after,
    });
  }
  // What is refused leaves nothing as it is by choice.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0 ? { diagnostics: errors } : { value: rendered, diagnostics };
}
