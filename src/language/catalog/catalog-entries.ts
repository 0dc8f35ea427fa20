// What the catalog has, by name: traits, resources, blueprints, policies, interfaces and types.
import { createContext } from "../../cue/index.ts";
import type { CueContext, Value } from "../../cue/index.ts";
import type { CatalogRegistry, PackageCache } from "../../pipeline/index.ts";

export const ENTRY_KINDS = ["trait", "resource", "blueprint", "policy", "interface", "type"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface CatalogEntry {
  readonly kind: EntryKind;
  /** As in its metadata; of a type, its definition without `#`. */
  readonly name: string;
  readonly fqn: string;
  readonly description: string;
  readonly importPath: string;
  /** What a component embeds; of a type, itself. */
  readonly definition: string;
  /** What is written for it: below `spec` of a component. */
  readonly key: string;
  readonly spec: Value | undefined;
  /** Of a trait, what it can be given to. */
  readonly appliesTo: readonly string[];
}

const FOLDERS: Readonly<Record<EntryKind, string>> = {
  trait: "opmodel.dev/traits/",
  resource: "opmodel.dev/resources/",
  blueprint: "opmodel.dev/blueprints/",
  policy: "opmodel.dev/policies/",
  interface: "opmodel.dev/interfaces/",
  type: "opmodel.dev/schemas",
};

const KINDS: Readonly<Record<string, EntryKind>> = {
  Trait: "trait",
  Resource: "resource",
  Blueprint: "blueprint",
  PolicyRule: "policy",
  Interface: "interface",
};

export async function catalogEntries(
  catalog: CatalogRegistry,
  packages: PackageCache,
  kind: EntryKind,
): Promise<CatalogEntry[]> {
  const context = createContext({ registry: catalog, sharing: packages.context });
  const out: CatalogEntry[] = [];
  for (const path of catalog.packages()) {
    if (!path.startsWith(FOLDERS[kind]) || (kind === "type" && !path.startsWith("opmodel.dev/schemas@"))) continue;
    out.push(
      ...(await entriesOf(context, packages, path, `${path.replace(/@v\d+$/, "")}@${catalog.index.version}`, kind)),
    );
  }
  return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function entriesOf(
  context: CueContext,
  packages: PackageCache,
  importPath: string,
  versioned: string,
  kind: EntryKind,
): Promise<CatalogEntry[]> {
  const { instances, errors } = await context.load([versioned], { cwd: "/", cache: packages.sources });
  if (errors.length > 0) return [];
  const root = context.package(packages.pool.share(instances[0]!));
  const definitions = root.fields({ definitions: true }).filter(({ isDefinition }) => isDefinition);
  if (kind === "type")
    return definitions.map(({ name, value }) => ({
      kind,
      name: name.slice(1),
      fqn: `${importPath}${name}`,
      description: value.docs()[0]?.text ?? "",
      importPath,
      definition: name,
      key: "",
      spec: value,
      appliesTo: [],
    }));
  return definitions.flatMap(({ name, value }): CatalogEntry[] => {
    if (KINDS[value.field("kind")?.text() ?? ""] !== kind) return [];
    const spec = value.field("#spec");
    const [inner] = spec?.fields({ optional: true }) ?? [];
    // An interface has no part of a component's spec: its shape is what is bound.
    const shape = kind === "interface" ? value.field("#shape") : undefined;
    return [
      {
        kind,
        name: value.text("metadata", "name") ?? name.slice(1),
        fqn: value.text("metadata", "fqn") ?? `${importPath}${name}`,
        description: value.text("metadata", "description") ?? value.docs()[0]?.text ?? "",
        importPath,
        definition: name.replace(/(?:Trait|Resource|Blueprint|Policy|Interface)$/, ""),
        key: inner?.name ?? "",
        spec: shape ?? inner?.value,
        appliesTo: (value.field("appliesTo")?.elements() ?? []).flatMap((e) => e.text("metadata", "name") ?? []),
      },
    ];
  });
}

/** Whether a word names an entry: `expose`, `Expose`, `#Expose`, `StatelessWorkload`, or its whole name. */
export function namesEntry({ name, definition, fqn, key }: CatalogEntry, word: string): boolean {
  const plain = (text: string): string => text.replace(/[#\-_]/g, "").toLowerCase();
  return (
    word === fqn ||
    [name, definition, key, definition.replace(/Schema$/, "")].some(
      (known) => known !== "" && plain(known) === plain(word),
    )
  );
}
