// `--set` and its kin on the command line (VAL-1): the last one wins, of whatever kind it is.
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const folder = folderWith({ "text.txt": "7" });
const flags: readonly [string, string, string][] = [
  ["--set", "replicas=3", "3"],
  ["--set-string", "replicas=4", '"4"'],
  ["--set-json", "replicas=5", "5"],
  ["--set-file", `replicas=${join(folder, "text.txt")}`, '"7"'],
];

describe("--set, --set-string, --set-json, --set-file (VAL-1)", () => {
  test.each(flags.flatMap((a) => flags.filter((b) => b !== a).map((b) => [a[0], b[0], a, b] as const)))(
    "%s and then %s: the second wins, the chain has both",
    async (_, __, first, second) => {
      const { exit, out } = await opm(
        `values explain replicas examples/hello ${first[0]} ${first[1]} ${second[0]} ${second[1]}`,
      );
      expect(exit).toBe(0);
      const [, winner, below] = out.split("\n");
      expect(winner).toMatch(
        new RegExp(`^● ${second[2]} +command line.*${second[0]}|^● ${second[2]} .*text\\.txt:1:1$`),
      );
      expect(below).toMatch(new RegExp(`^├ ${first[2]} +command line`));
    },
  );

  test("the order is the same wherever the flags stand, and with = between flag and value", async () => {
    const { out } = await opm(
      "values explain --set-string=replicas=4 replicas --set replicas=3 examples/hello --set-json replicas=5",
    );
    expect(out.match(/command line +(\S+)/g)).toEqual([
      "command line  --set-json:1:10",
      "command line  --set:1:10",
      "command line  --set-string:1:10",
    ]);
  });

  test("provenance says which one of several it was", async () => {
    const { out } = await opm(
      "values explain replicas examples/hello --set replicas=1 --set-string greeting=x --set replicas=2 --set replicas=3",
    );
    expect(out.split("\n").slice(1, 4)).toEqual([
      "● 3  command line  --set#3:1:10",
      "├ 2  command line  --set#2:1:10",
      "├ 1  command line  --set#1:1:10",
    ]);
    const { err } = await opm("values validate examples/hello --set replicas=1 --set greeting=x --set relpicas=2");
    expect(err).toContain("--set#3:1:10 set by the command line");
  });

  test("a lock names the flag that breaks it (VAL-4)", async () => {
    const { exit, err } = await opm(
      "values merge examples/hello --platform examples/platform --set greeting=x --set replicas=9",
    );
    expect(exit).toBe(2);
    expect(err).toContain("--set#2:1:10");
  });
});
