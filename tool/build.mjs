// Builds dist/: the frame of the command line and the commands, each as one CommonJS file, and the launcher that starts
// them with compiled code. Commands that need only a part of the program have a file of their own: V8 reads all of it.
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
import { packCatalog } from "./catalog-pack.mjs";

const dayMs = 86_400_000;

export async function buildDist(root, dist = join(root, "dist")) {
  const began = new Date();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const frame = await bundle(root, version, {
    entryPoints: ["src/cli/start.ts"],
    plugins: [commandsApart, noChildren],
  });
  const parts = { frame };
  for (const [part, files] of Object.entries(commandParts(root)))
    parts[part] = await bundle(root, version, { stdin: { contents: commandIndex(files), resolveDir: root } });
  mkdirSync(dist, { recursive: true });
  const names = new Set();
  const entries = Object.entries(parts).map(([part, { code }]) => {
    const hash = createHash("sha256").update(code).digest("hex");
    const name = `${part}-${hash.slice(0, 16)}.cjs`;
    names.add(name);
    put(join(dist, name), code);
    return [part, { name, hash }];
  });
  put(join(dist, "LICENSES.txt"), Buffer.concat(Object.values(parts).map(({ legal }) => Buffer.from(legal))));
  const catalog = packCatalog(join(root, "catalog"));
  put(join(dist, "catalog.pack"), catalog.pack);
  const inputs = [
    ...new Set([
      ...Object.values(parts).flatMap(({ inputs }) => inputs),
      ...catalog.files.map((file) => `catalog/${file}`),
    ]),
    "tool/launcher.cjs",
    "tool/snapshot.cjs",
    "tool/snapshot.mjs",
    "tool/build.mjs",
    "tool/catalog-pack.mjs",
    "package.json",
  ];
  const fill = (file) =>
    readFileSync(join(root, file), "utf8")
      .replace('"__BUNDLES__"', JSON.stringify(Object.fromEntries(entries)))
      .replace('"__VERSION__"', JSON.stringify(version))
      .replace('"__V8_FLAGS__"', JSON.stringify(v8Flags));
  for (const file of readdirSync(dist)) if (/^snapshot-.*\.sh$/.test(file)) rmSync(join(dist, file)); // of another build
  put(join(dist, "snapshot.cjs"), fill("tool/snapshot.cjs"));
  const target = join(dist, "opm.cjs");
  put(target, fill("tool/launcher.cjs"));
  chmodSync(target, 0o755);
  // What ./opm compares with the time of the launcher; what changes while we build must count as newer.
  put(join(dist, "inputs.sh"), `inputs='${inputs.join("\n")}'\n`);
  utimesSync(target, began, began);
  for (const file of readdirSync(dist)) {
    const old = /^[a-z]+-[0-9a-f]{16}\.cjs$/.test(file) && !names.has(file);
    if (old && Date.now() - statSync(join(dist, file)).mtimeMs > dayMs) rmSync(join(dist, file));
  }
}

async function bundle(root, version, options) {
  const { build } = await import("esbuild");
  const result = await build({
    ...options,
    absWorkingDir: root,
    outfile: "dist/bundle.cjs",
    bundle: true,
    platform: "node",
    // CommonJS starts faster than ESM, and what is required or imported late becomes a part that runs late.
    format: "cjs",
    target: "node20",
    // `import()` would need hooks that vm.Script lacks in Node 20; `require` does not.
    supported: { "dynamic-import": false },
    define: { __OPM_VERSION__: JSON.stringify(version) },
    loader: { ".cue": "text" },
    legalComments: "external",
    // Without comments the bundle is ASCII (esbuild escapes the rest). Every start reads the whole of it, names too: they
    // are a twentieth of what a small command takes. A stack tells line and column, and short lines keep those useful.
    minify: true,
    lineLimit: 160,
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const code = result.outputFiles.find((f) => f.path.endsWith(".cjs")).contents;
  // The launcher reads the file as Latin-1, which is one byte a character for V8 and needs no decoding.
  if (code.some((byte) => byte > 127)) throw new Error("the bundle is not ASCII");
  const inputs = Object.keys(result.metafile.inputs).filter((file) => file.startsWith("src/"));
  return { code, inputs, legal: result.outputFiles.find((f) => f.path.endsWith(".txt"))?.contents ?? "" };
}

/**
 * Settings of V8, made before anything is loaded: code that is kept must have been compiled with the same ones.
 *
 * A release lives long and jobs do not, and the same lines of code make both: what V8 learned from one about where to
 * put the other filled the old generation with what jobs leave behind (a quarter of the memory at 100 components).
 *
 * A command runs for a second or two, in which V8 spends as much time on compiling as it saves by it. A third of the
 * usual inlining makes what is compiled smaller, and the evaluator no slower (a tenth to a quarter of the processor
 * time). And code is optimised after four times as much use as usual: what is less used than that has cost more
 * processor time to optimise than it takes to run (a quarter to a third of that of a command that takes a second).
 */
const v8Flags = {
  // Each with the last version of Node that is known to have it: V8 complains of what it does not know.
  "--no-allocation-site-pretenuring": 24,
  "--max-inlined-bytecode-size-cumulative=300": 24,
  "--interrupt-budget=540000": 20,
};

/** In the frame, the files of command/ are not bundled but asked for by name; the launcher answers from the program. */
const commandsApart = {
  name: "commands-apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/command\/[a-z-]+\.ts$/ }, ({ path }) => ({
      path: `opm:${path.slice("./command/".length, -".ts".length)}`,
      external: true,
    }));
  },
};

/** commander can start other programs as commands. Ours never do, and loading what that needs takes ten milliseconds. */
const noChildren = {
  name: "no-children",
  setup(build) {
    build.onResolve({ filter: /^(node:)?child_process$/ }, ({ importer }) =>
      importer.includes("commander") ? { path: "no-children", namespace: "stub" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** Groups of commands with a bundle of their own, by the beginning of their names; the rest is the program. */
const apart = ["cue", "template"];

/** The files of each bundle. The launcher chooses by the same rule. */
function commandParts(root) {
  const files = readdirSync(join(root, "src/cli/command")).filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts"));
  const partOf = (f) => apart.find((part) => f.startsWith(`${part}-`)) ?? "program";
  const parts = {};
  for (const f of files) (parts[partOf(f)] ??= []).push(f);
  return parts;
}

/** A bundle of commands: each by its name, run when it is asked for. */
function commandIndex(files) {
  const rows = files.map((f) => `${JSON.stringify(f.slice(0, -3))}: () => require("./src/cli/command/${f}")`);
  return `module.exports = {${rows.join(",\n")}};`;
}

/** Whole or not at all: another process may start the program meanwhile. */
export function put(file, contents) {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildDist(dirname(dirname(fileURLToPath(import.meta.url))));
