// Tags whose values only the cluster can fetch: `@secret(source=eso, …)` becomes a reference, as `{source: "k8s-eso", …}`
// written by hand would be, and the operator there reads the store that the platform names (SEC-3, SEC-4).
import { tell, advise } from "../../source/index.ts";
import type { Outcome, Place } from "../../source/index.ts";
import { SECRET_CODE } from "../secret-code.ts";
import { parseRequest } from "./request.ts";

/** The fields of a `#SecretRef`. */
export interface TagReference {
  readonly source: string;
  readonly path: string;
  readonly remoteKey: string;
  readonly parameters?: ReadonlyMap<string, string>;
}

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ["eso", "k8s-eso"],
  ["k8s-eso", "k8s-eso"],
  ["csi", "k8s-csi"],
  ["k8s-csi", "k8s-csi"],
]);

/** Undefined for every other tag: those are fetched here. */
export function tagReference(attribute: string, place: Place): Outcome<TagReference> | undefined {
  const request = parseRequest(attribute, place);
  if ("severity" in request) return undefined;
  const source = REFERENCES.get(request.source);
  if (source === undefined || request.attribute.startsWith("@env(") || request.attribute.startsWith("@file("))
    return undefined;
  const bad = (message: string): Outcome<never> => ({
    diagnostics: [
      {
        ...tell(SECRET_CODE.badTag, "{attribute}: {problem}", { attribute, problem: message }),
        severity: "error",
        places: [place],
        hint: advise(SECRET_CODE.badTag, '@secret(source={source}, path="prod/db", key=password)', {
          source: request.source,
        }),
      },
    ],
  });
  const { key, options, path } = request;
  if (!key) return bad("key is expected: which part of what the path names?");
  const [extra] = options.keys();
  if (extra !== undefined && source !== "k8s-csi") return bad(`${extra} is no argument of this source`);
  return {
    value: { source, path, remoteKey: key, ...(options.size > 0 && { parameters: options }) },
    diagnostics: [],
  };
}
