// The page in a real browser, from the disk and with a Worker; skipped where there is no Chromium.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { memoryIo } from "../../src/cli/memory-io.ts";
import { pageText } from "../../src/host/node-page-file.ts";
import { textFiles } from "../../src/host/node-text-files.ts";
import { buildPage } from "../../tool/build-page.mjs";
import { browserTest, closeBrowser, openPage, show } from "./browser-fixture.ts";
import type { Opened } from "./browser-fixture.ts";
import { largePicture } from "./large-picture.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "opm-page-"));

let template: string;

beforeAll(async () => {
  template = (await buildPage(root)).html;
});
afterAll(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});

const CANARY = "canary-4be1a07c93d2";

function projectOf(example: string, change: (name: string, text: string) => string = (_, text) => text) {
  const files = textFiles(
    [join(root, "examples", example)],
    (path) => path.slice(root.length),
    (text) => text,
  );
  delete files[`/examples/${example}/manifests.yaml`];
  for (const [name, text] of Object.entries(files)) files[name] = change(name, text);
  return { files, path: `/examples/${example}`, values: [], sets: [], tags: [] };
}

/** Opens a page from the disk, and waits until its engine has rendered. */
function open(data: unknown, name = "page.html"): Promise<Opened> {
  const file = join(folder, name);
  writeFileSync(file, pageText(template, { title: "test", data, from: "disk" }));
  return openPage(`file://${file}`);
}

const views = [
  "Objects",
  "Values",
  "Phases",
  "Matches",
  "Environments",
  "Policies",
  "Secrets",
  "Rollout",
  "What if",
  "Source",
];

describe("PAGE-3: the playground", () => {
  browserTest("plain CUE is in its link, with command and output; another version takes it along", async () => {
    const data = { mode: "play", project: projectOf("hello"), version: "0.2.0", versions: { "0.1.0": "older.html" } };
    const { page } = await open(data, "play.html");
    await show(page, "Plain CUE");
    await page.click(".cm-content");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("answer: 6 * 7");
    await page.selectOption('select[aria-label="Output"]', "json");
    await page.waitForSelector('.answer:has-text("42")');
    await page.click('button:has-text("Share")');
    await page.waitForFunction(() => location.hash.startsWith("#c1."));
    const { page: other } = await openPage(page.url());
    await other.waitForSelector('.answer:has-text("\\"answer\\": 42")');
    expect(await other.locator(".cm-content").innerText()).toContain("6 * 7");
    writeFileSync(join(folder, "older.html"), "<p>older</p>");
    await other.selectOption('select[aria-label="Version"]', "older.html");
    await other.waitForSelector("p:has-text('older')");
    expect(other.url()).toMatch(/older\.html#c1\./);
    await Promise.all([page.close(), other.close()]);
  });
});

describe("PAGE-1: size", () => {
  test("the page is at most 600 KB gzipped, and its file 1 MB without data", () => {
    const html = pageText(template, { title: "", data: {}, from: "disk" });
    expect(gzipSync(html).length).toBeLessThan(600 * 1024);
    expect(html.length).toBeLessThan(1024 * 1024);
  });
});

describe("PAGE-1: the page from a disk", () => {
  browserTest("shows every view, asks no network and complains of nothing", async () => {
    const { page, said, asked } = await open({ mode: "file", project: projectOf("environments") });
    for (const view of views) {
      await show(page, view);
      await page.locator("main").filter({ hasText: /\S/ }).waitFor();
    }
    await page.locator(".cm-content").waitFor();
    expect(said).toEqual([]);
    expect(asked.filter((url) => !/^(?:file|blob|data):/.test(url))).toEqual([]);
    await page.close();
  });

  browserTest("a field goes back to its line, and a value forward to its fields", async () => {
    const { page } = await open({ mode: "file", project: projectOf("environments") });
    await page.click('.releases button:has-text("prod-eu")');
    await page.click('.node.leaf:has-text("Deployment")');
    await page.click('.yaml .line:has-text("replicas")');
    await page.waitForSelector(".step.value");
    expect(await page.locator(".origin").innerText()).toContain("environments.cue");
    await show(page, "Values");
    await page.click('.grid th button:has-text("replicas")');
    await page.waitForSelector('.side button:has-text("spec.replicas")');
    await page.close();
  });

  browserTest("what if: the same bytes as the command line, in every environment", async () => {
    const { page } = await open({ mode: "file", project: projectOf("environments") });
    await page.setViewportSize({ width: 1280, height: 2400 });
    await show(page, "What if");
    await page.fill('input[id="field-replicas"]', "7");
    await page.waitForFunction(() => document.querySelector(".status")!.textContent!.startsWith("edited"));
    expect(await page.locator(".change").count()).toBe(4);
    expect(await page.locator(".take-home pre").innerText()).toBe(
      "opm mod build examples/environments --set replicas=7",
    );
    await page.click('.change:has-text("prod-us") .link');
    const shown = await page
      .locator(".yaml .line:not(.removed)")
      .evaluateAll((lines) =>
        lines.map((line) =>
          [...line.childNodes]
            .map((part) => ((part as Element).matches?.(".by, .gutter") ? "" : part.textContent))
            .join(""),
        ),
      );
    const io = memoryIo(root, { HOME: folder });
    await main(["mod", "build", "examples/environments", "--set", "replicas=7", "-e", "prod-us"], io, "0.0.0");
    const deployment = io
      .out()
      .split("---\n")
      .find((text) => text.includes("kind: Deployment"))!;
    expect(shown.join("\n")).toBe(deployment.trimEnd());
    await page.close();
  });

  browserTest("a mistake is shown with its place and its page of the reference", async () => {
    const { page } = await open({ mode: "file", project: projectOf("hello") });
    await show(page, "What if");
    await page.fill('input[id="field-replicas"]', "50");
    await page.waitForSelector(".message.error");
    expect(await page.locator("main").innerText()).toContain("module.cue:");
    await page.close();
  });

  browserTest("SEC-7: a secret is in no node, link or storage, and nobody logs it", async () => {
    const project = projectOf("secrets", (_, text) => text.replace(/value: +"[^"]*"/, `value: "${CANARY}"`));
    expect(JSON.stringify(project)).toContain(CANARY);
    const { page, said } = await open({ mode: "file", project }, "secret.html");
    for (const view of views.filter((name) => name !== "Source")) {
      await show(page, view);
      expect(await page.content().then((html) => html.replace(/<script[^]*?<\/script>/g, ""))).not.toContain(CANARY);
    }
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
    expect(kept).not.toContain(CANARY);
    expect(said.join("\n")).not.toContain(CANARY);
    await page.close();
  });

  browserTest("PAGE-3: a link leads back to what it was made of", async () => {
    const { page } = await open({ mode: "file", project: projectOf("environments") });
    await page.click('.releases button:has-text("prod-us")');
    await page.click('.node.leaf:has-text("Deployment")');
    await page.click('.yaml .line:has-text("replicas")');
    await page.waitForSelector(".step.value");
    const link = page.url();
    const { page: other } = await openPage(link);
    await other.waitForSelector(".step.value");
    expect(await other.locator(".releases [aria-pressed=true]").innerText()).toBe("prod-us");
    expect(await other.locator(".origin h2").innerText()).toBe("spec.replicas");
    await show(other, "Values");
    await other.goBack();
    await other.waitForSelector(".origin h2");
    expect(other.url()).toBe(link);
    await Promise.all([page.close(), other.close()]);
  });

  browserTest("a keyboard is enough", async () => {
    const { page } = await open({ mode: "file", project: projectOf("hello") });
    await page.keyboard.press("3");
    expect(await page.locator("nav [aria-current]").innerText()).toContain("Phases");
    await page.keyboard.press("1");
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowDown");
    await page.waitForSelector(".origin .step");
    await page.close();
  });

  browserTest("PAGE-6: the editor has the language server: completion, hover, the way to a definition", async () => {
    const { page, said } = await open({ mode: "file", project: projectOf("hello") });
    await show(page, "Source");
    await page.click('.files button:has-text("components.cue")');
    await page.click('.cm-line:has-text("image:")');
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("imageP", { delay: 30 });
    await page.waitForSelector('.completions li:has-text("imagePullPolicy")');
    await page.keyboard.press("Enter");
    expect(await page.locator(".cm-content").innerText()).toContain("imagePullPolicy:");
    await page.hover(".cm-line:has-text('image:') >> text=image");
    await page.waitForSelector(".hover");
    await page.click('.cm-line:has-text("#Container") >> text=#Container');
    await page.keyboard.press("F12");
    await page.waitForSelector('.files [aria-selected=true]:has-text("container.cue")');
    expect(await page.locator(".cm-content").innerText()).toContain("#Container");
    expect(said).toEqual([]);
    await page.close();
  });

  browserTest("assistive technology finds nothing wrong", async () => {
    const { page } = await open({ mode: "file", project: projectOf("environments") });
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const view of views) {
      await show(page, view);
      await page.waitForTimeout(100);
      const session = await page.context().newCDPSession(page);
      await session.send("Runtime.evaluate", { expression: axe });
      const { result } = await session.send("Runtime.evaluate", {
        expression:
          "axe.run({exclude: ['.cm-scroller']}, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])))",
        awaitPromise: true,
        returnByValue: true,
      });
      expect({ view, found: JSON.parse(String(result.value)) as unknown }).toEqual({ view, found: [] });
    }
    await page.close();
  });

  browserTest("5,000 objects: only what can be seen is in the page", async () => {
    const { page } = await open({ mode: "file", project: projectOf("hello") });
    await page.close();
    const { page: large } = await open(
      { mode: "file", project: projectOf("hello"), picture: largePicture() },
      "large.html",
    );
    const count = () => large.locator(".node").count();
    expect(await count()).toBeLessThan(120);
    await large.locator("[role=tree]").evaluate((box) => (box.scrollTop = box.scrollHeight));
    await large.waitForTimeout(200);
    expect(await count()).toBeLessThan(120);
    await large.close();
  });
});
