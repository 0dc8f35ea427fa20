// Which rights a plan lacks, all of them, before the first change.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError, denialOf } from "../client/api-error.ts";
import type { ApiMap, ApiResource } from "../client/api-map.ts";
import { at } from "../kube-object.ts";
import type { ReleaseIdentity } from "../record/release-record.ts";
import type { ClusterContext } from "../run/cluster-context.ts";
import type { Step } from "./plan.ts";
import type { Asked } from "./survey.ts";
import type { PreparedObject } from "./prepare-objects.ts";
import type { Probe } from "./probe.ts";

interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
}

/** What dry-runs were refused, what they could not ask, what deletes and what the record needs. */
export async function rightsDiagnostics(
  { api }: ClusterContext,
  release: ReleaseIdentity,
  steps: readonly Step[],
  objects: readonly PreparedObject[],
  probes: ReadonlyMap<string, Probe>,
  map: ApiMap,
  unread: readonly { readonly one: Asked; readonly verb: string }[] = [],
): Promise<Diagnostic[]> {
  const rights = new Map<string, Right>();
  const add = (verb: string, { group, plural }: ApiResource, namespace: string): void => {
    const right = { verb, group, resource: plural, namespace };
    rights.set(Object.values(right).join("\n"), right);
  };
  for (const { key, id, resource } of objects) {
    const probed = probes.get(key);
    const refused = probed?.kind === "refused" && denialOf(probed.error) === "rights";
    if (probed?.kind === "unchecked" || refused)
      for (const verb of ["create", "patch"]) add(verb, resource, id.namespace);
  }
  for (const { action, id, apiVersion } of steps) {
    const resource = map.find(apiVersion, id.kind);
    if (resource === undefined) continue;
    if (action === "delete" || action === "replace")
      for (const verb of ["get", "delete"]) add(verb, resource, id.namespace);
    if (action === "adopt") for (const verb of ["get", "patch"]) add(verb, resource, id.namespace);
  }
  const known: Right[] = unread.map(({ one: { id, resource }, verb }) => ({
    verb,
    group: resource.group,
    resource: resource.plural,
    namespace: id.namespace,
  }));
  const denied = [...probes.values()].some(
    (probed) => probed.kind === "refused" && denialOf(probed.error) === "rights",
  );
  const changing = denied || steps.some(({ action }) => action !== "none" && action !== "keep");
  const secrets = map.find("v1", "Secret");
  if (changing && secrets !== undefined)
    for (const verb of ["get", "list", "create", "update", "patch", "delete"]) add(verb, secrets, release.namespace);
  const answers = await Promise.all(
    [...rights.values()].map(async (right) => ({ right, ok: await isGranted(api, right) })),
  );
  const missing = [...known, ...answers.filter(({ ok }) => !ok).map(({ right }) => right)];
  if (missing.length === 0) return [];
  return [
    {
      ...tell(clusterCode.missingRights, "{count} rights are missing; nothing was changed", { count: missing.length }),
      severity: "error",
      notes: roleLines(missing),
      hint: advise(
        clusterCode.missingRights,
        "this is what a Role (ClusterRole where no namespace is named) would have to grant",
      ),
    },
  ];
}

async function isGranted(api: ClusterContext["api"], { verb, group, resource, namespace }: Right): Promise<boolean> {
  try {
    const answer = await api.review("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { verb, group, resource, ...(namespace !== "" && { namespace }) } },
    });
    return at(answer, "status", "allowed") === true;
  } catch (error) {
    if (error instanceof ApiError) return true; // it cannot be asked; the server itself will say it
    throw error;
  }
}

function roleLines(missing: readonly Right[]): string[] {
  const lines = new Map<string, Set<string>>();
  for (const { verb, group, resource, namespace } of missing) {
    const where = namespace === "" ? "in the whole cluster" : `in ${namespace}`;
    const name = `${group === "" ? resource : `${resource}.${group}`} ${where}`;
    lines.set(name, (lines.get(name) ?? new Set()).add(verb));
  }
  return [...lines].sort().map(([name, verbs]) => `${name}: ${[...verbs].sort().join(", ")}`);
}
