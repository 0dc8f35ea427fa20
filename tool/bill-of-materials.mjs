// What the package is made of: every package that is in one of its bundles, as CycloneDX has it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Names of packages whose code is in the program, the libraries or the page. */
export async function bundledPackages(root) {
  const { build } = await import("esbuild");
  const commands = readdirSync(join(root, "src/cli/command"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => `src/cli/command/${file}`);
  const doors = ["src/cli/start.ts", "src/cue/index.ts", "src/tera/index.ts"];
  const pages = ["inspector/page/main.tsx", "inspector/engine/worker.ts"];
  // One bundle of all: what they have in common is made once.
  const all = [...doors, ...commands, ...pages].map((file, i) => `export * as part${i} from "./${file}";`);
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: all.join("\n"), resolveDir: root },
    outfile: "unused.mjs",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".cue": "text" },
    logLevel: "error",
  });
  // A file that nothing uses has no bytes in any output.
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const names = used.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** The bill: versions and digests are those of the lock file, licences what the packages say. */
export function billOfMaterials(root, { name, version, license }, packages) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const components = packages.map((library) => {
    const locked = lock[`node_modules/${library}`];
    if (locked?.integrity === undefined) throw new Error(`${library} has no digest in package-lock.json`);
    const manifest = JSON.parse(readFileSync(join(root, "node_modules", library, "package.json"), "utf8"));
    const [algorithm, digest] = locked.integrity.split(/-(.*)/);
    return {
      type: "library",
      "bom-ref": purl(library, locked.version),
      name: library,
      version: locked.version,
      scope: "required",
      ...(manifest.license && { licenses: [{ license: { id: manifest.license } }] }),
      hashes: [
        { alg: algorithm.toUpperCase().replace("SHA", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") },
      ],
      purl: purl(library, locked.version),
    };
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": purl(name, version),
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: purl(name, version),
      },
    },
    components,
    dependencies: [{ ref: purl(name, version), dependsOn: components.map((c) => c["bom-ref"]) }],
  };
}

const purl = (name, version) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
