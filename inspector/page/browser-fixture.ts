// What the tests in a real browser share: Chromium, and pages that remember what they said and asked for.
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { hasProgram, programOf, testNeeding } from "../../tool/test-needs.ts";

const program = programOf("OPM_CHROMIUM", "chromium");
export const browserTest = testNeeding("Chromium (chromium on the PATH, or OPM_CHROMIUM)", hasProgram(program));

let browser: Browser | undefined;

export interface Opened {
  readonly page: Page;
  /** On the console. */
  readonly said: string[];
  readonly asked: string[];
}

/** A page that has rendered. */
export async function openPage(address: string, options: { width?: number; height?: number } = {}): Promise<Opened> {
  browser ??= await chromium.launch({
    executablePath: process.env["OPM_CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
  });
  const page = await browser.newPage({ viewport: { width: options.width ?? 1280, height: options.height ?? 800 } });
  const said: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("[role=status].status")?.textContent === "as given");
  return { page, said, asked };
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

export const show = (page: Page, view: string): Promise<void> => page.click(`nav.views button:has-text("${view}")`);
