// node tool/complete-lock.mjs
// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry did not
// offer them when it wrote the file. `npm ci` refuses a lock file without them, on every platform; with them it skips
// those that are not for this one. Tidy says when this is needed. Digests that are missing are asked of the registry, which
// may have the packages by now.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
const packages = lock.packages;
let added = 0;
for (const { optionalDependencies = {}, dev } of Object.values(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    if (packages[path]) continue;
    packages[path] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    added++;
  }
}
let without = 0;
for (const [path, entry] of Object.entries(packages)) {
  if (path === "" || entry.integrity || entry.link) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const { stdout } = spawnSync("npm", ["view", `${name}@${entry.version}`, "dist.integrity"], { encoding: "utf8" });
  const integrity = stdout.trim();
  const { version, ...rest } = entry;
  if (/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) packages[path] = { version, integrity, ...rest };
  else without++;
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages added; ${without} are still without a digest`);

/** What a name such as @scope/binding-linux-arm64-musl says about where the package runs. */
function platformOf(name) {
  const match = /-(android|darwin|freebsd|linux|openharmony|win32|aix|sunos)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(name);
  if (match) {
    const [, os, cpu, abi = ""] = match;
    const libc =
      os !== "linux" ? undefined : abi.startsWith("musl") ? "musl" : abi.startsWith("gnu") ? "glibc" : undefined;
    return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] };
  }
  if (name.includes("wasm32")) return { cpu: ["wasm32"] };
  throw new Error(`${name} does not say where it runs`);
}
