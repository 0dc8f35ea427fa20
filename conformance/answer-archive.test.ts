import { expect, test } from "vitest";
import { answerArchive, answeredArchive } from "./answer-archive.ts";
import type { Part } from "./answer-archive.ts";
import type { Engine } from "./engine.ts";
import { bytesOf, formatArchive, parseArchive, textOf } from "./txtar.ts";

async function answer(text: string, engine: Engine): Promise<Part[]> {
  const parts: Part[] = [];
  await answerArchive(parseArchive(bytesOf(text)), engine, (part) => parts.push(part));
  return parts;
}

test("without an engine there are no sections, and the old ones are gone", async () => {
  const text = "#note\n-- a.cue --\nx: 1\n-- want/eval.cue --\nold\n";
  const parts = await answer(text, {});
  expect(textOf(formatArchive(answeredArchive(parseArchive(bytesOf(text)), parts)))).toBe("#note\n-- a.cue --\nx: 1\n");
});

test("fmt answers only where a file parses and changes", async () => {
  const format = (name: string, source: Uint8Array): string | undefined =>
    name === "bad.cue" ? undefined : textOf(source).replaceAll("  ", " ");
  const parts = await answer("-- a.cue --\nx:  1\n-- b/b.cue --\ny: 1\n-- bad.cue --\n{  \n-- c.txt --\na  b\n", {
    format,
  });
  expect(parts).toEqual([{ section: "want/fmt/a.cue", text: "x: 1\n" }]);
});

test("rows get the files of the top folder as arguments", async () => {
  const parts = await answer("-- a.cue --\n-- sub/b.cue --\n-- c.cue --\n", {
    rows: ({ args }) => args.map((path) => ({ path })),
  });
  expect(parts).toEqual([{ section: "want/values.jsonl", text: '{"path":"a.cue"}\n{"path":"c.cue"}\n' }]);
});

test("commands see the folder, which does not show in their output; success and failure go to different sections", async () => {
  const parts = await answer("-- a.cue --\nx\n", {
    command: async (args, folder) => ({
      exit: args[0] === "def" ? 1 : 0,
      stdout: `${folder}/a.cue`,
      stderr: `in ${folder}`,
    }),
  });
  expect(parts).toEqual([
    { section: "want/export.json", text: "a.cue" },
    { section: "want/export.yaml", text: "a.cue" },
    { section: "want/export.cue", text: "a.cue" },
    { section: "want/eval.cue", text: "a.cue" },
    { section: "want/def.err", text: "in ." },
  ]);
});

test("of command lines only the arguments are read", async () => {
  const row = JSON.stringify({ args: ["eval", "x"], exit: 9, stdout: "secret", stderr: "" });
  const parts = await answer(`-- a.cue --\nx\n-- want/cli.jsonl --\n${row}\n`, {
    command: async (args) => ({ exit: 0, stdout: args.join(" "), stderr: "" }),
  });
  const ours = JSON.stringify({ args: ["eval", "x"], exit: 0, stdout: "eval x", stderr: "" });
  expect(parts).toEqual([{ section: "want/cli.jsonl", text: `${ours}\n` }]);
});

test("an exception in one section leaves the others alone", async () => {
  const parts = await answer("-- a.cue --\nx\n", {
    format: () => "formatted\n",
    rows: () => {
      throw new RangeError("too deep");
    },
  });
  expect(parts).toEqual([
    { section: "want/fmt/a.cue", text: "formatted\n" },
    { section: "want/values.jsonl", crash: "RangeError: too deep" },
  ]);
});
