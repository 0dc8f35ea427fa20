// Builds the playground: docs/play/index.html, which is the page with the examples of the repository in it, and tera.js.
// node tool/run.mjs tool/build-play.ts [FOLDER]
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import type { Project } from "../inspector/engine/project.ts";
import { pageText } from "../src/host/node-page-file.ts";
import { textFiles } from "../src/host/node-text-files.ts";
import { buildPage } from "./build-page.mjs";

const root = process.cwd();
const folder = resolve(process.argv[2] ?? "docs/play");

/** Modules that need nothing but the catalog; what is made from them is left out. */
export function exampleProjects(): Record<string, Project> {
  const out: Record<string, Project> = {};
  for (const name of readdirSync(join(root, "examples"))) {
    const path = join(root, "examples", name);
    if (!statSync(path).isDirectory() || ["platform", "bundle", "own-provider"].includes(name)) continue;
    const platform = name === "values-layering" ? join(root, "examples/platform") : undefined;
    const nameOf = (file: string): string => file.slice(root.length);
    const files = textFiles([path, ...(platform === undefined ? [] : [platform])], nameOf, (text) => text);
    delete files[`/examples/${name}/manifests.yaml`];
    out[name] = {
      files,
      path: `/examples/${name}`,
      ...(platform !== undefined && { platform: "/examples/platform" }),
      values: [],
      sets: [],
      tags: [],
    };
  }
  return out;
}

const examples = exampleProjects();
const { html } = await buildPage(root);
const data = { mode: "play", project: examples["hello"], examples, tera: "tera.js" };
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "index.html"), pageText(html, { title: "opm playground", data, from: "site" }));
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
console.log(`${folder}: ${Object.keys(examples).length} examples`);
