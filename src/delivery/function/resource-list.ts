// What KRM functions read and write: a list of objects, and what was found in them.
import type { Diagnostic } from "../../source/index.ts";
import { objectPath } from "./foreign-component.ts";
import type { KubeData } from "./foreign-component.ts";

export interface ResourceList {
  readonly apiVersion: string;
  readonly items: readonly KubeData[];
  readonly functionConfig?: KubeData;
}

/** Undefined if it is none. */
export function resourceList(value: unknown): ResourceList | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { apiVersion, kind, items = [], functionConfig } = value as Record<string, unknown>;
  const isObject = (x: unknown): boolean => typeof x === "object" && x !== null && !Array.isArray(x);
  if (kind !== "ResourceList" || !/^config\.kubernetes\.io\/v1(?:alpha1|beta1)?$/.test(String(apiVersion)))
    return undefined;
  if (!Array.isArray(items) || !items.every(isObject)) return undefined;
  if (functionConfig !== undefined && functionConfig !== null && !isObject(functionConfig)) return undefined;
  return {
    apiVersion: String(apiVersion),
    items: items as KubeData[],
    ...(isObject(functionConfig) && { functionConfig: functionConfig as KubeData }),
  };
}

export interface FunctionResult {
  readonly message: string;
  readonly severity: "error" | "warning" | "info";
  readonly resourceRef?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  };
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string; readonly index?: number };
  readonly tags: Readonly<Record<string, string>>;
}

const PATH = "internal.config.kubernetes.io/path";
const INDEX = "internal.config.kubernetes.io/index";
const OLD_PATH = "config.kubernetes.io/path";
const OLD_INDEX = "config.kubernetes.io/index";

/** A diagnostic as a result; `object` is what it is about. */
export function functionResult(d: Diagnostic, object?: KubeData): FunctionResult {
  const tags = { code: d.code, ...(typeof d.args?.["policy"] === "string" && { policy: d.args["policy"] }) };
  const result = { message: d.message, severity: d.severity, tags };
  if (object === undefined) return { ...result, ...(d.path !== undefined && { field: { path: d.path } }) };
  const kind = String(object["kind"]);
  const metadata = (object["metadata"] ?? {}) as KubeData;
  const annotations = (metadata["annotations"] ?? {}) as Readonly<Record<string, string>>;
  const path = annotations[PATH] ?? annotations[OLD_PATH];
  const index = Number(annotations[INDEX] ?? annotations[OLD_INDEX]);
  const id = `${kind}/${String(metadata["name"])}`;
  const within =
    d.path?.startsWith(`components.${id}.`) === true ? d.path.slice(`components.${id}.`.length) : undefined;
  const field = within === undefined ? undefined : objectPath(kind, within);
  return {
    ...result,
    resourceRef: {
      apiVersion: String(object["apiVersion"]),
      kind,
      name: String(metadata["name"]),
      ...(typeof metadata["namespace"] === "string" && { namespace: metadata["namespace"] }),
    },
    ...(field !== undefined && { field: { path: field } }),
    ...(path !== undefined && { file: { path, ...(Number.isInteger(index) && { index }) } }),
  };
}
