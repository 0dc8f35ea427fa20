// The objects of a revision as a record keeps them: with the component that each is of, and what that comes after.
import type { KubeObject } from "../kube-object.ts";
import { isRecord } from "../kube-object.ts";
import { DamagedRecord } from "./record-store.ts";

export interface KeptObject {
  /** Secrets are digests in it. */
  readonly object: KubeObject;
  readonly component: string;
  readonly after: readonly string[];
}

export function keptText(objects: readonly KeptObject[]): string {
  return JSON.stringify(
    objects.map(({ object, component, after }) => ({
      object,
      ...(component !== "" && { component }),
      ...(after.length > 0 && { after }),
    })),
  );
}

export function readKept(text: string): KeptObject[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new DamagedRecord("a revision is no JSON");
  }
  if (!Array.isArray(list)) throw new DamagedRecord("a revision is no list of objects");
  return list.map((item: unknown): KeptObject => {
    const { object, component, after } = isRecord(item) ? item : {};
    if (!isRecord(object) || !isRecord(object["metadata"])) throw new DamagedRecord("a revision holds no object");
    return {
      object: object as unknown as KubeObject,
      component: typeof component === "string" ? component : "",
      after: Array.isArray(after) ? after.map(String) : [],
    };
  });
}
