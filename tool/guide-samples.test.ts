// Samples of the guides are CUE that evaluates, and do what the page says of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { memoryIo } from "../src/cli/memory-io.ts";
import { createContext, errorsText } from "../src/cue/index.ts";

const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "opm-guide-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const samplesOf = (page: string): string[] =>
  [...readFileSync(join(root, "docs/guide", page), "utf8").matchAll(/^```cue\n([^]*?)^```$/gm)].map((m) => m[1]!);

const opm = (...words: string[]): ReturnType<typeof opmIn> => opmIn(root, ...words);

async function opmIn(cwd: string, ...words: string[]): Promise<{ exit: number; out: string; err: string }> {
  const io = memoryIo(cwd, { HOME: scratch });
  const { exit } = await main(words, io, "9.9.9");
  return { exit, out: io.out(), err: io.err() };
}

/** A folder with the dependencies of examples/platform. */
function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(scratch, "p-"));
  cpSync(join(root, "examples/platform/cue.mod"), join(folder, "cue.mod"), { recursive: true });
  writeFileSync(join(folder, name), text);
  return folder;
}

describe("cue-primer.md", () => {
  test.each(samplesOf("cue-primer.md"))("sample %#", (text) => {
    expect(errorsText(createContext().compile(text).validate())).toBe("");
  });
});

describe("policies.md", () => {
  test.each(samplesOf("policies.md"))("sample %#", async (text) => {
    if (!text.startsWith("package")) {
      const vetted = await opmIn(
        folderWith("policies.cue", `package policies\n\n${text}`),
        "cue",
        "vet",
        "-c=false",
        ".",
      );
      expect(vetted).toMatchObject({ exit: 0, err: "" });
      return;
    }
    const { exit, out, err } = await opm("policy", "check", folderWith("platform.cue", text));
    expect({ exit, err }).toEqual({ exit: 0, err: "" });
    expect(out).toMatch(/approved-images|fixed-images/);
  });

  test("the rule of one's own refuses what it says, at the value that caused it", async () => {
    const own = samplesOf("policies.md").find((text) => text.includes("#NoLatest"))!;
    const platform = folderWith("platform.cue", own.replace('tags: ["latest"]', 'tags: ["1.0"]'));
    const { exit, err } = await opm("mod", "vet", "examples/hello", "--platform", platform);
    expect(exit).toBe(2);
    expect(err).toContain("fixed-images: web: the tag 1.0 does not say which image it is");
    expect(err).toContain("hint: name a version");
  });
});

test("configuration.md: the file of a repository", async () => {
  const folder = folderWith("opm.cue", samplesOf("configuration.md")[0]!);
  const { exit, out, err } = await opmIn(folder, "config", "show");
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
  expect(out).toContain(`repository: ${folder}/opm.cue`);
  expect(out).toContain("platform: platform  (config of the repository: config.platform)");
});
