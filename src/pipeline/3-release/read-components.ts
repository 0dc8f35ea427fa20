import type { Value } from "../../cue/index.ts";
import { hasErrors, hasReason } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import { allErrors } from "./all-errors.ts";
import type { Component } from "./release.ts";
import { tellSpecKeys } from "./spec-keys.ts";

/** The components of an evaluated release, all of them checked. */
export function readComponents(cue: CueAccess, release: Value): Outcome<readonly Component[]> {
  const map = release.field("components");
  if (map === undefined) return { value: [], diagnostics: [] };
  let diagnostics: Diagnostic[] = allErrors(cue, map);
  if (hasErrors(diagnostics)) {
    for (const { value } of map.entries()) {
      const path = value.path.join(".");
      const causes = diagnostics.filter((d) => d.path === path && isUndefined(d));
      // Without a mixin that is embedded nothing of the spec is known: what follows from that is not told.
      diagnostics =
        causes.length === 0
          ? tellSpecKeys(cue, value, diagnostics)
          : diagnostics.filter((d) => causes.includes(d) || !isConsequence(d, path));
    }
    return { diagnostics };
  }
  return { value: map.entries().map(({ name, value }) => readComponent(cue, name, value)), diagnostics };
}

const isUndefined = (d: Diagnostic): boolean => hasReason(d, "undefined");

const isConsequence = (d: Diagnostic, path: string): boolean =>
  hasReason(d, "notAllowed", "incomplete") && d.path?.startsWith(`${path}.`) === true;

function readComponent(cue: CueAccess, key: string, value: Value): Component {
  const metadata = value.field("metadata");
  const data = metadata && plainValue(metadata);
  const names = (definition: string): string[] => {
    const found = value.field(definition);
    return found === undefined ? [] : found.entries().map(({ name }) => name);
  };
  const struct = isStruct(data) ? data : {};
  const name = typeof struct["name"] === "string" ? struct["name"] : key;
  const objectName = value.text("#objectName") ?? name;
  return {
    id: key,
    name,
    ...(objectName !== name && { objectName }),
    labels: isStruct(struct["labels"]) ? struct["labels"] : {},
    ...(isStruct(struct["annotations"]) && { annotations: struct["annotations"] }),
    resources: names("#resources"),
    traits: names("#traits"),
    blueprints: names("#blueprints"),
    cue: new CueHandle(value),
  };
}
