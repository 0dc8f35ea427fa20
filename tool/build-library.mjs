// Builds what `import … from "opmodel/cue"` and "opmodel/tera" load: one ESM file each for Node and browsers, and types.
// node tool/build-library.mjs [FOLDER]
import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The doors of the package, each by the room that it opens. */
const doors = { cue: "src/cue/index.ts", tera: "src/tera/index.ts" };

/** A bundle holds everything: a page can load it without an import map. */
export async function buildLibrary(folder) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: doors,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2023",
    // Pages load it: a sixth of what they fetch are names that nobody reads there.
    minify: true,
    lineLimit: 160,
    legalComments: "inline",
    logLevel: "error",
  });
}

export function buildTypes(folder) {
  const options = [
    "--ignoreConfig",
    "--declaration",
    "--emitDeclarationOnly",
    "--rewriteRelativeImportExtensions",
    "--target",
    "es2023",
    "--lib",
    "es2023,dom",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--strict",
    "--verbatimModuleSyntax",
    "--skipLibCheck",
    "--types",
    "",
    "--rootDir",
    "src",
    "--outDir",
    join(folder, "types"),
    ...Object.values(doors),
  ];
  const { status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("the types of the library could not be built");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, "dist"));
  await buildLibrary(folder);
  buildTypes(folder);
}
