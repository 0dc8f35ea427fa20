import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import type { ManifestIdentity } from "./manifest.ts";

export interface DecodedObject {
  readonly key?: string;
  readonly object: PlainStruct;
  readonly identity: ManifestIdentity;
}

/** The objects of an output: a list, one object (it has `apiVersion`), or a map of objects. `{}` is none. */
export function decodeOutput(output: Plain): Outcome<readonly DecodedObject[]> {
  const entries: [string | undefined, Plain][] = Array.isArray(output)
    ? (output as readonly Plain[]).map((item, i) => [String(i), item])
    : isStruct(output) && output["apiVersion"] !== undefined
      ? [[undefined, output]]
      : isStruct(output)
        ? Object.entries(output)
        : [[undefined, output]];
  const diagnostics: Diagnostic[] = [];
  const value: DecodedObject[] = [];
  for (const [key, object] of entries) {
    const problem = problemOf(object);
    if (problem === undefined)
      value.push({
        ...(key !== undefined && { key }),
        object: object as PlainStruct,
        identity: identityOf(object as PlainStruct),
      });
    else
      diagnostics.push({
        ...tell(PIPELINE_CODE.badOutput, "{output} {problem}", {
          output: key === undefined ? "the output" : `output.${key}`,
          problem,
        }),
        severity: "error",
        hint: advise(
          PIPELINE_CODE.badOutput,
          "an output is one object with apiVersion and kind, a list or a map of such objects, or {} for none",
        ),
      });
  }
  return diagnostics.length > 0 ? { diagnostics } : { value, diagnostics };
}

function problemOf(object: Plain): string | undefined {
  if (!isStruct(object)) return "is not an object";
  if (typeof object["apiVersion"] !== "string") return "has no apiVersion";
  if (typeof object["kind"] !== "string") return "has no kind";
  const { metadata } = object;
  if (!isStruct(metadata) || typeof metadata["name"] !== "string") return "has no metadata.name";
  return undefined;
}

function identityOf(object: PlainStruct): ManifestIdentity {
  const apiVersion = object["apiVersion"] as string;
  const metadata = object["metadata"] as PlainStruct;
  const slash = apiVersion.indexOf("/");
  return {
    apiVersion,
    group: slash < 0 ? "" : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: object["kind"] as string,
    namespace: typeof metadata["namespace"] === "string" ? metadata["namespace"] : "",
    name: metadata["name"] as string,
  };
}
