// The page as `opm ui` serves it: what the page cannot know is rendered by the server, and no secret comes along.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect } from "vitest";
import type { CommandContext } from "../../src/cli/command-spec.ts";
import { memoryIo } from "../../src/cli/memory-io.ts";
import { serveRelease } from "../../src/cli/page/serve-release.ts";
import type { ServedRelease } from "../../src/cli/page/serve-release.ts";
import { Progress } from "../../src/cli/print/progress.ts";
import { buildPage } from "../../tool/build-page.mjs";
import { browserTest, closeBrowser, openPage, show } from "./browser-fixture.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "opm-served-"));
const CANARY = "Canary-7c1f-55e0-b2a9";

let served: ServedRelease | undefined;
afterAll(async () => {
  await closeBrowser();
  await served?.close();
  rmSync(folder, { recursive: true });
});

function contextFor(path: string): CommandContext {
  const io = { ...memoryIo(folder, { HOME: folder }), clock: () => performance.now() };
  const nothing = (): void => undefined;
  return {
    io,
    version: "0.0.0",
    args: [path],
    options: {},
    progress: new Progress(io, false),
    count: nothing,
    report: nothing,
    guard: nothing,
  };
}

describe("PAGE-1, SEC-7: a served page with secrets", () => {
  browserTest("edits are judged with the secret, which stays at the server; files are followed", async () => {
    const copy = join(folder, "secrets");
    cpSync(join(root, "examples/secrets"), copy, { recursive: true });
    const values = join(copy, "values.cue");
    const text = readFileSync(values, "utf8").replace(/password: \{.*\}/, `password: value: "${CANARY}"`);
    expect(text).toContain(CANARY);
    writeFileSync(values, text);
    served = await serveRelease(contextFor("secrets"), (await buildPage(root)).html, 0);
    const { page, said } = await openPage(served.address);
    const answers: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/ask"))
        void response
          .text()
          .then((body) => answers.push(body))
          .catch(() => undefined);
    });
    const edited = () =>
      page.waitForFunction(() => document.querySelector(".status")!.textContent!.startsWith("edited"));

    // A rule about the password (its length) holds only for the real one.
    await show(page, "What if");
    await page.fill('input[id="field-logLevel"]', "debug");
    await edited();
    expect(await page.locator(".changes .message.error").count()).toBe(0);
    expect(await page.locator(".changes").innerText()).toContain("debug");

    // A line beside the secret can be changed, the secret's own cannot.
    await page.click('.changes .link:has-text("Deployment")');
    await page.waitForSelector(".legend button");
    await show(page, "Source");
    await page.click('.files button:has-text("values.cue")');
    expect(await page.locator(".cm-content").innerText()).toContain("***");
    await page.click('.cm-line:has-text("***")');
    await page.keyboard.press("End");
    await page.keyboard.type(" // mine");
    await page.waitForSelector(".message.error:has-text('holds a secret')");
    await page.click('button:has-text("Start over")');

    writeFileSync(values, text.replace("db.internal", "db.elsewhere"));
    await show(page, "Values");
    await page.waitForSelector('.cell:has-text("db.elsewhere")');

    const whole = await page.content();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
    const origin = new URL(served.address).origin;
    const html = await (await fetch(served.address)).text();
    const [, packed] = /id="opm-data">\s*(\S+)/.exec(html)!;
    const first = gunzipSync(Buffer.from(packed!, "base64")).toString();
    expect(first).toContain("db.elsewhere");
    for (const shown of [whole, kept, first, ...said, ...answers]) expect(shown).not.toContain(CANARY);
    expect(answers.length).toBeGreaterThan(0);

    // The page's own questions are the only ones that are answered.
    const ask = (headers: Record<string, string>, body: string) =>
      fetch(`${origin}/ask${new URL(served!.address).search}`, { method: "POST", headers, body });
    const json = { "content-type": "application/json", origin };
    expect(await (await ask(json, '{"ask":"read","file":"/etc/passwd"}')).text()).toContain("does not know");
    expect((await ask({ ...json, origin: "https://evil.example" }, "{}")).status).toBe(403);
    const climb = JSON.stringify({ ask: "open", project: { files: { "/../../etc/passwd": "x" }, sets: [] } });
    expect((await ask(json, climb)).status).toBe(200);
    await page.close();
  });
});
