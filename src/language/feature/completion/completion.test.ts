import { describe, expect, test } from "vitest";
import { TestClient, exampleFiles } from "../../../../conformance/language-client.ts";

const MODULE = 'module: "example.com/a@v0"\nlanguage: version: "v0.15.0"\n';

async function at(text: string, more: Record<string, string> = {}) {
  const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, ...more });
  return client.open("/w/a.cue", text);
}

const D = `package a

#D: {
	// How many.
	replicas!: int & <=10
	image!: string
	mode: *"fast" | "slow"
	note?: string
}
`;

describe("completion in CUE (EDT-1)", () => {
  test("fields that are allowed and not set, required ones first", async () => {
    const cursor = await at(`${D}d: #D & {\n\timage: "x"\n\t▮\n}\n`);
    const items = await cursor.completions();
    expect(items.slice(0, 3)).toEqual(["replicas", "mode", "note"]);
    expect(items).not.toContain("image");
    const { items: all } = await cursor.ask("completion");
    const first = all.find((i: { label: string }) => i.label === "replicas");
    expect(first.detail).toBe("required · <=10 & int");
    expect(first.documentation.value).toBe("How many.");
    expect(all.find((i: { label: string }) => i.label === "mode").textEdit.newText).toBe('mode: ${1|"fast","slow"|}');
  });

  test("after an open brace, with a prefix, and where nothing is closed", async () => {
    expect((await (await at(`${D}d: #D & {▮}\n`)).completions()).slice(0, 2)).toEqual(["image", "replicas"]);
    expect((await (await at(`${D}d: #D & {\n\tre▮\n}\n`)).completions())[0]).toBe("image");
    expect((await (await at(`${D}d: #D & {\n\tre▮\n`)).completions()).slice(0, 2)).toEqual(["image", "replicas"]);
  });

  test("enum values, the default first, also in quotes", async () => {
    expect((await (await at(`${D}d: #D & {mode: ▮}\n`)).completions()).slice(0, 2)).toEqual(['"fast"', '"slow"']);
    expect((await (await at(`${D}d: #D & {mode: "▮"}\n`)).completions()).slice(0, 2)).toEqual(['"fast"', '"slow"']);
    expect((await (await at(`${D}d: #D\nd: mode: ▮\n`)).completions()).slice(0, 2)).toEqual(['"fast"', '"slow"']);
  });

  test("references of a fitting kind", async () => {
    const items = await (await at(`${D}n: 5\ns: "x"\nd: #D & {replicas: ▮}\n`)).completions();
    expect(items).toContain("n");
    expect(items).not.toContain("s");
  });

  test("members after a dot: fields, definitions, builtins", async () => {
    expect(await (await at(`package a\nx: {a: 1, b: c: 2}\ny: x.▮\n`)).completions()).toEqual(["a", "b"]);
    expect(await (await at(`package a\nx: {a: 1, b: c: 2}\ny: x.b.▮\nz: 1\n`)).completions()).toEqual(["c"]);
    const builtins = await at(`package a\nimport "strings"\ny: strings.▮\n`);
    expect(await builtins.completions()).toContain("ToUpper");
    const list = await builtins.ask("completion");
    expect(list.items.find((i: { label: string }) => i.label === "Join").detail).toBe(
      "strings.Join(list, string): string",
    );
    expect(await (await at('package a\nx: {a: 1}\ny: "\\(x.▮)"\n')).completions()).toEqual(["a"]);
  });

  test("import paths", async () => {
    const cursor = await at('package a\nimport "▮"\n', { "/w/sub/s.cue": "package sub\n" });
    const items = await cursor.completions();
    expect(items).toContain("strings");
    expect(items).toContain("example.com/a/sub");
    expect(items).toContain("opmodel.dev/core@v0");
  });

  test("nothing in comments", async () => {
    expect(await (await at("package a\n// x: ▮\n")).completions()).toEqual([]);
  });

  test("a component's traits and fields", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    const text = files["/w/components.cue"]!;
    const inContainer = client.open(
      "/w/components.cue",
      text.replace('\t\t\tname:  "web"\n', '\t\t\tname:  "web"\n\t\t\t▮\n'),
    );
    const items = await inContainer.completions();
    expect(items).toContain("env");
    expect(items).toContain("volumeMounts");
    expect(items).not.toContain("image");
    const trait = client.change(
      "/w/components.cue",
      text.replace("\tnetwork_traits.#Expose\n", "\tnetwork_traits.▮\n"),
    );
    expect(await trait.completions()).toContain("#Expose");
    const config = client.change("/w/components.cue", text.replace("#config.image", "#config.▮"));
    expect(await config.completions()).toEqual(["greeting", "image", "port", "replicas"]);
  });
});
