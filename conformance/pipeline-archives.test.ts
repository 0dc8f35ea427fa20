// Whole command lines of opm over the archives in pipeline/: inputs, arguments, and what must come out.
// UPDATE=1 npx vitest run conformance/pipeline-archives.test.ts rewrites what is expected; look at the diff.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main, memoryIo } from "../src/cli/index.ts";
import { formatArchive, parseArchive } from "./txtar.ts";
import type { Archive } from "./txtar.ts";

const folder = "conformance/pipeline";
const update = process.env["UPDATE"] === "1";
const decoder = new TextDecoder();
const work = realpathSync(mkdtempSync(join(tmpdir(), "opm-pipeline-")));

afterAll(() => rmSync(work, { recursive: true, force: true }));

describe("pipeline archives", () => {
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".txtar"))
    .sort()) {
    test(name, async () => {
      const path = join(folder, name);
      const archive = parseArchive(readFileSync(path));
      const got = await runArchive(archive, name.replace(/\.txtar$/, ""));
      if (update) writeFileSync(path, formatArchive(withAnswer(archive, got)));
      else expect(got).toEqual(Object.fromEntries(Object.keys(got).map((key) => [key, text(archive, key) ?? ""])));
    });
  }
});

/** Runs the lines of `args` one after the other, in a folder with the archive's files, or in the repository without any. */
async function runArchive(archive: Archive, name: string): Promise<Record<string, string>> {
  const inputs = archive.files.filter((file) => file.name !== "args" && !file.name.startsWith("want/"));
  const cwd = inputs.length === 0 ? process.cwd() : join(work, name);
  for (const file of inputs) {
    const target = join(cwd, file.name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.data);
  }
  const home = join(work, "home");
  const out: Record<string, string> = {};
  const lines = (text(archive, "args") ?? "").split("\n").filter((line) => line !== "");
  for (const [i, line] of lines.entries()) {
    const io = memoryIo(cwd, { HOME: home, CUE_REGISTRY: "none" });
    const { exit } = await main(line.split(" "), io, "0.0.0");
    const key = `want/${lines.length === 1 ? "" : `${i + 1}/`}`;
    const clean = (s: string): string => s.replaceAll(cwd, "$PWD").replaceAll(home, "$HOME");
    if (exit !== 0) out[`${key}exit`] = `${exit}\n`;
    if (io.out() !== "") out[`${key}stdout`] = clean(io.out());
    if (io.err() !== "") out[`${key}stderr`] = clean(io.err());
  }
  return out;
}

function text(archive: Archive, name: string): string | undefined {
  const file = archive.files.find((f) => f.name === name);
  return file && decoder.decode(file.data);
}

function withAnswer(archive: Archive, answer: Record<string, string>): Archive {
  const encoder = new TextEncoder();
  return {
    comment: archive.comment,
    files: [
      ...archive.files.filter((file) => !file.name.startsWith("want/")),
      ...Object.entries(answer).map(([name, value]) => ({ name, data: encoder.encode(value) })),
    ],
  };
}
