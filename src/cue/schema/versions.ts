/** Dialects of JSON Schema, as bits: the drafts in their order, then those that stand alone. */
export const Version = {
  draft4: 1,
  draft6: 2,
  draft7: 4,
  draft2019: 8,
  draft2020: 16,
  openApi: 32,
  kubernetesApi: 64,
  kubernetesCrd: 128,
} as const;

export const DRAFTS = 31;
export const KUBERNETES: number = Version.kubernetesApi | Version.kubernetesCrd;
export const OPENAPI_LIKE: number = Version.openApi | KUBERNETES;
export const EVERYWHERE: number = DRAFTS | OPENAPI_LIKE;

/** The drafts from one on. */
export const from = (version: number): number => DRAFTS & ~(version - 1);
/** The drafts up to one. */
export const until = (version: number): number => DRAFTS & (version * 2 - 1);

const NAMES: ReadonlyMap<number, string> = new Map([
  [Version.draft4, "http://json-schema.org/draft-04/schema#"],
  [Version.draft6, "http://json-schema.org/draft-06/schema#"],
  [Version.draft7, "http://json-schema.org/draft-07/schema#"],
  [Version.draft2019, "https://json-schema.org/draft/2019-09/schema"],
  [Version.draft2020, "https://json-schema.org/draft/2020-12/schema"],
  [Version.openApi, "OpenAPI 3.0"],
  [Version.kubernetesApi, "Kubernetes API"],
  [Version.kubernetesCrd, "Kubernetes CRD"],
]);

export const versionName = (version: number): string => NAMES.get(version) ?? "unknown";

/** The draft that `$schema` names, with or without an empty fragment. */
export function draftOf(url: string): number | undefined {
  const plain = url.replace(/#$/, "");
  for (const [version, name] of NAMES) if ((version & DRAFTS) !== 0 && name.replace(/#$/, "") === plain) return version;
  return undefined;
}
