// Makes the pictures of README and guides from the real page: npm run -s pictures. Needs Chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "docs/picture");
const folder = mkdtempSync(join(tmpdir(), "opm-pictures-"));

/** What each picture shows: an example, and what somebody clicked. */
const pictures = [
  {
    name: "page-objects",
    example: "environments",
    async show(page) {
      await page.click('.releases button:has-text("prod-eu")');
      await page.click('.node.leaf:has-text("Deployment")');
      await page.waitForSelector(".legend button");
      await page.click('.yaml .line:has-text("replicas")');
      await page.waitForSelector(".step.value");
    },
  },
  {
    name: "page-what-if",
    example: "environments",
    async show(page) {
      await page.click('nav.views button:has-text("What if")');
      // The time is in the picture: the first edits warm the engine up, and other programs may be running.
      for (let i = 0; i < 12 && !(i > 0 && (await tookOf(page)) < 100); i++)
        for (const count of ["6", "7"]) {
          await page.fill('input[id="field-replicas"]', count);
          await page.waitForSelector(`.changes:has-text("→${count}")`);
        }
    },
  },
  {
    name: "page-bundle",
    example: "bundle",
    async show(page) {
      await page.click('nav.views button:has-text("Bundle")');
    },
  },
  {
    name: "page-environments",
    example: "environments",
    dark: true,
    async show(page) {
      await page.click('nav.views button:has-text("Environments")');
    },
  },
];

const tookOf = async (page) => Number(/(\d+) ms/.exec(await page.locator(".status").innerText())?.[1] ?? Infinity);

const browser = await chromium.launch({
  executablePath: process.env.OPM_CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});
try {
  mkdirSync(out, { recursive: true });
  for (const { name, example, dark = false, show } of pictures) {
    const file = join(folder, `${name}.html`);
    execFileSync(join(root, "opm"), ["mod", "inspect", `examples/${example}`, "--html", file], {
      cwd: root,
      stdio: "ignore",
    });
    const page = await browser.newPage({
      viewport: { width: 1280, height: 720 },
      colorScheme: dark ? "dark" : "light",
    });
    await page.goto(`file://${file}`);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent === "as given");
    await show(page);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.close();
    console.log(`docs/picture/${name}.png`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
