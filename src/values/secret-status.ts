// How each secret of a module is fulfilled: the rows of `opm secret list`.
import type { Place } from "../source/index.ts";
import type { SecretSlot } from "./from-cue.ts";
import { sourceName } from "./lock.ts";
import { pathText } from "./path.ts";
import { isAbove } from "./tier.ts";
import { nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

export interface SecretStatus {
  readonly path: string;
  readonly secretName: string;
  readonly dataKey: string;
  /** A literal, a reference for the cluster to resolve, a tag to be fetched, or nothing. */
  readonly how: "literal" | "reference" | "tag" | "missing" | "wrong";
  /** The reference's or tag's own text; never a value. */
  readonly detail: string;
  /** Where containers find it: the Secret and its key, which for `k8s` is not one of this release. */
  readonly target?: { readonly secretName: string; readonly dataKey: string };
  readonly source: string;
  /** Where it was given, or where the schema asks for it. */
  readonly place?: Place;
}

export function secretStatus(slots: readonly SecretSlot[], tree: ValueNode): SecretStatus[] {
  return slots.map((slot) => {
    const node = nodeAt(tree, slot.path);
    const base = { path: pathText(slot.path), secretName: slot.secretName, dataKey: slot.dataKey };
    if (node === undefined)
      return { ...base, how: "missing", detail: "", source: "", ...(slot.place && { place: slot.place }) };
    const given = { ...base, source: sourceName(node.origin), place: placeOf(node.origin) };
    if (node.kind === "tag") return { ...given, how: "tag", detail: node.attribute };
    if (node.kind !== "struct")
      return { ...given, how: "wrong", detail: `a ${node.kind === "secret" ? "string" : node.kind}` };
    const value = node.fields.get("value");
    if (value !== undefined) {
      const at = { ...base, source: sourceName(value.origin), place: placeOf(value.origin) };
      return value.kind === "tag"
        ? { ...at, how: "tag", detail: value.attribute }
        : { ...at, how: "literal", detail: "" };
    }
    const text = (name: string): string => {
      const field = node.fields.get(name);
      return field?.kind === "string" ? field.text : "";
    };
    const path = text("path");
    if (path === "") return { ...given, how: "missing", detail: "" };
    // A tier may change a part of what a lower one gave: the highest of them decided.
    const parts = ["path", "remoteKey", "source"].flatMap((name) => node.fields.get(name) ?? []);
    const decided = parts.reduce((best, part) => (isAbove(part.origin.tier, best.origin.tier) ? part : best));
    const at = { ...base, source: sourceName(decided.origin), place: placeOf(decided.origin) };
    const source = text("source") || "k8s";
    return {
      ...at,
      how: "reference",
      detail: `${source}:${path}#${text("remoteKey")}`,
      ...(source === "k8s" && { target: { secretName: path, dataKey: text("remoteKey") } }),
    };
  });
}
