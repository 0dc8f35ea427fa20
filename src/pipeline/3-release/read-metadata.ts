import type { Value } from "../../cue/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { ReleaseMetadata } from "./release.ts";

export function readReleaseMetadata(cue: CueAccess, root: Value, metadata: Value): ReleaseMetadata {
  const data = plainValue(metadata);
  const text = (name: string): string => (isStruct(data) && typeof data[name] === "string" ? data[name] : "");
  const struct = (name: string) => (isStruct(data) && isStruct(data[name]) ? data[name] : {});
  return {
    name: text("name"),
    namespace: text("namespace"),
    version: text("version"),
    fqn: root.text("#moduleMetadata", "fqn") ?? "",
    uuid: text("uuid"),
    labels: struct("labels"),
    annotations: struct("annotations"),
  };
}
