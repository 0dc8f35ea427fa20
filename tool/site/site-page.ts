// A page of the site as HTML: one template, one style, links between pages instead of between files.
import { Marked } from "marked";
import type { Tokens } from "marked";
import { anchor } from "./catalog-pages.ts";
import type { Page } from "./catalog-pages.ts";

export interface SitePage extends Page {
  /** The heading of the navigation that it stands under. */
  readonly group: string;
}

/** Up to the site's root from a page. */
const up = (path: string): string => "../".repeat(path.split("/").length - 1);

/** Links to Markdown files lead to pages; those to other files of the repository are text. */
export function htmlOf(page: SitePage, known: ReadonlySet<string>): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        const id = anchor(html.replaceAll(/<[^>]*>/g, "").replaceAll(/&[a-z]+;/g, ""));
        return `<h${depth} id="${id}">${html}${depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="link to this section">#</a>` : ""}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(page.path, href, known);
        return target === undefined ? text : `<a href="${target}">${text}</a>`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="table"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return marked.parse(page.markdown, { async: false });
}

/** Where a link of the Markdown leads in the site; undefined for what the site does not have. */
export function targetOf(from: string, href: string, known: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [file = "", hash] = href.split("#");
  const folder = from.split("/").slice(0, -1);
  const steps = [...folder];
  for (const step of file.split("/"))
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  const path = steps
    .join("/")
    .replace(/\.md$/, "")
    .replace(/(^|\/)README$/, "$1index");
  if (!known.has(path)) return undefined;
  return `${up(from)}${path}.html${hash === undefined ? "" : `#${hash}`}`;
}

export function pageHtml(page: SitePage, pages: readonly SitePage[], version: string): string {
  const known = new Set(pages.map(({ path }) => path));
  const root = up(page.path);
  const groups = new Map<string, SitePage[]>();
  for (const one of pages) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const nav = [...groups]
    .map(
      ([group, list]) =>
        `<h2>${group}</h2><ul>${list
          .map((one) => {
            const here = one.path === page.path ? ' aria-current="page"' : "";
            return `<li><a href="${root}${one.path}.html"${here}>${escape(one.title)}</a></li>`;
          })
          .join("")}</ul>`,
    )
    .join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} · opm</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}site.css">
<script defer src="${root}search.js" data-root="${root}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header><a class="brand" href="${root}index.html">opm</a> <span>${escape(version)}</span>
<div class="search"><input type="search" id="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off"><ol id="found" hidden></ol></div></header>
<nav aria-label="Pages">${nav}</nav>
<main id="main">${htmlOf(page, known)}</main>
</body>
</html>
`;
}

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
