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
if (!help) for (const flag of knownFlags("__V8_FLAGS__")) require("v8").setFlagsFromString(flag);
const path = require("path");
const vm = require("vm");
run();

function run() {
  const { folder, odd } = cacheFolder();
  const usable = folder !== undefined && trusted(folder);
  // Without a cache everything is only slower; whoever wonders why is told once a run, and not where programs read.
  if (odd && !help && !args.some((arg) => arg.startsWith("--diagnostics") || arg.startsWith("__")))
    say(`opm: runs without a cache: ${odd} (OPM_CACHE_DIR=none says that there is none)\n`);
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

function knownFlags(flags) {
  const major = Number(process.versions.node.split(".")[0]);
  return Object.keys(flags).filter((flag) => major <= flags[flag]);
}

/** Where compiled code is kept, or what is odd about the place. src/host/node-own-folder.ts decides the same. */
function cacheFolder() {
  const env = process.env;
  const home = env.HOME || env.USERPROFILE;
  if (env.OPM_CACHE_DIR === "none") return {};
  const base =
    env.OPM_CACHE_DIR ||
    (env.XDG_CACHE_HOME && path.join(env.XDG_CACHE_HOME, "opm")) ||
    (process.platform === "win32" && env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, "opm", "cache")) ||
    (home && path.join(home, process.platform === "darwin" ? "Library/Caches/opm" : ".cache/opm"));
  if (!base || !path.isAbsolute(base)) return {};
  // A home that is not there is not made, and in somebody else's nothing is left behind.
  if (home && !path.relative(home, base).startsWith("..")) {
    const at = look(home);
    if (at === undefined) return {};
    if (!at.isDirectory || !at.ours) return { odd: `${home} is no folder of yours` };
  }
  const folder = path.join(base, "code");
  let above = folder;
  while (look(above) === undefined && path.dirname(above) !== above) above = path.dirname(above);
  const there = look(above);
  if (!there.isDirectory || !(there.ours || (there.sticky && above !== folder)))
    return { odd: `${above} ${there.fault ?? (there.isDirectory ? "belongs to somebody else" : "is no folder")}` };
  if (above === folder && !there.closed) return { odd: `others can write to ${folder}` };
  return { folder };
}

/** What is at a path; undefined if nothing is. What cannot be looked at is nothing of ours. */
function look(at) {
  try {
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    const ours = process.platform === "win32" || stat.uid === process.getuid();
    const closed = process.platform === "win32" || (stat.mode & 0o077) === 0;
    return { isDirectory: stat.isDirectory(), ours, closed, sticky: (stat.mode & 0o1000) !== 0 };
  } catch (error) {
    return {
      isDirectory: false,
      ours: false,
      closed: false,
      sticky: false,
      fault: `cannot be looked at (${error.code})`,
    };
  }
}

function say(text) {
  try {
    fs.writeSync(2, text);
  } catch {
    // nobody listens
  }
}

function cacheName(bundle, key) {
  const stack = stackFlags().map((flag) => `s${flag.slice("--stack-size=".length)}`);
  return `${bundle.hash.slice(0, 32)}-${process.version}-${process.arch}${stack.join("")}-${key}`;
}

function stackFlags() {
  return process.execArgv.filter((flag) => /^--stack-size=\d+$/.test(flag));
}

function read(file) {
  let fd;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined; // not there yet
  }
  try {
    const stat = fs.fstatSync(fd);
    const own = process.platform === "win32" || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
    return stat.isFile() && own ? fs.readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    fs.closeSync(fd);
  }
}

/** Compiled code runs as we do: a folder that others can write to is not used. */
function trusted(folder) {
  const there = look(folder);
  return there !== undefined && there.isDirectory && there.ours && there.closed;
}

/** Level by level: Node's own `recursive` never ends where a folder cannot be made and is not there either. */
function make(folder) {
  if (look(folder) !== undefined) return;
  make(path.dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

/** Best effort: no cache is only slower. */
function write(folder, name, script) {
  const file = path.join(folder, name);
  const temporary = `${file}.${process.pid}`;
  try {
    make(folder);
    if (!trusted(folder)) return;
    fs.writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: "wx" });
    fs.renameSync(temporary, file);
    prune(folder);
  } catch {
    // a full or read-only disk is no reason to fail
    fs.rmSync(temporary, { force: true });
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
