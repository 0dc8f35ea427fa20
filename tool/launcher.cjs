#!/usr/bin/env node
// Starts opm. This file becomes dist/opm.cjs; the capitals in quotes are filled in by tool/build.mjs.
//
// The frame (arguments, help, completion) is small and always loaded; the program (everything that commands do) only
// when a command runs. Compiling takes longer than most commands, so V8's compiled code is kept in the user's cache
// folder: one file for the frame and one for each command, made after it ran, so that it holds what that command uses.
// V8 itself compares nothing but the length of the source; so the name has the bundle's SHA-256 and Node's version.
"use strict";
const bundles = "__BUNDLES__";
const version = "__VERSION__";
const kept = 48;

const args = process.argv.slice(2);
const fs = require("fs");

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  fs.writeSync(1, `opm ${version}\n`);
  process.exit(0);
}

const help = args.length === 0 || args.includes("--help") || args.includes("-h");
if (!help) require("v8").setFlagsFromString("__V8_FLAGS__");
const path = require("path");
const vm = require("vm");
run();

function run() {
  const folder = cacheFolder();
  const usable = folder !== undefined && trusted(folder);
  const loaded = [];
  const load = (bundle, key, require) => {
    const file = path.join(__dirname, bundle.name);
    const name = cacheName(bundle, key);
    const cached = usable ? read(path.join(folder, name)) : undefined;
    const source = fs.readFileSync(file, "latin1");
    const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: file,
      cachedData: cached,
    });
    if (cached === undefined || script.cachedDataRejected) loaded.push({ name, script });
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require, module, file, __dirname);
    return module.exports;
  };
  const programs = {};
  const frame = load(bundles.frame, help ? "help" : "frame", (id) => {
    if (!id.startsWith("opm:")) return require(id);
    const command = id.slice("opm:".length);
    // tool/build.mjs puts commands into bundles by the beginning of their names.
    const prefix = command.split("-")[0];
    const part = prefix !== "frame" && bundles[prefix] ? prefix : "program";
    programs[part] ??= load(bundles[part], command, require);
    return programs[part][command]();
  });
  // Flags of V8 reject code that was compiled without them; keeping two kinds would only make them take turns.
  // The stack size that ./opm asks for is part of the name instead.
  const plain = process.execArgv.length === stackFlags().length && !process.env.NODE_OPTIONS;
  process.on("exit", (code) => {
    if (folder !== undefined && plain && code === 0) for (const { name, script } of loaded) write(folder, name, script);
  });
  void frame.start(args);
}

function cacheFolder() {
  const env = process.env;
  const home = env.HOME || env.USERPROFILE;
  const base =
    env.OPM_CACHE_DIR ||
    (env.XDG_CACHE_HOME && path.join(env.XDG_CACHE_HOME, "opm")) ||
    (process.platform === "win32" && env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, "opm", "cache")) ||
    (home &&
      fs.existsSync(home) &&
      path.join(home, process.platform === "darwin" ? "Library/Caches/opm" : ".cache/opm"));
  return base && path.isAbsolute(base) ? path.join(base, "code") : undefined;
}

function cacheName(bundle, key) {
  const stack = stackFlags().map((flag) => `s${flag.slice("--stack-size=".length)}`);
  return `${bundle.hash.slice(0, 32)}-${process.version}-${process.arch}${stack.join("")}-${key}`;
}

function stackFlags() {
  return process.execArgv.filter((flag) => /^--stack-size=\d+$/.test(flag));
}

function read(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined; // not there yet
  }
}

/** Compiled code runs as we do: a folder that others can write to is not used. */
function trusted(folder) {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (process.platform === "win32") return true;
  return stat.uid === process.getuid() && (stat.mode & 0o077) === 0;
}

/** Best effort: no cache is only slower. */
function write(folder, name, script) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!trusted(folder)) return;
    const file = path.join(folder, name);
    fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 });
    fs.renameSync(`${file}.${process.pid}`, file);
    prune(folder);
  } catch {
    // a full or read-only disk is no reason to fail
  }
}

/** Every build and every command leaves a file; the newest are enough. */
function prune(folder) {
  const names = fs.readdirSync(folder);
  if (names.length <= kept) return;
  const aged = names.map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }));
  aged.sort((a, b) => b.at - a.at);
  for (const { name } of aged.slice(kept)) fs.rmSync(path.join(folder, name), { force: true });
}
