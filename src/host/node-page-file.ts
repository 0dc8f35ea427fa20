// The page with a release in it: what the build made, filled with data.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface PageContent {
  readonly title: string;
  readonly data: unknown;
  /** A page that `opm ui` serves may ask that server, a playground has a second script; one from a disk asks nobody. */
  readonly from: "disk" | "server" | "site";
}

/** The page without data, or undefined in a program that was built without it. */
export function pageTemplate(): string | undefined {
  const here = typeof __dirname === "string" ? __dirname : join(process.cwd(), "dist");
  const file = join(here, "page.html");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

export function pageText(template: string, { title, data, from }: PageContent): string {
  const nonce = randomBytes(18).toString("base64");
  const fill = {
    CSP: contentPolicy(nonce, from),
    TITLE: escapeHtml(title),
    NONCE: nonce,
    DATA: gzipSync(JSON.stringify(data), { level: 9 }).toString("base64"),
  };
  let html = template;
  for (const [name, text] of Object.entries(fill)) html = html.replaceAll(`__${name}__`, () => text);
  return html;
}

/** Scripts and styles of the page itself, Workers made from it, and nothing else; no eval. */
function contentPolicy(nonce: string, from: PageContent["from"]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' blob:`,
    `style-src 'nonce-${nonce}'`,
    `worker-src blob:${from === "site" ? " 'self'" : ""}`,
    "img-src data:",
    `connect-src ${from === "server" ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
