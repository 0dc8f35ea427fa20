// Makes a clone runnable: installs the dependencies if they are not those of the lock file, then builds dist/.
// Plain JavaScript on Node's own modules, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = join(root, "dist", ".lock");

if (Number(process.versions.node.split(".")[0]) < 20) fail(`needs Node.js 20 or newer, this is ${process.version}`);

if (!acquire()) process.exit(0); // somebody else has just done it
try {
  const install = !installed();
  process.stderr.write(install ? "opm: first run: installing and building, one moment…\n" : "opm: building…\n");
  if (install) {
    const npm = spawnSync("npm", ["ci", "--silent", "--no-audit", "--no-fund"], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    if (npm.status !== 0) fail(`npm ci failed:\n${npm.error?.message ?? npm.stderr ?? ""}`);
  }
  const { buildDist } = await import(pathToFileURL(join(root, "tool", "build.mjs")).href);
  await buildDist(root);
} catch (error) {
  fail(`the build failed: ${error.message}`);
} finally {
  rmSync(lock, { force: true });
}

/** Whether every package of the lock file that this machine needs is there in its version. */
function installed() {
  const packages = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  let have;
  try {
    have = packages("node_modules/.package-lock.json");
  } catch {
    return false;
  }
  return Object.entries(packages("package-lock.json")).every(
    ([name, { version, optional }]) => name === "" || have[name]?.version === version || (optional && !have[name]),
  );
}

/** One builder at a time. Waits for another one; false if it left a finished build behind. */
function acquire() {
  mkdirSync(dirname(lock), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!alive()) rmSync(lock, { force: true });
    else {
      if (!waited) process.stderr.write("opm: waiting for another build…\n");
      while (alive()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      if (statSync(join(root, "dist", "opm.cjs"), { throwIfNoEntry: false })) return false;
    }
  }
}

function alive() {
  try {
    process.kill(Number(readFileSync(lock, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function fail(message) {
  rmSync(lock, { force: true });
  process.stderr.write(`opm: ${message}\n`);
  process.exit(1);
}
