import type { Vertex } from "../../cue/value/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import { allErrors } from "./all-errors.ts";
import type { Component } from "./release.ts";
import { tellSpecKeys } from "./spec-keys.ts";

/** The components of an evaluated release, all of them checked. */
export function readComponents(cue: CueAccess, release: Vertex): Outcome<readonly Component[]> {
  const map = cue.field(release, "components");
  if (map === undefined) return { value: [], diagnostics: [] };
  let diagnostics: Diagnostic[] = allErrors(cue, map);
  if (hasErrors(diagnostics)) {
    for (const { vertex } of cue.fields(map)) {
      const path = cue.value(vertex).path.join(".");
      const causes = diagnostics.filter((d) => d.path === path && isUndefined(d));
      // Without a mixin that is embedded nothing of the spec is known: what follows from that is not told.
      diagnostics =
        causes.length === 0
          ? tellSpecKeys(cue, vertex, diagnostics)
          : diagnostics.filter((d) => causes.includes(d) || !isConsequence(d, path));
    }
    return { diagnostics };
  }
  return { value: cue.fields(map).map(({ name, vertex }) => readComponent(cue, name, vertex)), diagnostics };
}

const isUndefined = ({ message }: Diagnostic): boolean => message.startsWith("undefined field: ");

const isConsequence = ({ message, path: at = "" }: Diagnostic, path: string): boolean =>
  /^(?:field not allowed|incomplete value)/.test(message) && at.startsWith(`${path}.`);

export function readComponent(cue: CueAccess, key: string, vertex: Vertex): Component {
  const metadata = cue.field(vertex, "metadata");
  const data = metadata && plainValue(metadata, cue.labels);
  const names = (definition: string): string[] => {
    const found = cue.field(vertex, definition);
    return found === undefined ? [] : cue.fields(found).map(({ name }) => name);
  };
  const struct = isStruct(data) ? data : {};
  return {
    id: key,
    name: typeof struct["name"] === "string" ? struct["name"] : key,
    labels: isStruct(struct["labels"]) ? struct["labels"] : {},
    ...(isStruct(struct["annotations"]) && { annotations: struct["annotations"] }),
    resources: names("#resources"),
    traits: names("#traits"),
    blueprints: names("#blueprints"),
    cue: new CueHandle(vertex),
  };
}
