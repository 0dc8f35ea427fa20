// What the README and the examples tell people to type works: every line of a block that starts with `opm` is run from
// the root of the repository. A comment that says "refused" means exit code 2, one that says "cluster" exit code 3: there is
// none in tests, whatever kubeconfig this machine has.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { memoryIo } from "../src/cli/memory-io.ts";

const root = join(import.meta.dirname, "..");
/** Where commands write that would write into the current folder. */
const folder = mkdtempSync(join(tmpdir(), "opm-documented-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examples = readdirSync(join(root, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `examples/${entry.name}/README.md`);

describe.each(["README.md", ...examples])("%s", (page) => {
  test.each(commandsOf(readFileSync(join(root, page), "utf8")))("opm %s", async (line, exit) => {
    const io = memoryIo(root, { HOME: folder, KUBECONFIG: join(folder, "none") });
    const result = await main(wordsOf(line.replace("--out-dir out", `--out-dir ${folder}`)), io, "9.9.9");
    expect({ exit: result.exit, err: result.exit === exit ? "" : io.err() }).toEqual({ exit, err: "" });
    expect(io.out() + io.err()).not.toBe("");
  });
});

function commandsOf(text: string): [line: string, exit: number][] {
  const blocks = [...text.matchAll(/^```(?:sh)?\n([^]*?)^```/gm)].map((block) => block[1] as string);
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"));
  return lines.flatMap((line) => {
    const [, command, comment = ""] = /^(?:\.\/)?opm ([^#]*?)\s*(?:#(.*))?$/.exec(line) ?? [];
    return command === undefined
      ? []
      : [[command, /\brefused\b/.test(comment) ? 2 : /\bcluster\b/.test(comment) ? 3 : 0]];
  });
}

/** Words as a shell splits them, quotes included; nothing in the pages needs more of a shell. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? (m[3] as string));
}
