// Packs what is published, from the sources alone: what an older build left in dist/ cannot get into it.
// node tool/package.mjs [FOLDER]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials, bundledPackages } from "./bill-of-materials.mjs";
import { buildDist } from "./build.mjs";
import { buildLibrary, buildTypes } from "./build-library.mjs";
import { buildPage } from "./build-page.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is in it besides dist/, as it is in the repository. */
const copied = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "NOTICE", "catalog", "docs/message"];
/** What belongs to a clone. */
const ownFiles = /^(?:snapshot|inputs\.sh$)/;

/** Makes the package in a folder, ready for npm. */
export async function stagePackage(folder) {
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  await buildDist(root, dist);
  await buildLibrary(dist);
  buildTypes(dist);
  writeFileSync(join(dist, "page.html"), (await buildPage(root)).html);
  for (const file of readdirSync(dist)) if (ownFiles.test(file)) rmSync(join(dist, file));
  const filter = (file) => !file.endsWith(".test.ts");
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  const manifest = publishedManifest(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const bill = billOfMaterials(root, manifest, await bundledPackages(root));
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
}

/** Everything that runs is in the bundles: whoever installs the package installs nothing else, and runs no script. */
function publishedManifest({ scripts: _, dependencies: __, devDependencies: ___, private: ____, ...manifest }) {
  return { ...manifest, bin: { opm: "dist/opm.cjs" }, files: ["dist", "sbom.cdx.json", ...copied] };
}

/** Packs into a folder; the path of the archive. */
export async function packPackage(into) {
  const folder = mkdtempSync(join(tmpdir(), "opm-package-"));
  try {
    await stagePackage(folder);
    mkdirSync(into, { recursive: true });
    const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", into];
    const { status, stdout, stderr } = spawnSync("npm", words, {
      cwd: folder,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error(`npm pack: ${stderr}`);
    const packed = JSON.parse(stdout);
    return join(into, (Array.isArray(packed) ? packed[0] : Object.values(packed)[0]).filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await packPackage(resolve(process.argv[2] ?? root)));
