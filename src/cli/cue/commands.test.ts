import { expect, test } from "vitest";
import { commands } from "../command-table.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

test("the commands of the cue tool are in the table (CUE-2)", () => {
  const names = commands.map((c) => c.name).filter((n) => n.startsWith("cue "));
  expect(names).toEqual(
    ["eval", "export", "vet", "def", "import", "trim", "mod", "get", "fmt"].map((verb) => `cue ${verb}`),
  );
});

test("names and flags that would steer a terminal are shown in messages", async () => {
  for (const words of [
    ["cue", "vet", "./no\u001b[31m.cue"],
    ["cue", "export", "--out", "js\u001b[2J", "."],
    ["cue", "export", "-C", "x\u202ey", "."],
    ["cue", "eval", "--no\u009bflag"],
  ]) {
    const io = memoryIo("/tmp", {});
    const { exit } = await main(words, io, "0.0.0");
    expect(exit).not.toBe(0);
    // oxlint-disable-next-line no-control-regex -- those are looked for
    expect(io.out() + io.err()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});
