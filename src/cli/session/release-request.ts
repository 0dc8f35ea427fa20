// From a rendered release to what the cluster room plans.
import { clusterCode, tell } from "../../source/index.ts";
import { canonicalJson, sha256Hex } from "../../cluster/index.ts";
import type { BlastLimits, ReleaseIdentity, RenderedObject } from "../../cluster/index.ts";
import { componentNeeds, manifestJson, releaseSettings } from "../../pipeline/index.ts";
import type { Release } from "../../pipeline/index.ts";
import { revealManifest } from "../../secrets/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { toPlain } from "../../values/index.ts";
import type { ClusterTarget, RenderedTarget } from "./cluster-target.ts";

export function identityOf(target: ClusterTarget, release: Release): ReleaseIdentity {
  const { metadata } = release;
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    uuid: metadata.uuid,
    module: target.module,
    version: metadata.version,
    ...(target.environment !== undefined && { environment: target.environment }),
  };
}

/** Objects with their secrets opened: for the cluster alone. Components come after what they require. */
export function renderedObjects(rendered: RenderedTarget): Outcome<readonly RenderedObject[]> {
  const diagnostics: Diagnostic[] = [];
  const needs = componentNeeds(rendered.result.release?.components ?? []);
  const value = rendered.result.manifests.map((manifest): RenderedObject => {
    const text = manifestJson(revealManifest(manifest.object));
    const place = rendered.placeOf(manifest);
    const object: unknown = JSON.parse(text);
    const large = /(?<=[:[,\s])-?[0-9]{16,}(?=[,\]}\s])/.exec(text);
    if (large !== null && !Number.isSafeInteger(Number(large[0])))
      diagnostics.push({
        ...tell(clusterCode.badObject, "{kind} {identity}: the number {large} is too large to be applied exactly", {
          kind: manifest.identity.kind,
          identity: manifest.identity.name,
          large: large[0],
        }),
        severity: "error",
        ...(place && { places: [place] }),
      });
    const after = needs.get(manifest.component) ?? [];
    return { object, component: manifest.component, ...(after.length > 0 && { after }), ...(place && { place }) };
  });
  return diagnostics.length > 0 ? { diagnostics } : { value, diagnostics };
}

/** Of the merged values; secrets count only as being there. */
export async function valuesDigest({ result }: RenderedTarget): Promise<string | undefined> {
  if (result.values === undefined) return undefined;
  const plain = JSON.parse(
    JSON.stringify(toPlain(result.values.tree), (_, x: unknown) => (typeof x === "bigint" ? String(x) : x)),
  ) as unknown;
  return (await sha256Hex(canonicalJson(plain))).slice(0, 16);
}

/** What the platform lets a run take away: `platform.limits` of its settings. */
export function limitsOf({ session, job }: ClusterTarget): BlastLimits | undefined {
  const limits = session && job && releaseSettings(session, job.task)?.["limits"];
  if (typeof limits !== "object" || limits === null || Array.isArray(limits)) return undefined;
  const { maxDeleted, maxShare, neverDelete } = limits as Record<string, unknown>;
  return {
    ...(typeof maxDeleted === "number" && { maxDeleted }),
    maxShare: typeof maxShare === "number" ? maxShare : 50,
    ...(Array.isArray(neverDelete) && { neverDelete: neverDelete.map(String) }),
  };
}
