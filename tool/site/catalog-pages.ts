// The reference of the catalog as Markdown, made from the catalog itself: what each entry is, its fields, an example,
// what renders it.
import { nodeCatalog } from "../../src/host/node-catalog.ts";
import { ENTRY_KINDS, catalogEntries, explainEntry } from "../../src/language/index.ts";
import type { EntryDoc, EntryKind, FieldDoc } from "../../src/language/index.ts";
import { PackageCache } from "../../src/pipeline/index.ts";
import type { Provider } from "../../src/pipeline/index.ts";

export interface Page {
  /** Below the site's root, without an ending. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

const TITLES: Readonly<Record<EntryKind, string>> = {
  resource: "Resources",
  trait: "Traits",
  blueprint: "Blueprints",
  policy: "Policies",
  interface: "Interfaces",
  type: "Types",
};

const MAX_DEPTH = 4;

export async function catalogPages(provider: Provider | undefined): Promise<Page[]> {
  const packages = new PackageCache();
  const pages: Page[] = [];
  for (const kind of ENTRY_KINDS) {
    const entries = await catalogEntries(nodeCatalog(), packages, kind);
    const sections = entries.flatMap((entry) => {
      const { value } = explainEntry(entry, [], provider);
      if (value === undefined) return [];
      const below = (path: readonly string[]): EntryDoc | undefined => explainEntry(entry, path, undefined).value;
      return [section(value, rows(value, below, []))];
    });
    const names = entries.map(({ name }) => `[${name}](#${anchor(name)})`).join(" · ");
    pages.push({
      path: `catalog/${kind}`,
      title: TITLES[kind],
      markdown: `# ${TITLES[kind]}\n\nMade from the catalog itself; \`opm explain ${kind} NAME\` prints the same.\n\n${names}\n\n${sections.join("\n")}`,
    });
  }
  return pages;
}

interface Row extends FieldDoc {
  readonly path: string;
}

/** The fields and those below them, as far as they have names of their own. */
function rows(doc: EntryDoc, below: (path: readonly string[]) => EntryDoc | undefined, path: readonly string[]): Row[] {
  return doc.fields.flatMap((field) => {
    const at = [...path, field.name];
    const inner = at.length < MAX_DEPTH && /[{[]/.test(field.type) ? below(at) : undefined;
    return [{ ...field, path: at.join(".") }, ...(inner === undefined ? [] : rows(inner, below, at))];
  });
}

function section(doc: EntryDoc, fields: readonly Row[]): string {
  const table =
    fields.length === 0
      ? `Type: \`${doc.type}\`\n`
      : `| field | type | default | |\n|---|---|---|---|\n${fields.map(fieldRow).join("")}`;
  const rendered = doc.renderedBy.length === 0 ? "" : `\n**Rendered by** ${doc.renderedBy.join("; ")}\n`;
  const applies = doc.appliesTo.length === 0 ? "" : `For ${doc.appliesTo.join(", ")}. `;
  return `## ${doc.name}

${doc.description}

${applies}\`import "${doc.package}"\`, \`${doc.definition}\`

${table}${rendered}
\`\`\`cue
${doc.example.trimEnd()}
\`\`\`
`;
}

const fieldRow = ({ path, type, required, default: preset, doc }: Row): string =>
  `| \`${path}\` | \`${cell(type)}\` | ${preset !== undefined ? `\`${cell(preset)}\`` : required ? "**required**" : ""} | ${cell(doc)} |\n`;

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

export const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
