import { describe, expect, test } from "vitest";
import { CURSOR, TestClient } from "../../conformance/language-client.ts";
import { pathOfUri } from "./text/uri.ts";

// The names are those of cue's own integration tests of data files that a package embeds.
const FILES = {
  "/w/cue.mod/module.cue": 'module: "example.com/farm@v0"\nlanguage: version: "v0.15.0"\n',
  "/w/farm.cue": `@extern(embed)
package farm

stock: #Stock @embed(file=data/stock.json)

stock: barn: {
	// hay in bales
	hay: int
}

yards: {"data/y1.yaml": #Stock} @embed(glob=data/y*.yaml)

first:  stock.barn
second: yards."data/y2.yaml".barn
`,
  "/w/stock.cue": `package farm

#Stock: {
	// how many of all
	total?: int
	barn?: {
		// in metres
		height?: int
		colour?: "red" | "green"
		...
	}
	...
}
`,
  "/w/data/stock.json": '{\n  "barn": {\n    "height": 3,\n    "hay": 40\n  },\n  "total": 5\n}\n',
  "/w/data/y1.yaml": "barn:\n  height: 7\n",
  "/w/data/y2.yaml": "barn:\n  hay: 1\n",
};

const marked = (path: keyof typeof FILES, at: string, shift = 0): string => {
  const text = FILES[path];
  const offset = text.indexOf(at) + shift;
  return text.slice(0, offset) + CURSOR + text.slice(offset);
};

interface Place {
  readonly uri: string;
  readonly range: { start: { line: number; character: number } };
}
const told = (places: readonly Place[]): string[] =>
  places.map(({ uri, range: { start } }) => `${pathOfUri(uri)}:${start.line + 1}:${start.character + 1}`).toSorted();

describe("data files that a package embeds (EDT-1)", () => {
  test("embed hover: what the package says about a key", async () => {
    const client = await TestClient.start(FILES);
    expect(await client.open("/w/data/stock.json", marked("/w/data/stock.json", "hay")).hover()).toContain(
      "hay in bales",
    );
    expect(await client.open("/w/data/stock.json", marked("/w/data/stock.json", "height")).hover()).toContain(
      "in metres",
    );
    expect(await client.open("/w/data/y1.yaml", marked("/w/data/y1.yaml", "height")).hover()).toContain("in metres");
  });

  test("embed completion: keys that are allowed, with quotes in JSON", async () => {
    const client = await TestClient.start(FILES);
    const path = "/w/data/stock.json";
    expect(await client.open(path, `{\n  "barn": {\n    "${CURSOR}"\n  }\n}\n`).completions()).toEqual([
      "hay",
      "colour",
      "height",
    ]);
    expect(await client.open(path, `{\n  "barn": {\n    "colour": ${CURSOR}\n  }\n}\n`).completions()).toEqual([
      '"red"',
      '"green"',
    ]);
    expect(await client.open("/w/data/y1.yaml", `${CURSOR}\n`).completions()).toEqual(["barn", "total"]);
  });

  test("embed definitions: of a field, of the attribute, from the data back", async () => {
    const client = await TestClient.start(FILES);
    const at = (text: string, shift = 0): ReturnType<typeof client.open> =>
      client.open("/w/farm.cue", marked("/w/farm.cue", text, shift));
    expect(told(await at("barn\nsecond").ask("definition"))).toEqual([
      "/w/data/stock.json:2:4",
      "/w/farm.cue:6:8",
      "/w/stock.cue:6:2",
    ]);
    expect(told(await at("barn\n", 0).ask("definition")).length).toBeGreaterThan(0);
    expect(told(await at("@embed(file", 3).ask("definition"))).toEqual(["/w/data/stock.json:1:1"]);
    expect(told(await at("@embed(glob", 3).ask("definition"))).toEqual(["/w/data/y1.yaml:1:1", "/w/data/y2.yaml:1:1"]);
    const back = client.open("/w/data/stock.json", marked("/w/data/stock.json", "height", 2));
    expect(told(await back.ask("definition"))).toContain("/w/stock.cue:8:3");
  });

  test("embed missing, late and deleted files and globs", async () => {
    const { "/w/data/stock.json": _, ...files } = FILES;
    const client = await TestClient.start(files);
    client.open("/w/farm.cue");
    await client.settle();
    expect(client.problems("/w/farm.cue").join()).toMatch(/stock\.json/);
    client.open("/w/data/stock.json", '{"barn": {"hay": "much"}}');
    await client.settle();
    expect(client.problems("/w/data/stock.json").join()).toMatch(/1:18 conflicting values/);
    client.close("/w/farm.cue");
    await client.settle();
    expect(client.problems("/w/data/stock.json").join()).toMatch(/conflicting values/);
    client.open("/w/farm.cue");
    client.change("/w/data/stock.json", '{"barn": {"hay": 2}}');
    await client.settle();
    expect(client.problems("/w/farm.cue")).toEqual([]);
    client.open("/w/data/y3.yaml", "barn: 1\n");
    client.change("/w/farm.cue", `${FILES["/w/farm.cue"]}\nthird: yards["data/y3.yaml"] & {barn: 2}\n`);
    await client.settle();
    expect(client.problems("/w/data/y3.yaml").join() + client.problems("/w/farm.cue").join()).toMatch(/conflicting/);
    client.close("/w/data/y3.yaml");
    client.write("/w/data/y1.yaml", undefined);
    client.change("/w/farm.cue", FILES["/w/farm.cue"]);
    await client.settle();
    expect(client.problems("/w/farm.cue")).toEqual([]);
  });

  test("embed without extern is no embedding", async () => {
    const client = await TestClient.start({
      ...FILES,
      "/w/farm.cue": FILES["/w/farm.cue"].replace("@extern(embed)\n", ""),
    });
    const hover = await client.open("/w/data/stock.json", marked("/w/data/stock.json", "height")).hover();
    expect(hover).toBe("");
  });
});
