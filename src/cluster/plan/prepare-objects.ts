// Rendered objects made fit for a server: what it would drop in silence, refuse or misread is settled here.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place, Told } from "../../source/index.ts";
import type { ApiMap, ApiResource } from "../client/api-map.ts";
import { groupVersion, idOf, isRecord, keyOf, listAt, nameOf, textAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import { toBase64 } from "../record/blob.ts";
import { PART_OF, withMark } from "../record/marks.ts";
import { policyOf } from "./object-policy.ts";
import type { ObjectPolicy } from "./object-policy.ts";

/** An object as it was rendered, with its secrets in clear text. */
export interface RenderedObject {
  readonly object: unknown;
  readonly component: string;
  /** Components that must be there first. */
  readonly after?: readonly string[];
  readonly place?: Place;
}

export interface PreparedObject {
  readonly id: ObjectId;
  readonly key: string;
  readonly object: KubeObject;
  readonly resource: ApiResource;
  readonly component: string;
  readonly after: readonly string[];
  readonly policy: ObjectPolicy;
  readonly place?: Place;
  /** The server does not know its kind yet: a CRD of the same release defines it. */
  readonly undefinedKind: boolean;
}

interface PrepareOptions {
  readonly namespace: string;
  readonly applySet: string;
  readonly map: ApiMap;
}

export function prepareObjects(
  rendered: readonly RenderedObject[],
  { namespace, applySet, map }: PrepareOptions,
): Outcome<readonly PreparedObject[]> {
  const diagnostics: Diagnostic[] = [];
  const defined = definedKinds(rendered);
  const known = map.with(defined);
  const out = new Map<string, PreparedObject>();
  for (const { object: given, component, after = [], place } of rendered) {
    const wrong = (told: Told, more: Partial<Diagnostic> = {}): void => {
      diagnostics.push({ ...told, severity: "error", ...(place && { places: [place] }), ...more });
    };
    const problem = shapeProblem(given);
    if (problem !== undefined) {
      wrong(tell(clusterCode.badObject, "{problem}", { problem: problem }));
      continue;
    }
    let object = given as KubeObject;
    const resource = known.find(object.apiVersion, object.kind);
    if (resource === undefined) {
      diagnostics.push(unknownKind(object, map, place));
      continue;
    }
    if (resource.verbs.length > 0 && !resource.verbs.includes("patch")) {
      wrong(
        tell(clusterCode.unknownKind, "{kind} cannot be applied: the server has no patch for it", {
          kind: object.kind,
        }),
      );
      continue;
    }
    if (!resource.namespaced && object.metadata.namespace !== undefined) {
      wrong(
        tell(
          clusterCode.strippedNamespace,
          "{kind} {metadata} belongs to the whole cluster: its namespace {namespace} is left out",
          { kind: object.kind, metadata: object.metadata.name, namespace: object.metadata.namespace },
        ),
        { severity: "warning" },
      );
      const { namespace: _, ...metadata } = object.metadata;
      object = { ...object, metadata };
    } else if (resource.namespaced && !object.metadata.namespace)
      object = { ...object, metadata: { ...object.metadata, namespace } };
    const policy = policyOf(object);
    diagnostics.push(...policy.diagnostics.map((d) => ({ ...(place && { places: [place] }), ...d })));
    if (policy.value === undefined) continue;
    const id = idOf(object);
    const key = keyOf(id);
    if (out.has(key)) {
      wrong(tell(clusterCode.badObject, "{object} is rendered twice", { object: nameOf(id) }));
      continue;
    }
    const clean = withMark(sendable(object), applySet);
    out.set(key, {
      id,
      key,
      object: clean,
      resource,
      component,
      after,
      policy: policy.value,
      ...(place && { place }),
      undefinedKind: map.find(object.apiVersion, object.kind) === undefined,
    });
  }
  return { value: [...out.values()], diagnostics };
}

function shapeProblem(given: unknown): string | undefined {
  if (!isRecord(given) || !isRecord(given["metadata"])) return "an object without metadata was rendered";
  const { apiVersion, kind, metadata } = given;
  const meta = metadata as Record<string, unknown>;
  if (typeof apiVersion !== "string" || typeof kind !== "string")
    return "an object without apiVersion or kind was rendered";
  const name = meta["name"];
  if (typeof name !== "string" || name === "")
    return "generateName" in meta
      ? `${kind}: an object with generateName cannot be applied again; give it a name`
      : `${kind}: an object without a name was rendered`;
  if ("managedFields" in meta) return `${kind} ${name}: managedFields are the server's`;
  if (isRecord(meta["labels"]) && PART_OF in meta["labels"])
    return `${kind} ${name}: the label ${PART_OF} says whose an object is, and opm sets it itself`;
  return undefined;
}

function unknownKind(object: KubeObject, map: ApiMap, place: Place | undefined): Diagnostic {
  const { apiVersion, kind, metadata } = object;
  const { group } = groupVersion(apiVersion);
  const served = map.versions(group, kind);
  const where = place && { places: [place] };
  if (map.stale.has(group))
    return {
      ...tell(clusterCode.unknownKind, "{kind} {metadata}: the API {group} does not answer now", {
        kind,
        metadata: metadata.name,
        group,
      }),
      severity: "error",
      ...where,
      hint: advise(clusterCode.unknownKind, "its APIService says why: kubectl get apiservices"),
    };
  const elsewhere = map.groupsOf(kind).filter((other) => other !== apiVersion);
  return {
    ...tell(clusterCode.unknownKind, "{kind} {metadata}: the server does not serve {apiVersion} {kind}", {
      kind,
      metadata: metadata.name,
      apiVersion,
    }),
    severity: "error",
    ...where,
    ...(served.length > 0
      ? {
          hint: advise(clusterCode.unknownKind, "it serves {served}", {
            served: served.map((version) => (group === "" ? version : `${group}/${version}`)).join(", "),
          }),
        }
      : elsewhere.length > 0
        ? {
            hint: advise(clusterCode.unknownKind, "it serves that kind as {elsewhere}", {
              elsewhere: elsewhere.join(", "),
            }),
          }
        : { hint: advise(clusterCode.unknownKind, "its CustomResourceDefinition is not installed") }),
  };
}

/** Kinds that the release itself defines. */
function definedKinds(rendered: readonly RenderedObject[]): ApiResource[] {
  const out: ApiResource[] = [];
  for (const { object } of rendered) {
    if (textAt(object, "kind") !== "CustomResourceDefinition") continue;
    const spec = isRecord(object) ? object["spec"] : undefined;
    for (const version of listAt(spec, "versions")) {
      if (isRecord(version) && version["served"] === false) continue;
      out.push({
        group: textAt(spec, "group"),
        version: textAt(version, "name"),
        kind: textAt(spec, "names", "kind"),
        plural: textAt(spec, "names", "plural"),
        namespaced: textAt(spec, "scope") === "Namespaced",
        verbs: ["get", "list", "watch", "create", "patch", "delete"],
        subresources: [],
      });
    }
  }
  return out;
}

/** A copy as it is sent: without nulls, status and what only the server writes; secrets as `data`. */
function sendable(object: KubeObject): KubeObject {
  const { status: _, ...rest } = withoutNulls(object) as KubeObject;
  const { creationTimestamp: __, resourceVersion: ___, uid: ____, generation: _____, ...metadata } = rest.metadata;
  const out = { ...rest, metadata } as unknown as KubeObject;
  return object.kind === "Secret" && object.apiVersion === "v1" ? withData(out) : out;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value))
    if (inner !== null && inner !== undefined) out[name] = withoutNulls(inner);
  return out;
}

/** `stringData` would own other fields than those that are stored: a key that is dropped would stay. */
function withData(secret: KubeObject): KubeObject {
  const { stringData, data, ...rest } = secret as KubeObject & { stringData?: unknown; data?: unknown };
  if (!isRecord(stringData)) return secret;
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    typeof text === "string" ? toBase64(new TextEncoder().encode(text)) : text,
  ]);
  return {
    ...rest,
    data: { ...(isRecord(data) ? data : {}), ...Object.fromEntries(encoded) },
  } as unknown as KubeObject;
}
