// A start of opm up to the point where it reads its arguments, for V8's startup snapshot: this file becomes
// dist/snapshot.cjs, and `node --build-snapshot` runs it with the name of a bundle (tool/snapshot.mjs). What is loaded
// here need not be loaded when the program starts, what ran here is compiled, and what the catalog's packages were
// parsed and compiled to is kept.
"use strict";
const bundles = "__BUNDLES__";
const version = "__VERSION__";
const fs = require("fs");
const path = require("path");
const { setFlagsFromString, startupSnapshot } = require("v8");

const [part, ...rehearsals] = process.argv.slice(2);

// Newer methods of arrays are not there yet while a snapshot is made, and must not be in it.
const later = {
  toSorted(by) {
    return [...this].sort(by);
  },
  toReversed() {
    return [...this].reverse();
  },
  toSpliced(...args) {
    const copy = [...this];
    copy.splice(...args);
    return copy;
  },
  with(index, value) {
    const copy = [...this];
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  },
};
const lent = Object.keys(later).filter((name) => !(name in Array.prototype));
for (const name of lent)
  Object.defineProperty(Array.prototype, name, { value: later[name], configurable: true, writable: true });
startupSnapshot.addSerializeCallback(() => {
  for (const name of lent) delete Array.prototype[name];
});

// These modules of Node cannot be part of a snapshot.
const late = new Set(["http", "https", "tls", "net", "zlib", "worker_threads", "child_process"]);

function load(bundle, requireIn) {
  const file = path.join(__dirname, bundle.name);
  const source = fs.readFileSync(file, "latin1");
  // Node's own ways to run a text are not meant for snapshots.
  // oxlint-disable-next-line no-eval
  const wrapped = (0, eval)(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})\n//# sourceURL=${file}`,
  );
  const module = { exports: {} };
  wrapped(module.exports, requireIn, module, file, __dirname);
  return module.exports;
}

function nodeModule(id) {
  if (!startupSnapshot.isBuildingSnapshot() || !late.has(id.replace(/^node:/, ""))) return require(id);
  return new Proxy({}, { get: (_, name) => require(id)[name] });
}

const commands = load(bundles[part], nodeModule);
const frame = load(bundles.frame, (id) =>
  id.startsWith("opm:") ? commands[id.slice("opm:".length)]() : nodeModule(id),
);

startupSnapshot.setDeserializeMainFunction(() => {
  const flags = "__V8_FLAGS__";
  const major = Number(process.versions.node.split(".")[0]);
  for (const flag of Object.keys(flags)) if (major <= flags[flag]) setFlagsFromString(flag);
  const args = process.argv.slice(2);
  // How tool/snapshot.mjs tries whether a snapshot starts.
  if (args[0] === "--version") fs.writeSync(1, `opm ${version}\n`);
  else void frame.start(args);
});

void (async () => {
  const preparation = commands.preparation?.();
  // The second time loads only what every run loads.
  for (let time = 0; time < 2; time++) {
    preparation?.beginPreparing();
    // Each is a command line, as JSON.
    for (const rehearsal of rehearsals) {
      const { exit, err } = await frame.rehearse(JSON.parse(rehearsal), process.cwd());
      if (exit !== 0) throw new Error(`the rehearsal of ${rehearsal} failed: ${err}`);
    }
  }
  preparation?.endPreparing();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
