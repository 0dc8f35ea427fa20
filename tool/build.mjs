// Builds dist/: the program as one CommonJS file, and the launcher that starts it with compiled code.
// node tool/build.mjs
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dayMs = 86_400_000;

export async function buildDist(root) {
  const { build } = await import("esbuild");
  const began = new Date();
  const dist = join(root, "dist");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const result = await build({
    absWorkingDir: root,
    entryPoints: ["src/cli/start.ts"],
    outfile: "dist/main.cjs",
    bundle: true,
    platform: "node",
    // CommonJS starts faster than ESM, and `import()` inside becomes a lazily run part of the same file.
    format: "cjs",
    target: "node20",
    define: { __OPM_VERSION__: JSON.stringify(version) },
    loader: { ".cue": "text" },
    legalComments: "external",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const bundle = result.outputFiles.find((f) => f.path.endsWith("main.cjs")).contents;
  // The launcher reads the file as Latin-1, which is one byte a character for V8 and needs no decoding.
  if (bundle.some((byte) => byte > 127)) throw new Error("the bundle is not ASCII");
  const hash = createHash("sha256").update(bundle).digest("hex");
  const name = `main-${hash.slice(0, 16)}.cjs`;
  mkdirSync(dist, { recursive: true });
  put(join(dist, name), bundle);
  const legal = result.outputFiles.find((f) => f.path.endsWith(".txt"));
  if (legal) put(join(dist, "LICENSES.txt"), legal.contents);
  const inputs = Object.keys(result.metafile.inputs).filter((file) => file.startsWith("src/"));
  const launcher = readFileSync(join(root, "tool/launcher.cjs"), "utf8")
    .replace('"__BUNDLE__"', JSON.stringify(name))
    .replace('"__HASH__"', JSON.stringify(hash))
    .replace('"__VERSION__"', JSON.stringify(version))
    .replace('["__INPUTS__"]', JSON.stringify([...inputs, "tool/launcher.cjs", "tool/build.mjs", "package.json"]));
  const target = join(dist, "opm.cjs");
  put(target, launcher);
  chmodSync(target, 0o755);
  // The launcher compares its own time with the sources'; what changes while we build must count as newer.
  utimesSync(target, began, began);
  for (const file of readdirSync(dist)) {
    const old = /^main-.*\.cjs$/.test(file) && file !== name;
    if (old && Date.now() - statSync(join(dist, file)).mtimeMs > dayMs) rmSync(join(dist, file));
  }
}

/** Whole or not at all: another process may start the program meanwhile. */
function put(file, contents) {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildDist(dirname(dirname(fileURLToPath(import.meta.url))));
