import { expect, test } from "vitest";
import { commands } from "../command-table.ts";

test("the commands of the cue tool are in the table (CUE-2)", () => {
  const names = commands.map((c) => c.name).filter((n) => n.startsWith("cue "));
  expect(names).toEqual(
    ["eval", "export", "vet", "def", "import", "trim", "mod", "get", "fmt"].map((verb) => `cue ${verb}`),
  );
});
