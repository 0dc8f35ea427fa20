// The catalog and the examples: what can be said of them without rendering, and the catalog's own tests.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { main, memoryIo } from "../src/cli/index.ts";

const read = (path: string): string => readFileSync(path, "utf8");

function cueFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".cue") && !path.includes("cue.mod"))
    .map((path) => join(folder, path));
}

function moduleFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("cue.mod/module.cue"))
    .map((path) => join(folder, path));
}

const catalog = JSON.parse(read("catalog/catalog.json")) as { version: string; modules: Record<string, string> };
const dependency = /"(opmodel\.dev\/[^"]+)": v: +"([^"]+)"/g;

describe("catalog", () => {
  test("lists every module folder under its own path", () => {
    const folders = readdirSync("catalog").filter((name) => statSync(join("catalog", name)).isDirectory());
    expect(Object.values(catalog.modules).toSorted()).toEqual(folders.toSorted());
    for (const [path, folder] of Object.entries(catalog.modules)) {
      expect(read(join("catalog", folder, "cue.mod/module.cue"))).toContain(`module: "${path}"\n`);
    }
  });

  test("depends on itself and its users on it at one version", () => {
    const modules = [
      ...Object.values(catalog.modules).map((folder) => join("catalog", folder)),
      ...readdirSync("examples").map((name) => join("examples", name)),
    ].filter((folder) => existsSync(join(folder, "cue.mod")));
    const wrong: string[] = [];
    for (const folder of modules) {
      const text = read(join(folder, "cue.mod/module.cue"));
      if (!text.includes('language: version: "v0.15.0"')) wrong.push(`${folder}: language version`);
      for (const [, path = "", version] of text.matchAll(dependency)) {
        if (catalog.modules[path] === undefined || version !== catalog.version) wrong.push(`${folder}: ${path} ${version}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("names in module.cue what its packages import", () => {
    const missing: string[] = [];
    for (const [own, folder] of Object.entries(catalog.modules)) {
      const declared = read(join("catalog", folder, "cue.mod/module.cue"));
      for (const file of cueFiles(join("catalog", folder))) {
        for (const [, path = ""] of read(file).matchAll(/"(opmodel\.dev\/[^"@]+)@v0"/g)) {
          // The longest module path that the import path begins with.
          const owner = Object.keys(catalog.modules)
            .filter((name) => `${path}/`.startsWith(`${name.slice(0, -"@v0".length)}/`))
            .toSorted((a, b) => b.length - a.length)[0];
          if (owner !== own && !declared.includes(`"${owner}"`)) missing.push(`${file}: ${path}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  test("has a transformer for every resource, trait and network policy", () => {
    const provider = cueFiles("catalog/providers/kubernetes")
      .filter((file) => !file.endsWith("_tests.cue"))
      .map(read)
      .join("\n");
    const defined = ["resources", "traits", "policies/network"]
      .flatMap((folder) => cueFiles(join("catalog", folder)))
      .flatMap((file) => [...read(file).matchAll(/^#(\w+): core\.#(?:Resource|Trait|PolicyRule) /gm)])
      .map(([, name]) => name);
    expect(defined.length).toBeGreaterThan(20);
    expect(defined.filter((name) => !provider.includes(`#${name}.metadata.fqn`))).toEqual([]);
  });

  test("has every transformer in the provider", () => {
    const provider = read("catalog/providers/kubernetes/provider.cue");
    const defined = cueFiles("catalog/providers/kubernetes/transformers")
      .flatMap((file) => [...read(file).matchAll(/^#(\w+): core\.#\w*Transformer &/gm)])
      .map(([, name]) => name);
    expect(defined.length).toBeGreaterThan(15);
    expect(defined.filter((name) => !provider.includes(`(transformers.#${name}.metadata.fqn)`))).toEqual([]);
  });

  test("wraps no definition in close(): it is closed already, and everything in it would be evaluated twice", () => {
    const folders = Object.values(catalog.modules).map((folder) => join("catalog", folder));
    expect(folders.flatMap(cueFiles).filter((file) => /^#\w+: close\(/m.test(read(file)))).toEqual([]);
  });

  // Without a registry: what one module imports of another comes from the catalog that ships.
  test.each(Object.values(catalog.modules).filter((folder) => folder !== "schemas-kubernetes"))(
    "passes its own tests: %s",
    async (folder) => {
      const io = memoryIo(join(process.cwd(), "catalog", folder), { HOME: "/nowhere" });
      const { exit } = await main(["cue", "vet", "-c", "-t", "test", "./..."], io, "0.0.0");
      expect({ exit, out: io.out(), err: io.err() }).toEqual({ exit: 0, out: "", err: "" });
    },
  );

  test("keeps the Kubernetes types small", () => {
    const bytes = cueFiles("catalog/schemas-kubernetes").reduce((sum, file) => sum + read(file).length, 0);
    expect(bytes).toBeLessThan(250_000);
  });
});

describe("examples", () => {
  const names = readdirSync("examples").filter((entry) => statSync(join("examples", entry)).isDirectory());

  test("have a README each, and are all in the index", () => {
    const index = read("examples/README.md");
    expect(names.filter((name) => !existsSync(join("examples", name, "README.md")))).toEqual([]);
    expect(names.filter((name) => !index.includes(`\`${name}\``))).toEqual([]);
  });

  test("and the catalog are formatted, as cue formats them", async () => {
    const io = memoryIo(process.cwd(), { HOME: "/nowhere" });
    const files = [...cueFiles("catalog"), ...cueFiles("examples"), ...moduleFiles("catalog"), ...moduleFiles("examples")];
    const plain = files.filter((file) => !file.includes("schemas-kubernetes"));
    expect(plain.length).toBeGreaterThan(150);
    const { exit } = await main(["cue", "fmt", "--check", "--files", ...plain], io, "0.0.0");
    expect({ exit, out: io.out(), err: io.err() }).toEqual({ exit: 0, out: "", err: "" });
  });

  test("read #config in components, never values", () => {
    const components = cueFiles("examples").filter((path) => read(path).includes("#components"));
    expect(components.filter((path) => /[^.\w]values\.\w/.test(read(path)))).toEqual([]);
  });
});
