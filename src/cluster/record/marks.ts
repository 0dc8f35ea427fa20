// How objects say whose they are: ApplySet labels, which other tools know and respect.
import { sha256, toBase64 } from "./blob.ts";
import type { KubeObject, ObjectMeta } from "../kube-object.ts";
import type { ReleaseIdentity } from "./release-record.ts";

export const PART_OF = "applyset.kubernetes.io/part-of";
export const APPLYSET_ID = "applyset.kubernetes.io/id";
export const APPLYSET_TOOLING = "applyset.kubernetes.io/tooling";
export const APPLYSET_KINDS = "applyset.kubernetes.io/contains-group-kinds";
export const APPLYSET_NAMESPACES = "applyset.kubernetes.io/additional-namespaces";
export const MANAGER = "opm";

export function recordName(release: string): string {
  return `opm.release.v1.${release}`;
}

/** The id of the set whose parent is the release's record. */
export async function applySetId({ name, namespace }: Pick<ReleaseIdentity, "name" | "namespace">): Promise<string> {
  const digest = await sha256(`${recordName(name)}.${namespace}.Secret.`);
  const text = toBase64(digest).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `applyset-${text}-v1`;
}

type Owner =
  | { readonly kind: "ours" }
  | { readonly kind: "nobody" }
  | { readonly kind: "other"; readonly who: string; readonly helm?: string };

/** Whose an object is, by its marks alone. */
export function ownerOf({ labels = {}, annotations = {}, ownerReferences = [] }: ObjectMeta, id: string): Owner {
  const part = labels[PART_OF];
  if (part === id) return { kind: "ours" };
  if (part !== undefined) {
    const release = labels["module-release.opmodel.dev/name"];
    return { kind: "other", who: release === undefined ? `the set ${part}` : `the release ${release}` };
  }
  const helm = annotations["meta.helm.sh/release-name"];
  if (helm !== undefined)
    return {
      kind: "other",
      who: `the Helm release ${annotations["meta.helm.sh/release-namespace"] ?? ""}/${helm}`,
      helm,
    };
  const controller = ownerReferences.find((owner) => owner.controller === true);
  if (controller !== undefined) return { kind: "other", who: `${controller.kind} ${controller.name}` };
  const flux = labels["kustomize.toolkit.fluxcd.io/name"] ?? labels["helm.toolkit.fluxcd.io/name"];
  if (flux !== undefined) return { kind: "other", who: `Flux (${flux})` };
  const argo = annotations["argocd.argoproj.io/tracking-id"];
  if (argo !== undefined) return { kind: "other", who: `Argo CD (${argo.split(":")[0]})` };
  return { kind: "nobody" };
}

export function withMark(object: KubeObject, id: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, [PART_OF]: id } } };
}
