import { sha256 } from "../../cue/index.ts";
import {
  contentHash,
  discoverSecrets,
  findClashes,
  findOwners,
  isSecret,
  reveal,
  secretText,
} from "../../secrets/index.ts";
import type { SecretField } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { Release } from "../3-release/release.ts";
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { sealedValue } from "../sealed-value.ts";

/** The secrets of a release as transformers get them. */
export interface ReleaseSecrets {
  /** By name: the keys that share it, with the type and immutability that a component asks for. */
  readonly groups: PlainStruct;
  /** The names of immutable ones in the cluster. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of immutable Secrets whose data components write themselves. */
  readonly hashed: ReadonlySet<string>;
  /** The Secrets that together have the keys of one name, where some of them exist already. */
  readonly sources: PlainStruct;
  /** Every secret field of values and components. */
  readonly fields: readonly SecretField[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Group {
  type?: Plain;
  immutable?: Plain;
  readonly data: Record<string, Plain>;
}

/** Fields that share name and key are one key; if they say different things, that is an error (SEC-4). */
export function releaseSecrets(release: Release): ReleaseSecrets {
  const { evaluated } = release.cue.get();
  const roots: { readonly at: string; readonly data: Plain }[] = [];
  if (evaluated !== undefined) roots.push({ at: "values", data: sealedValue(evaluated) ?? {} });
  for (const component of release.components) {
    const spec = component.cue.get().field("spec");
    if (spec !== undefined) roots.push({ at: `components.${component.name}.spec`, data: sealedValue(spec) ?? {} });
  }
  const groups = Object.create(null) as Record<string, Group>;
  const fields = new Map<string, Map<string, SecretField>>();
  const all: SecretField[] = [];
  const hashed = new Set<string>();
  for (const { at, data } of roots) {
    for (const found of discoverSecrets(data)) {
      const entry = lookUp(data, found.path);
      const field = { ...found, path: [...at.split("."), ...found.path] };
      all.push(field);
      const { secretName, dataKey } = found;
      const group = (groups[secretName] ??= { data: Object.create(null) as Record<string, Plain> });
      if (entry === undefined || Object.hasOwn(group.data, dataKey)) continue;
      group.data[dataKey] = entry;
      let keys = fields.get(secretName);
      if (keys === undefined) fields.set(secretName, (keys = new Map()));
      keys.set(dataKey, field);
    }
    if (isStruct(data)) addSettings(data["secrets"], groups, hashed);
  }
  const names = new Map<string, string>();
  for (const [name, group] of Object.entries(groups)) {
    const keys = [...(fields.get(name) ?? [])].flatMap(([key, field]): [string, string][] => {
      const text = secretText(field);
      return text === undefined ? [] : [[key, text]];
    });
    if (group.immutable === true && keys.length > 0)
      names.set(name, `${name}-${contentHash(new Map(keys), { sha256 })}`);
  }
  return {
    groups: groups as unknown as PlainStruct,
    names,
    hashed,
    fields: all,
    sources: sourcesOf(fields),
    diagnostics: [...findClashes(all), ...findOwners(all)],
  };
}

/** A mount of one name shows all its keys as files, also those of Secrets that exist. */
function sourcesOf(fields: ReadonlyMap<string, ReadonlyMap<string, SecretField>>): PlainStruct {
  const out = Object.create(null) as Record<string, Plain>;
  for (const [name, keys] of fields) {
    const existing = new Map<string, Plain[]>();
    let own = false;
    for (const [key, { variant }] of keys) {
      if (variant.kind === "ref" && variant.source === "k8s")
        existing.set(variant.path, [...(existing.get(variant.path) ?? []), { key: variant.remoteKey, path: key }]);
      else own ||= variant.kind === "literal" || (variant.kind === "ref" && variant.source === "k8s-eso");
    }
    if (existing.size > 0)
      out[name] = [...(own ? [{ own: true }] : []), ...[...existing].map(([path, items]) => ({ name: path, items }))];
  }
  return out;
}

/** What entries of `spec.secrets` that are made of `#Secret` values say of their groups. */
function addSettings(secrets: Plain | undefined, groups: Record<string, Group>, hashed: Set<string>): void {
  if (!isStruct(secrets)) return;
  for (const [key, entry] of Object.entries(secrets)) {
    if (!isStruct(entry) || !isStruct(entry["data"])) continue;
    if (entry["immutable"] === true) hashed.add(hashedName(key, entry["data"]));
    for (const value of Object.values(entry["data"])) {
      const name = isStruct(value) ? value["$secretName"] : undefined;
      const group = typeof name === "string" ? groups[name] : undefined;
      if (group === undefined) continue;
      if (entry["immutable"] !== undefined) group.immutable = entry["immutable"];
      if (entry["type"] !== undefined) group.type = entry["type"];
    }
  }
}

/** As `schemas.#ImmutableName` makes it. */
function hashedName(name: string, data: PlainStruct): string {
  const lines = new Map<string, string>();
  for (const [key, value] of Object.entries(data)) {
    if (isSecret(value)) lines.set(key, reveal(value));
    else if (typeof value === "string") lines.set(key, value);
    else {
      const text = discoverSecrets({ value }).map(secretText)[0];
      if (text !== undefined) lines.set(key, text);
    }
  }
  return `${name}-${contentHash(lines, { sha256 })}`;
}

function lookUp(root: Plain, path: readonly (string | number)[]): Plain | undefined {
  let value: Plain | undefined = root;
  for (const step of path)
    value = Array.isArray(value)
      ? (value as readonly Plain[])[Number(step)]
      : isStruct(value)
        ? value[String(step)]
        : undefined;
  return value;
}
