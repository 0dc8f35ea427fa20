// Only what the catalog lists can be released (VAL-7).
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { nearestName } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";
import { versionsText } from "./module-catalog.ts";
import type { CatalogEntry, ModuleCatalog } from "./module-catalog.ts";
import { inRange } from "./version-range.ts";

/** What is asked of a module. */
interface Candidate {
  readonly name: string;
  /** Module path with its major version. */
  readonly apiVersion: string;
  readonly version: string;
}

/** The entry that admits the module; a refusal lists all entries. */
export function admitModule(catalog: ModuleCatalog, module: Candidate): Outcome<CatalogEntry> {
  const same = catalog.entries.filter((entry) => entry.module === module.apiVersion);
  const allowed = same.filter((entry) => allowsVersion(entry, module.version));
  const entry = allowed.find(({ name }) => name === module.name) ?? allowed[0];
  if (entry !== undefined) return { value: entry, diagnostics: deprecation(entry) };
  return { diagnostics: [same.length > 0 ? wrongVersion(catalog, same, module) : notListed(catalog, module)] };
}

export function allowsVersion(entry: CatalogEntry, version: string): boolean {
  const plain = (v: string): string => v.replace(/^v/, "");
  const { versions } = entry;
  return "text" in versions ? inRange(version, versions) : versions.some((v) => plain(v) === plain(version));
}

function notListed(catalog: ModuleCatalog, { name, apiVersion, version }: Candidate): Diagnostic {
  const short = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const near = nearestName(
    short(apiVersion),
    catalog.entries.map((entry) => short(entry.module)),
  );
  return {
    ...tell(
      GOVERNANCE_CODE.notInCatalog,
      "the module {name} ({apiVersion} {version}) is not in the catalog {catalog}",
      { name, apiVersion, version, catalog: catalog.name, module: apiVersion },
    ),
    severity: "error",
    places: [{ ...catalog.place, label: "the catalog" }],
    notes: listing(catalog),
    hint:
      near !== null
        ? advise(GOVERNANCE_CODE.notInCatalog, "did you mean {module}?", {
            module: catalog.entries.find((e) => short(e.module) === near)!.module,
          })
        : advise(
            GOVERNANCE_CODE.notInCatalog,
            'an entry for it: modules: {name}: {module: {apiVersion}, versions: "^{version}"}',
            { name: JSON.stringify(name), apiVersion: JSON.stringify(apiVersion), version },
          ),
  };
}

function wrongVersion(catalog: ModuleCatalog, entries: readonly CatalogEntry[], module: Candidate): Diagnostic {
  const { name, apiVersion, version } = module;
  const wanted = entries.map(versionsText).join(" or ");
  return {
    ...tell(
      GOVERNANCE_CODE.versionNotAllowed,
      "the catalog {catalog} does not allow version {version} of {name}: it wants {wanted}",
      { catalog: catalog.name, version, name, wanted, module: apiVersion, versions: wanted },
    ),
    severity: "error",
    places: entries.map((entry) => ({ ...entry.versionsPlace, label: `${entry.name}: allowed versions` })),
    notes: listing(catalog),
  };
}

/** One line for each entry. */
function listing(catalog: ModuleCatalog): string[] {
  if (catalog.entries.length === 0) return ["the catalog has no entries"];
  return ["entries of the catalog:", ...catalog.entries.map((e) => `${e.name}: ${e.module} ${versionsText(e)}`)];
}

function deprecation(entry: CatalogEntry): Diagnostic[] {
  if (entry.deprecated === undefined) return [];
  return [
    {
      ...tell(GOVERNANCE_CODE.deprecated, "{entry} is deprecated: {deprecated}", {
        entry: entry.name,
        deprecated: entry.deprecated,
      }),
      severity: "warning",
      places: [entry.place],
    },
  ];
}
