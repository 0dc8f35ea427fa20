// Equal differences of many releases are told once.
import { manifestJson } from "../../pipeline/index.ts";
import type { Cause } from "./cause.ts";
import { pathText } from "./field-change.ts";
import type { FieldChange } from "./field-change.ts";
import type { ReleaseDiff } from "./release-diff.ts";

/** A difference, and everywhere it is. */
export interface DiffGroup {
  readonly cause?: Cause;
  /** In the order of the first release that has them. */
  readonly changes: readonly GroupedChange[];
  /** Ids of releases, in their order. */
  readonly releases: readonly string[];
}

export interface GroupedChange {
  readonly kind: string;
  readonly group: string;
  /** The object's, if it is the same everywhere. */
  readonly name?: string;
  readonly change: "added" | "removed" | FieldChange["kind"];
  /** Empty for a whole object. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: true;
  /** How many objects of the group's releases have it. */
  readonly objects: number;
}

export interface DiffSummary {
  readonly releases: number;
  readonly changed: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly groups: readonly DiffGroup[];
}

/** Groups by cause, then by what changes: those that touch the most releases come first. */
export function groupDiffs(diffs: readonly ReleaseDiff[]): DiffSummary {
  const units = new Map<string, Unit>();
  for (const diff of diffs) {
    if (diff.change === "added" || diff.change === "removed") continue;
    for (const unit of unitsOf(diff)) {
      const known = units.get(unit.key);
      if (known === undefined) units.set(unit.key, unit);
      else {
        known.names.add(unit.names.values().next().value!);
        known.objects++;
        if (known.releases.at(-1) !== diff.id) known.releases.push(diff.id);
      }
    }
  }
  const groups = new Map<string, { cause?: Cause; changes: GroupedChange[]; releases: readonly string[] }>();
  for (const { change, cause, releases, names, objects } of units.values()) {
    const key = `${causeKey(cause)}\n${releases.join("\n")}`;
    const [name] = names;
    const grouped = { ...change, ...(names.size === 1 && { name: name! }), objects };
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...(cause && { cause }), changes: [grouped], releases });
    else known.changes.push(grouped);
  }
  return {
    releases: diffs.length,
    changed: diffs.filter(({ change }) => change === "changed").length,
    added: diffs.filter(({ change }) => change === "added").map(({ id }) => id),
    removed: diffs.filter(({ change }) => change === "removed").map(({ id }) => id),
    groups: [...groups.values()].sort((a, b) => b.releases.length - a.releases.length || weight(b) - weight(a)),
  };
}

interface Unit {
  readonly key: string;
  readonly change: Omit<GroupedChange, "name" | "objects">;
  readonly cause?: Cause;
  readonly releases: string[];
  readonly names: Set<string>;
  objects: number;
}

function* unitsOf({ id, objects }: ReleaseDiff): Generator<Unit> {
  for (const { kind, group, name, change, fields, cause } of objects) {
    const unit = (what: Unit["change"], why: Cause | undefined): Unit => ({
      key: [kind, group, what.change, what.path, valueKey(what.before), valueKey(what.after), causeKey(why)].join("\0"),
      change: what,
      ...(why && { cause: why }),
      releases: [id],
      names: new Set([name]),
      objects: 1,
    });
    if (change !== "changed") yield unit({ kind, group, change, path: "" }, cause);
    for (const { path, kind: what, before, after, secret, cause: why } of fields)
      yield unit(
        {
          kind,
          group,
          change: what,
          path: pathText(path),
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
          ...(secret && { secret }),
        },
        why,
      );
  }
}

/** Lines move between revisions, but two releases see the same one. */
function causeKey(cause: Cause | undefined): string {
  return cause === undefined ? "" : [cause.file, cause.line, cause.column, cause.side].join(":");
}

function valueKey(value: unknown): string {
  return value === undefined ? "" : manifestJson(value);
}

/** What removes something is looked at before what changes it, and that before what is new. */
function weight({ changes }: { readonly changes: readonly GroupedChange[] }): number {
  return Math.max(...changes.map(({ change }) => (change === "removed" ? 2 : change === "added" ? 0 : 1)));
}
