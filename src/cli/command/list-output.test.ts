// Transformers of one's own may print one object, a map or a list: the objects are the same.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyOf, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

/** The example's own provider with another output of the transformer of topics. */
function withOutput(change: (output: string) => string): string {
  const folder = copyOf("own-provider");
  const file = join(folder, "acme", "transformers.cue");
  const text = readFileSync(file, "utf8");
  const map = /output: \{\n\t+for id[^]*?\n\t\t\}\n/.exec(text)![0];
  writeFileSync(
    file,
    text.replace(map, () => change(map)),
  );
  return folder;
}

const AS_LIST = (map: string): string =>
  map
    .replace("output: {", "output: [")
    .replace("\t(id): {", "\t{")
    .replace(/\n\t\t\}\n$/, "\n\t\t]\n");

const run = (words: string, folder: string) => opm(`${words} ${folder} --config ${folder}/config/config.cue`);
const objects = (out: string): string[] => out.split(/^---\n/m).toSorted();

test("a list of objects is what a map of them is", async () => {
  const [map, list] = [
    await run(
      "mod build",
      withOutput((text) => text),
    ),
    await run("mod build", withOutput(AS_LIST)),
  ];
  expect({ exit: list.exit, err: list.err }).toEqual({ exit: 0, err: "" });
  expect(map.out).toContain("KafkaTopic");
  expect(objects(list.out)).toEqual(objects(map.out));
});

test("a field of one is explained, and one that is no object is told by its index", async () => {
  const folder = withOutput(AS_LIST);
  const { out, exit } = await run("mod explain KafkaTopic/orders-placed.spec.partitions", folder);
  expect([exit, out]).toEqual([0, expect.stringMatching(/spec\.partitions = 12\n[^]*components\.cue/)]);
  const wrong = await run(
    "mod build",
    withOutput(() => 'output: [{apiVersion: "v1"}, 1]\n'),
  );
  expect(wrong.exit).toBe(2);
  expect(wrong.err).toMatch(/OPM1502[^]*output\.0 has no kind[^]*output\.1 is not an object/);
});

test("no output is nothing, with a reason or a warning", async () => {
  const silent = await run(
    "mod build",
    withOutput(() => ""),
  );
  expect(silent).toMatchObject({
    exit: 0,
    err: expect.stringMatching(/TopicTransformer matches and printed nothing/),
  });
  const said = await run(
    "mod build",
    withOutput(() => 'nothing: "no topics here"\n'),
  );
  expect(said).toMatchObject({ exit: 0, err: "" });
});
