import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "./build-site.ts";

const folder = mkdtempSync(join(tmpdir(), "opm-site-"));
let pages: string[];

beforeAll(async () => {
  await buildSite(folder);
  pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const linksOf = (page: string): string[] =>
  [...readFileSync(join(folder, page), "utf8").matchAll(/<a [^>]*href="([^"]*)"/g)].map((found) => found[1]!);

describe("the site of the documentation", () => {
  test("every link leads to a page and a heading that is there", () => {
    const broken: string[] = [];
    for (const page of pages)
      for (const href of linksOf(page)) {
        if (/^https?:/.test(href)) continue;
        const [file = "", hash] = href.split("#");
        const target = file === "" ? page : join(dirname(page), file);
        if (!existsSync(join(folder, target))) broken.push(`${page}: ${href}`);
        else if (hash && !readFileSync(join(folder, target), "utf8").includes(`id="${hash}"`))
          broken.push(`${page}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  test("every page is reachable from the first in two clicks", () => {
    const one = new Set(linksOf("index.html").map((href) => join(".", href.split("#")[0]!)));
    const two = new Set(
      [...one]
        .filter((page) => existsSync(join(folder, page)) && page.endsWith(".html"))
        .flatMap((page) => linksOf(page).map((href) => join(dirname(page), href.split("#")[0]!))),
    );
    expect(pages.filter((page) => page !== "index.html" && !one.has(page) && !two.has(page))).toEqual([]);
  });

  test("the reference has every trait with its fields, an example and what renders it", () => {
    const html = readFileSync(join(folder, "catalog/trait.html"), "utf8");
    for (const name of ["scaling", "expose", "http-route", "health-check"]) expect(html).toContain(`id="${name}"`);
    expect(html).toContain("deployment-transformer");
    expect(html).toContain("workload_traits.#Scaling");
    for (const kind of ["resource", "blueprint", "policy", "interface", "type"])
      expect(readFileSync(join(folder, `catalog/${kind}.html`), "utf8")).toMatch(/<h2 id="[a-z]/);
  });

  test("sections can be found by their words", () => {
    const index = JSON.parse(readFileSync(join(folder, "search.json"), "utf8")) as { title: string; href: string }[];
    expect(index.some(({ title }) => title === "scaling")).toBe(true);
    for (const { href } of index) expect(existsSync(join(folder, href.split("#")[0]!))).toBe(true);
  });
});
