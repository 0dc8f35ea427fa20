// Builds the documentation as a site of static files: README, docs/ and the reference of the catalog.
// node tool/run.mjs tool/build-site.ts [FOLDER]
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nodePipelineHost } from "../src/host/node-pipeline-host.ts";
import { chooseProvider, loadConfig, loadProvider } from "../src/pipeline/index.ts";
import type { Provider } from "../src/pipeline/index.ts";
import { anchor, catalogPages } from "./site/catalog-pages.ts";
import { pageHtml } from "./site/site-page.ts";
import type { SitePage } from "./site/site-page.ts";

const root = process.cwd();

const GROUPS: readonly { readonly folder: string; readonly group: string }[] = [
  { folder: "docs/guide", group: "Guides" },
  { folder: "docs/message", group: "Messages" },
  { folder: "docs/adr", group: "Decisions" },
];

export async function sitePages(): Promise<SitePage[]> {
  const page = (file: string, path: string, group: string): SitePage => {
    const markdown = readFileSync(join(root, file), "utf8");
    return { path, group, markdown, title: /^# (.*)$/m.exec(markdown)?.[1] ?? path };
  };
  const pages = [
    page("README.md", "index", "Start"),
    page("examples/README.md", "examples/index", "Start"),
    page("CHANGELOG.md", "CHANGELOG", "Start"),
    page("ARCHITECTURE.md", "ARCHITECTURE", "Start"),
    page("CONTRIBUTING.md", "CONTRIBUTING", "Start"),
    page("SECURITY.md", "SECURITY", "Start"),
  ];
  for (const { folder, group } of GROUPS)
    for (const file of readdirSync(join(root, folder)).sort())
      if (file.endsWith(".md"))
        pages.push(
          page(`${folder}/${file}`, `${folder}/${file.replace(/\.md$/, "").replace(/^README$/, "index")}`, group),
        );
  const reference = await catalogPages(await builtInProvider());
  return [...pages, ...reference.map((one) => ({ ...one, group: "Catalog" }))];
}

async function builtInProvider(): Promise<Provider | undefined> {
  const host = nodePipelineHost({ HOME: join(root, "node_modules/.cache/no-home") }, () => 0);
  const { value: config } = await loadConfig(host, { flags: {} });
  const name = config && chooseProvider(config).value;
  if (config === undefined || name === undefined) return undefined;
  const { context, provider, cache } = config.cue.get();
  return (await loadProvider(context, name, provider(name), cache)).value;
}

/** Sections by their headings, for the search. */
export function searchIndex(pages: readonly SitePage[]): object[] {
  return pages.flatMap(({ path, title, markdown }) =>
    markdown.split(/^(?=#{1,3} )/m).map((section) => {
      const heading = /^#+ (.*)$/m.exec(section)?.[1] ?? title;
      const text = section.replaceAll(/[`*|#>[\]()-]+/g, " ").replaceAll(/\s+/g, " ");
      return {
        href: `${path}.html#${anchor(heading)}`,
        title: heading.replaceAll("`", ""),
        page: title,
        text: text.slice(0, 2000),
      };
    }),
  );
}

export async function buildSite(folder: string): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const pages = await sitePages();
  const write = (name: string, text: string): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const page of pages) write(`${page.path}.html`, pageHtml(page, pages, version));
  write("search.json", JSON.stringify(searchIndex(pages)));
  for (const name of ["site.css", "search.js"]) copyFileSync(join(root, "tool/site", name), join(folder, name));
  const pictures = join(root, "docs/picture");
  if (existsSync(pictures)) {
    mkdirSync(join(folder, "docs/picture"), { recursive: true });
    for (const name of readdirSync(pictures)) copyFileSync(join(pictures, name), join(folder, "docs/picture", name));
  }
  return pages.length;
}

if (process.argv[1]?.endsWith("build-site.ts") === true) {
  const folder = resolve(process.argv[2] ?? "dist/site");
  console.log(`${folder}: ${await buildSite(folder)} pages`);
}
