// What somebody at the page waits for: the first view, the first render, an edit, a long list. In a real Chromium.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { pageText } from "../src/host/node-page-file.ts";
import { largePicture } from "../inspector/page/large-picture.ts";
import { buildPage } from "../tool/build-page.mjs";
import { projectOf, rendered } from "../tool/example-projects.ts";
import { writeComponents } from "./component-module.ts";

/** Milliseconds on an idle machine. */
export const PAGE_PROMISES = { first: 500, ready: 1000, edit: 100, frame: 50 };

export interface PageResult {
  /** From the start of loading to manifests on the screen: they come along with the page. */
  readonly first: readonly number[];
  /** And to the page's own engine, which has rendered the same. */
  readonly ready: readonly number[];
  /** From a key in a form's field to the changed fields on the screen. */
  readonly value: readonly number[];
  /** From a key in the text of a component to its changed manifest. */
  readonly file: readonly number[];
  /** The longest frame of each way through 5,000 objects. */
  readonly frames: readonly number[];
}

export async function pageBench(
  root: string,
  scratch: string,
  rounds: number,
  components: number,
): Promise<PageResult> {
  const template = (await buildPage(root)).html;
  const write = (name: string, data: unknown): string => {
    const file = join(scratch, name);
    writeFileSync(file, pageText(template, { title: name, data, from: "disk" }));
    return `file://${file}`;
  };
  const module = join(scratch, "module");
  writeComponents(module, components);
  const many = write("many.html", { mode: "file", project: projectOf(module, "/m") });
  const given = projectOf(join(root, "examples/hello"), "/m");
  const hello = write("hello.html", { mode: "file", project: given, ...(await rendered(root, given)) });
  const large = write("large.html", {
    mode: "file",
    project: given,
    picture: largePicture(),
  });
  const browser = await chromium.launch({
    executablePath: process.env["OPM_CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
  });
  try {
    const loads: { first: number; ready: number }[] = [];
    for (let i = 0; i < rounds; i++) loads.push(await load(browser, hello));
    const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
    await page.goto(many);
    await page.waitForFunction(AS_GIVEN);
    const value = await editValue(page, rounds);
    const file = await editFile(page, rounds);
    await page.close();
    const frames = await times(3, () => longestFrame(browser, large));
    return {
      first: loads.map((one) => one.first),
      ready: loads.map((one) => one.ready),
      value,
      file,
      frames,
    };
  } finally {
    await browser.close();
  }
}

async function times(count: number, measure: () => Promise<number>): Promise<number[]> {
  const out: number[] = [];
  for (let i = 0; i < count; i++) out.push(await measure());
  return out;
}

// What runs in the page is text: this program is checked without a browser's types.
const AS_GIVEN = `document.querySelector("[role=status].status")?.textContent === "as given"`;

async function load(browser: Browser, address: string): Promise<{ first: number; ready: number }> {
  const page = await browser.newPage({ bypassCSP: true });
  // Asked in every frame from the start: what waits outside of the browser would count its own waiting.
  await page.addInitScript(`
    const seen = {};
    const look = () => {
      if (document.querySelector(".yaml .line") !== null) seen.first ??= performance.now();
      if (document.querySelector(".legend button") !== null) globalThis.opmSeen = { ...seen, ready: performance.now() };
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.goto(address);
  const seen = await page.waitForFunction("globalThis.opmSeen");
  const out = (await seen.jsonValue()) as { first: number; ready: number };
  await page.close();
  return out;
}

/** From a key until the page has drawn what became of it. */
async function afterKey(page: Page, key: string): Promise<number> {
  await page.evaluate(`(() => {
    delete globalThis.opmTook;
    let from = 0;
    let began = false;
    addEventListener("keydown", () => (from = performance.now()), { once: true, capture: true });
    const status = document.querySelector("[role=status].status");
    const seen = new MutationObserver(() => {
      if (status.textContent.startsWith("rendering")) began = true;
      if (!began || !status.textContent.startsWith("edited")) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => (globalThis.opmTook = performance.now() - from)));
    });
    seen.observe(status, { childList: true, subtree: true, characterData: true });
  })()`);
  await page.keyboard.press(key);
  const took = await page.waitForFunction("globalThis.opmTook");
  return (await took.jsonValue()) as number;
}

async function editValue(page: Page, rounds: number): Promise<number[]> {
  await page.click('nav.views button:has-text("What if")');
  const field = page.locator('input[id="field-domain"]');
  await field.focus();
  await field.press("End");
  await afterKey(page, "a");
  return times(rounds, () => afterKey(page, "a"));
}

async function editFile(page: Page, rounds: number): Promise<number[]> {
  await page.click('nav.views button:has-text("Source")');
  await page.click('.files button:has-text("svc7.cue")');
  await page.click('.cm-line:has-text("/ready")');
  await page.keyboard.press("Home");
  for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowRight");
  await afterKey(page, "0");
  return times(rounds, () => afterKey(page, "0"));
}

async function longestFrame(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.waitForFunction(AS_GIVEN);
  await page.waitForTimeout(500);
  const longest = (await page.evaluate(`new Promise((done) => {
    const box = document.querySelector("[role=tree]");
    const end = box.scrollHeight - box.clientHeight;
    let [longest, last, step] = [0, 0, 0];
    const next = (now) => {
      if (step > 0) longest = Math.max(longest, now - last);
      last = now;
      if (step > 120) return done(longest);
      box.scrollTop = (end * step++) / 120;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`)) as number;
  await page.close();
  return longest;
}

export function pageLines(result: PageResult): string[] {
  const line = (name: string, all: readonly number[], promise: number): string => {
    const sorted = [...all].sort((a, b) => a - b);
    const at = (part: number): number =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
    return `${name.padEnd(32)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms  (promised ${promise})`;
  };
  return [
    line("first manifests after load", result.first, PAGE_PROMISES.first),
    line("its engine is ready", result.ready, PAGE_PROMISES.ready),
    line("a value edited", result.value, PAGE_PROMISES.edit),
    line("a file edited", result.file, PAGE_PROMISES.edit),
    line("longest frame at 5,000 objects", result.frames, PAGE_PROMISES.frame),
  ];
}
