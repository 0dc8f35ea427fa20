// Which fields differ between an object as it is and as the server would make it. Items of lists are paired as the
// server pairs them: by the keys that managedFields name.
import { isRecord } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { listKind, nodeAt, ownership } from "./managed-fields.ts";
import type { OwnedNode, PathStep } from "./managed-fields.ts";
import { sameValue } from "./same-value.ts";

interface FieldDifference {
  readonly path: readonly PathStep[];
  /** Undefined: it is not there. */
  readonly before: unknown;
  readonly after: unknown;
}

const NOISE = new Set(["managedFields", "resourceVersion", "uid", "generation", "creationTimestamp", "selfLink"]);

/** What of an object is not about what somebody wants: status, versions, times. */
function withoutNoise(object: KubeObject): KubeObject {
  const { status: _, ...rest } = object;
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([name]) => !NOISE.has(name)));
  return { ...rest, metadata } as unknown as KubeObject;
}

export function diffObjects(before: KubeObject | undefined, after: KubeObject | undefined): FieldDifference[] {
  const out: FieldDifference[] = [];
  const trees = [ownership(after?.metadata.managedFields), ownership(before?.metadata.managedFields)];
  walk(before && withoutNoise(before), after && withoutNoise(after), [], trees, out);
  return out;
}

type Trees = readonly (OwnedNode | undefined)[];

function walk(a: unknown, b: unknown, path: readonly PathStep[], trees: Trees, out: FieldDifference[]): void {
  if (sameValue(a, b)) return;
  const below = (step: PathStep): Trees => trees.map((tree) => nodeAt(tree, step));
  if (isRecord(a) && isRecord(b)) {
    for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
      const step = { field: name };
      walk(a[name], b[name], [...path, step], below(step), out);
    }
    return;
  }
  if (Array.isArray(a) && Array.isArray(b) && pairItems(a, b, path, trees, out)) return;
  out.push({ path, before: a, after: b });
}

function pairItems(
  a: readonly unknown[],
  b: readonly unknown[],
  path: readonly PathStep[],
  trees: Trees,
  out: FieldDifference[],
): boolean {
  const kind = listKind(...trees);
  if (kind === "atomic") return false;
  if (kind === "set") {
    for (const value of a)
      if (!b.includes(value)) out.push({ path: [...path, { value }], before: value, after: undefined });
    for (const value of b)
      if (!a.includes(value)) out.push({ path: [...path, { value }], before: undefined, after: value });
    // The same values in another order are the same set.
    return true;
  }
  const keys = kind === "unknown" ? guessedKeys([...a, ...b]) : kind.keys;
  if (keys === undefined) return false;
  const left = byKeys(a, keys);
  const right = byKeys(b, keys);
  if (left === undefined || right === undefined) return false;
  let found = false;
  for (const label of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(label);
    const other = right.get(label);
    const step = { key: (one ?? other)!.key };
    const length = out.length;
    walk(
      one?.item,
      other?.item,
      [...path, step],
      trees.map((tree) => nodeAt(tree, step)),
      out,
    );
    found ||= out.length > length;
  }
  // The order alone differs, and it may matter.
  return found;
}

interface Keyed {
  readonly key: Readonly<Record<string, unknown>>;
  readonly item: unknown;
}

function byKeys(items: readonly unknown[], keys: readonly string[]): Map<string, Keyed> | undefined {
  const out = new Map<string, Keyed>();
  for (const item of items) {
    if (!isRecord(item)) return undefined;
    const key = Object.fromEntries(keys.filter((name) => name in item).map((name) => [name, item[name]]));
    const label = JSON.stringify(key);
    if (out.has(label)) return undefined;
    out.set(label, { key, item });
  }
  return out;
}

/** For lists that nobody owns yet: what their items have in common, for display alone. */
function guessedKeys(items: readonly unknown[]): readonly string[] | undefined {
  for (const keys of [["name"], ["containerPort", "protocol"], ["port", "protocol"], ["mountPath"], ["key"], ["type"]])
    if (items.every((item) => isRecord(item) && keys[0]! in item && typeof item[keys[0]!] !== "object")) return keys;
  return undefined;
}

/** What stands at a path of an object; undefined if there is nothing. */
export function valueAt(object: unknown, path: readonly PathStep[]): unknown {
  let here: unknown = object;
  for (const step of path) {
    if ("field" in step) here = isRecord(here) ? here[step.field] : undefined;
    else if (!Array.isArray(here)) return undefined;
    else if ("index" in step) here = here[step.index];
    else if ("value" in step) here = here.find((item) => sameValue(item, step.value));
    else here = here.find((item) => hasKeys(item, step.key));
  }
  return here;
}

const hasKeys = (item: unknown, key: Readonly<Record<string, unknown>>): boolean =>
  isRecord(item) &&
  Object.entries(key).every(([k, v]) => item[k] === v || (item[k] === undefined && v === defaultOf(k)));

/** A copy with another value at a path, or without one; where the path leads nowhere, nothing changes. */
export function withValueAt(object: unknown, path: readonly PathStep[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if ("field" in step) {
    if (!isRecord(object) || (!(step.field in object) && value === undefined)) return object;
    const { [step.field]: old, ...others } = object;
    if (old === undefined && rest.length > 0) return object;
    const changed = withValueAt(old, rest, value);
    return changed === undefined ? others : { ...others, [step.field]: changed };
  }
  if (!Array.isArray(object)) return object;
  const at =
    "index" in step
      ? step.index
      : object.findIndex((item) => ("value" in step ? sameValue(item, step.value) : hasKeys(item, step.key)));
  if (at < 0 || at >= object.length) return rest.length === 0 && value !== undefined ? [...object, value] : object;
  const changed = withValueAt(object[at], rest, value);
  return changed === undefined ? object.toSpliced(at, 1) : object.with(at, changed);
}

// What a manifest leaves out, the server's keys still name.
function defaultOf(key: string): unknown {
  return key === "protocol" ? "TCP" : undefined;
}
