// Runs a TypeScript program of this repository: node tool/run.mjs FILE.ts [ARG…]
// Node 20 reads no TypeScript, so the program is bundled first (about 50 ms for the whole tree).
import { build } from "esbuild";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dirname, join, resolve } from "node:path";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error("usage: node tool/run.mjs FILE.ts [ARG…]");
  process.exit(2);
}
const source = resolve(entry);
const outfile = join(
  root,
  "node_modules/.cache/opm-run",
  `${source.replaceAll(/[^A-Za-z0-9]+/g, "_")}.${process.pid}.mjs`,
);
await build({
  entryPoints: [source],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "error",
});
process.argv = [process.argv[0], source, ...args];
process.on("exit", () => import.meta && rm());
import { rmSync } from "node:fs";
function rm() {
  rmSync(outfile, { force: true });
}
await import(pathToFileURL(outfile).href);
