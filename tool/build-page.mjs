// Builds the page: one file of HTML with everything in it, compressed, and a place for the data.
// node tool/build-page.mjs [FILE]
import { readFileSync, readdirSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { packCatalog } from "./catalog-pack.mjs";
import { packLzma } from "./lzma.mjs";

/** The repository, unless this file was bundled into another. */
const here = dirname(dirname(fileURLToPath(import.meta.url)));

export async function buildPage(root = here) {
  const [app, engine] = await Promise.all([
    bundle(root, "inspector/page/main.tsx"),
    bundle(root, "inspector/engine/worker.ts"),
  ]);
  const page = join(root, "inspector/page");
  const style = (await transform(readFileSync(join(page, "style.css"), "utf8"), "css")).trim();
  const unpack = readFileSync(join(page, "unpack.js"), "utf8").replace("export function", "function");
  const boot = (await transform(unpack + readFileSync(join(page, "boot.js"), "utf8"), "js")).trim();
  const parts = {
    STYLE: style,
    APP: packed(app.code),
    ENGINE: packed(engine.code),
    CATALOG: packed(packCatalog(join(root, "catalog")).pack),
    MESSAGES: packed(JSON.stringify(messagePages(join(root, "docs/message")))),
    BOOT: boot,
  };
  let html = readFileSync(join(page, "page.html"), "utf8");
  for (const [name, text] of Object.entries(parts)) html = html.replace(`__${name}__`, () => text);
  return { html, inputs: [...new Set([...app.inputs, ...engine.inputs])], sizes: sizesOf(parts) };
}

/** Its size and itself. */
function packed(content) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return `${bytes.length}:${Buffer.from(packLzma(bytes)).toString("base64")}`;
}

const sizesOf = (parts) => Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text.length]));

async function bundle(root, entry) {
  const { build } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".cue": "text" },
    plugins: [withoutTemplates(root)],
    legalComments: "none",
    metafile: true,
    logLevel: "error",
  });
  const inputs = Object.keys(result.metafile.inputs).filter((file) => !file.startsWith("node_modules"));
  return { code: result.outputFiles[0].contents, inputs };
}

/** The language server checks templates among values files, of which a page has none. */
const withoutTemplates = (root) => ({
  name: "without-templates",
  setup(build) {
    build.onResolve({ filter: /\/tera\/index\.ts$/ }, ({ importer }) =>
      importer.includes("/src/language/") ? { path: join(root, "inspector/engine/no-templates.ts") } : undefined,
    );
  },
});

async function transform(text, loader) {
  const esbuild = await import("esbuild");
  return (await esbuild.transform(text, { loader, minify: true, target: "es2022" })).code;
}

/** What docs/message says below the heading of each code, without its table of words: the message itself is there. */
function messagePages(folder) {
  const pages = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md")))
    for (const section of readFileSync(join(folder, file), "utf8").split(/^## /m).slice(1)) {
      const code = /^(OPM\d{4})/.exec(section)?.[1];
      if (code === undefined) continue;
      pages[code] = section
        .slice(section.indexOf("\n"))
        .replaceAll(/^```(?:text|hint)\n[^]*?^```\n+/gm, "")
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll(/[*`]/g, "")
        .trim();
    }
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { put } = await import("./build.mjs");
  const { html, sizes } = await buildPage();
  const file = resolve(process.argv[2] ?? join(here, "dist/page.html"));
  mkdirSync(dirname(file), { recursive: true });
  put(file, html);
  console.log(
    `${file}: ${Math.round(html.length / 1024)} KB, gzip ${Math.round(gzipSync(html).length / 1024)} KB`,
    sizes,
  );
}
