// Builds the playground: docs/play/index.html, which is the page with the examples of the repository in it, and tera.js.
// Folders beside it with a page of their own are other versions, which it offers; with --release it becomes one, too.
// node tool/run.mjs tool/build-play.ts [FOLDER] [--release]
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { pageText } from "../src/host/node-page-file.ts";
import { buildPage } from "./build-page.mjs";
import { exampleProjects, rendered } from "./example-projects.ts";

const root = process.cwd();
const words = process.argv.slice(2);
const folder = resolve(words.find((word) => !word.startsWith("--")) ?? "docs/play");

mkdirSync(folder, { recursive: true });
const examples = exampleProjects(root);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const versions = readdirSync(folder).filter((name) => name !== version && existsSync(join(folder, name, "index.html")));
const { html } = await buildPage(root);
const data = {
  mode: "play",
  project: examples["hello"],
  // The first example is there at once.
  ...(await rendered(root, examples["hello"]!)),
  examples,
  tera: "tera.js",
  version,
};
const write = (into: string, others: readonly (readonly [string, string])[]): void => {
  mkdirSync(into, { recursive: true });
  const filled = { ...data, versions: Object.fromEntries(others) };
  writeFileSync(join(into, "index.html"), pageText(html, { title: "opm playground", data: filled, from: "site" }));
};
write(
  folder,
  versions.map((name) => [name, `${name}/index.html`]),
);
await build({
  absWorkingDir: root,
  entryPoints: ["inspector/engine/tera-worker.ts"],
  outfile: join(folder, "tera.js"),
  bundle: true,
  platform: "browser",
  format: "iife",
  target: "es2022",
  minify: true,
  logLevel: "error",
});
if (words.includes("--release")) {
  write(join(folder, version), [
    ["latest", "../index.html"],
    ...versions.map((name) => [name, `../${name}/index.html`] as const),
  ]);
  cpSync(join(folder, "tera.js"), join(folder, version, "tera.js"));
}
console.log(`${folder}: ${Object.keys(examples).length} examples`);
