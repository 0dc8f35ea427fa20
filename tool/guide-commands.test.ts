// The commands of the guides from a commit to the cluster work as they stand there: in a repository with releases, a
// platform and a change, with a registry on this machine. What goes on to another program after `|` is not part of it.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm as command, removeScratch } from "../src/cli/command/command-fixture.ts";
import { serveRegistry } from "../src/cli/command/registry-fixture.ts";
import type { ServedRegistry } from "../src/cli/command/registry-fixture.ts";
import { main } from "../src/cli/main.ts";
import { memoryIo } from "../src/cli/memory-io.ts";

const guides = join(import.meta.dirname, "../docs/guide");
let registry: ServedRegistry;
let root: string;

beforeAll(async () => {
  registry = await serveRegistry({ referrers: true });
  const module = copyOf("hello");
  for (const [file, from, to] of [
    ["cue.mod/module.cue", "example.com/hello@v0", "example.com/web@v1"],
    ["module.cue", "example.com/hello@v0", "example.com/web@v1"],
    ["module.cue", 'name:        "hello"', 'name:        "web"'],
  ] as const)
    writeFileSync(join(module, file), readFileSync(join(module, file), "utf8").replace(from, to));
  for (const version of ["1.4.2", "1.5.0"]) {
    const file = join(module, "module.cue");
    writeFileSync(file, readFileSync(file, "utf8").replace(/version:( +)"[^"]+"/, `version:$1"${version}"`));
    const { exit, err } = await command(["mod", "publish", `v${version}`, module, ...from()]);
    expect({ exit, err: exit === 0 ? "" : err }).toEqual({ exit: 0, err: "" });
  }
  root = folderWith({
    "cue.mod/module.cue": `module: "example.com/fleet@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.3.0"\n`,
    "blog/cue.mod/module.cue": `module: "example.com/blog@v0"\nlanguage: version: "v0.15.0"\nsource: kind: "self"\ndeps: "opmodel.dev/core@v0": v: "v0.3.0"\n`,
    "blog/module.cue": `package main\n\nimport "opmodel.dev/core@v0"\n\ncore.#Module\nmetadata: {apiVersion: "example.com/blog@v0", name: "blog", version: "0.1.0"}\n#config: {}\nvalues: #config\n#components: {}\n`,
    "apps/web/release.cue": `package web\n\nimport "opmodel.dev/core@v0"\n\nweb: core.#ModuleRelease & {\n\tmetadata: name: "web"\n\t#module: "web"\n}\n`,
    "platform/platform.cue": `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "company"
	modules: {
		web: {module: "example.com/web@v1", versions: ">=1.4.0"}
		blog: {module: "example.com/blog@v0", versions: ">=0.1.0"}
	}
}
environments: core.#EnvironmentMap & {
	staging: {metadata: name: "staging", namespace: "s", modules: web: version: "1.5.0"}
	prod: {metadata: name: "prod", namespace: "p", modules: web: version: "1.4.2"}
}
`,
    ".gitignore": "out\nshard-*\nwhole\n*.key\n*.pub\nrun.json\n",
  });
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: root });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "branch");
  const platform = join(root, "platform/platform.cue");
  writeFileSync(platform, readFileSync(platform, "utf8").replace('namespace: "s"', 'namespace: "stage"'));
  git("commit", "-qam", "two");
  for (const i of [1, 2])
    await inRepository(`release build apps --all-environments --shard ${i}/2 --out-dir shard-${i}`);
}, 120_000);

afterAll(() => {
  registry.close();
  removeScratch();
});

const from = (): string[] => ["--registry", `${registry.host}+insecure`];

/** As somebody types it at the top of the repository. */
async function inRepository(line: string): Promise<{ exit: number; err: string; out: string }> {
  const env = {
    HOME: join(root, ".."),
    CUE_REGISTRY: `${registry.host}+insecure`,
    OPM_PLATFORM: join(root, "platform"),
    COSIGN_PASSWORD: "",
    KUBECONFIG: join(root, "none"),
  };
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
    .map((m) => m[1] ?? m[2] ?? m[3]!)
    .filter((word) => word !== "…")
    .map((word) => word.replace("registry.example.com", registry.host))
    .flatMap((word) => (word === "out/shard-*" ? ["shard-1", "shard-2"] : [word]));
  const io = memoryIo(root, env);
  const { exit } = await main(words, io, "9.9.9");
  return { exit, err: io.err(), out: io.out() };
}

/** Lines of blocks without a language; one that says "refused" ends with 2. */
function linesOf(page: string): string[] {
  const text = readFileSync(join(guides, page), "utf8");
  // Every block is read, so that the end of one is not taken for the beginning of the next.
  const blocks = [...text.matchAll(/^ *```(\w*)\n([^]*?)^ *```/gm)].flatMap(([, language = "", block = ""]) =>
    ["", "sh"].includes(language) ? [block] : [],
  );
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .flatMap((line) => {
      const [, found] = /^\s*(?:[A-Z_]+=\S* )?(?:\.\/)?opm ([^#|]*)/.exec(line) ?? [];
      return found === undefined ? [] : [found.trim()];
    });
}

/** Signatures by somebody's own Sigstore are made in `keyless.test.ts`; here is none that the page could find. */
const ELSEWHERE = /--trusted-root/;

/** What is published before it is used; the guide tells of using first. */
const first = (line: string): number => ["registry keys", "mod publish"].findIndex((words) => line.startsWith(words));

describe.each(["signing.md", "reviewing.md", "gitops.md", "ci.md", "scaling-out.md"])("%s", (page) => {
  const lines = linesOf(page).filter((line) => !ELSEWHERE.test(line));
  const ordered = [
    ...lines.filter((line) => first(line) >= 0).sort((a, b) => first(a) - first(b)),
    ...lines.filter((line) => first(line) < 0),
  ];
  test("has commands", () => expect(ordered.length).toBeGreaterThan(0));
  test.each(ordered)(
    "opm %s",
    async (line) => {
      const { exit, err, out } = await inRepository(line);
      expect({ exit, err: exit === 0 ? "" : err }).toEqual({ exit: 0, err: "" });
      expect(out + err).not.toBe("");
    },
    60_000,
  );
});
