// `catalog` of a platform's package (`#ModuleCatalog`) as data.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { valuesFromCue } from "../values/index.ts";
import type { CueView, ValueNode } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";
import { parseRange } from "./version-range.ts";
import type { VersionRange } from "./version-range.ts";

export interface ModuleCatalog {
  readonly name: string;
  readonly entries: readonly CatalogEntry[];
  /** The platform's values for every module: those that its `#config` knows. */
  readonly values?: ValueNode;
  /** Names of the policies that hold for every release. */
  readonly policies: readonly string[];
  /** Settings for transformers. */
  readonly settings?: ValueNode;
  readonly place: Place;
}

export interface CatalogEntry {
  readonly name: string;
  /** Module path with its major version. */
  readonly module: string;
  /** A range, or the exact versions. */
  readonly versions: VersionRange | readonly string[];
  readonly description: string;
  readonly values?: ValueNode;
  readonly deprecated?: string;
  readonly policies: readonly string[];
  readonly place: Place;
  readonly versionsPlace: Place;
}

export function catalogFromCue(view: CueView, place: Place): Outcome<ModuleCatalog> {
  const diagnostics: Diagnostic[] = [];
  const at = view.places[0] ?? place;
  const name = textOf(view.field("metadata")?.field("name")) ?? "catalog";
  const entries: CatalogEntry[] = [];
  for (const { name: key, presence, value } of fieldsOf(view.field("modules"))) {
    if (presence !== "field") continue;
    const entry = readEntry(key, value, name, at, diagnostics);
    if (entry !== undefined) entries.push(entry);
  }
  const values = view.field("values");
  const settings = view.field("platform");
  return {
    value: {
      name,
      entries,
      ...(values?.kind === "struct" && {
        values: valuesFromCue(values, { tier: "platform", source: name, place: at, shared: "platform" }),
      }),
      policies: fieldsOf(view.field("policies")).map((f) => f.name),
      ...(settings?.kind === "struct" && {
        settings: valuesFromCue(settings, { tier: "platform", source: name, place: at }),
      }),
      place: at,
    },
    diagnostics,
  };
}

function readEntry(
  key: string,
  view: CueView,
  catalog: string,
  place: Place,
  diagnostics: Diagnostic[],
): CatalogEntry | undefined {
  const at = view.places[0] ?? place;
  const name = textOf(view.field("name")) ?? key;
  const versions = view.field("versions");
  const versionsPlace = versions?.places[0] ?? at;
  const values = view.field("values");
  const deprecated = textOf(view.field("deprecated"));
  const range =
    versions?.kind === "list" ? versions.items().map((item) => item.text) : parseRange(versions?.text ?? "");
  if (range === undefined) {
    diagnostics.push({
      ...tell(GOVERNANCE_CODE.badRange, "{versions} is no range of versions", {
        versions: JSON.stringify(versions?.text ?? ""),
        entry: name,
        range: versions?.text ?? "",
      }),
      severity: "error",
      path: `catalog.modules.${key}.versions`,
      places: [versionsPlace],
      hint: advise(
        GOVERNANCE_CODE.badRange,
        'write a range such as ">=1.2.0 <2.0.0", "~1.4", "^1.0.0" or "1.x", or a list of versions',
      ),
    });
    return undefined;
  }
  return {
    name,
    module: textOf(view.field("module")) ?? "",
    versions: range,
    description: textOf(view.field("description")) ?? "",
    ...(values?.kind === "struct" && {
      values: valuesFromCue(values, { tier: "platform", source: `${catalog}/${name}`, place: at }),
    }),
    ...(deprecated !== undefined && { deprecated }),
    policies: fieldsOf(view.field("policies")).map((f) => f.name),
    place: at,
    versionsPlace,
  };
}

export function versionsText({ versions }: CatalogEntry): string {
  return "text" in versions ? versions.text : versions.join(", ");
}

/** The platform's values for a module, lowest first: those for every module, the entry's. */
export function platformValues(catalog: ModuleCatalog, entry: CatalogEntry | undefined): ValueNode[] {
  return [catalog.values, entry?.values].filter((node) => node !== undefined);
}

function fieldsOf(view: CueView | undefined): ReturnType<CueView["fields"]> {
  return view?.kind === "struct" ? view.fields() : [];
}

function textOf(view: CueView | undefined): string | undefined {
  return view?.kind === "string" ? view.text : undefined;
}
