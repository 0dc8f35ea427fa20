#!/usr/bin/env node
// Starts opm. This file becomes dist/opm.cjs; the capitals in quotes are filled in by tool/build.mjs.
//
// Compiling the program takes longer than most commands, so V8's compiled code is kept in the user's cache
// folder: one file for each command, made after it ran, so that it holds the functions which that command uses.
// V8 itself compares nothing but the length of the source; so the name has the bundle's SHA-256 and Node's version.
"use strict";
const bundle = "__BUNDLE__";
const hash = "__HASH__";
const version = "__VERSION__";
const inputs = ["__INPUTS__"];
const kept = 48;

const args = process.argv.slice(2);
const fs = require("fs");

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  fs.writeSync(1, `opm ${version}\n`);
  process.exit(0);
}

const path = require("path");
const root = path.dirname(__dirname);
if (!process.env.OPM_NO_REBUILD && isStale()) rebuildAndRun();
else run();

/** In a clone, whether a source is newer than this file. An installed package has no sources. */
function isStale() {
  if (!fs.existsSync(path.join(root, "tool", "bootstrap.mjs"))) return false;
  const built = fs.statSync(__filename).mtimeMs;
  for (const file of inputs) {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    if (stat === undefined || stat.mtimeMs > built) return true;
  }
  return false;
}

function rebuildAndRun() {
  const { spawnSync } = require("child_process");
  const build = spawnSync(process.execPath, [path.join(root, "tool", "bootstrap.mjs")], { stdio: "inherit" });
  if (build.status !== 0) process.exit(1);
  const env = { ...process.env, OPM_NO_REBUILD: "1" };
  const again = spawnSync(process.execPath, [__filename, ...args], { stdio: "inherit", env });
  process.exit(again.status ?? 1);
}

function run() {
  const vm = require("vm");
  const file = path.join(__dirname, bundle);
  const source = fs.readFileSync(file, "latin1");
  const folder = cacheFolder();
  const words = args.filter((a) => /^[a-z]{1,20}$/.test(a)).slice(0, 2);
  const cached =
    folder && !args.includes("--help") && !args.includes("-h") ? read(folder, words) : folder && read(folder, []);
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: cached ? cached.data : undefined,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, __dirname);
  // Flags of V8 reject code that was compiled without them; keeping two kinds would only make them take turns.
  const plain = process.execArgv.length === 0 && !process.env.NODE_OPTIONS;
  process.on("exit", (code) => {
    const command = module.exports.commandName();
    const fresh = cached && cached.command === command && !script.cachedDataRejected;
    if (folder && plain && code === 0 && !fresh) write(folder, command, script);
  });
  void module.exports.start(args);
}

function cacheFolder() {
  const env = process.env;
  const home = env.HOME || env.USERPROFILE;
  const base =
    env.OPM_CACHE_DIR ||
    (env.XDG_CACHE_HOME && path.join(env.XDG_CACHE_HOME, "opm")) ||
    (process.platform === "win32" && env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, "opm", "cache")) ||
    (home && path.join(home, process.platform === "darwin" ? "Library/Caches/opm" : ".cache/opm"));
  return base && path.isAbsolute(base) ? path.join(base, "code") : undefined;
}

function nameOf(command) {
  return `${hash.slice(0, 32)}-${process.version}-${process.arch}-${command || "frame"}`;
}

/** The code of the command that the words name, else of the frame. */
function read(folder, words) {
  if (!trusted(folder)) return undefined;
  for (let n = words.length; n >= 0; n--) {
    const command = words.slice(0, n).join("-");
    try {
      return { command, data: fs.readFileSync(path.join(folder, nameOf(command))) };
    } catch {
      // not there: try the next
    }
  }
  return undefined;
}

/** Compiled code runs as we do: a folder that others can write to is not used. */
function trusted(folder) {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (process.platform === "win32") return true;
  return stat.uid === process.getuid() && (stat.mode & 0o077) === 0;
}

/** Best effort: no cache is only slower. */
function write(folder, command, script) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!trusted(folder)) return;
    const file = path.join(folder, nameOf(command));
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
