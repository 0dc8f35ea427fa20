import { describe, expect, test } from "vitest";
import { TestClient, applied, exampleFiles } from "../../conformance/language-client.ts";

const MODULE = 'module: "example.com/a@v0"\nlanguage: version: "v0.15.0"\n';

describe("diagnostics (EDT-1)", () => {
  test("evaluation errors, at their places, over unsaved text", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, "/w/a.cue": "package a\n" });
    client.open(
      "/w/a.cue",
      'package a\n\n#D: {replicas: int & <=10, mode: "fast" | "slow"}\nd: #D & {replicas: 50, mode: "fast"}\ne: #D & {replics: 5}\n',
    );
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([
      "4:20 invalid value 50 (out of bound <=10)",
      "5:10 field not allowed",
    ]);
    expect(client.diagnostics.get("/w/a.cue")![1]!.message).toContain("did you mean replicas?");
    client.change("/w/a.cue", "package a\n\nx: 1\n");
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
    client.change("/w/a.cue", "package a\n\nx: y\nz: {\n");
    await client.settle();
    expect(client.problems("/w/a.cue")[0]).toBe("5:1 expected '}', found 'EOF'");
    client.change("/w/a.cue", "package a\n\nx: y\n");
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual(['3:4 reference "y" not found']);
  });

  test("what takes longer than the budget is told as such, and not as a mistake", async () => {
    const client = await TestClient.start({}, { initializationOptions: { budget: 1 } });
    client.open("/w/a.cue", 'import "list"\nl: list.Range(0, 300, 1)\nx: [for a in l for b in l {a + b}]\n');
    await client.settle();
    const told = client.diagnostics.get("/w/a.cue")!;
    expect(told.map(({ code, severity }) => [code, severity])).toEqual([["OPM9001", 3]]);
  });

  test("a module is clean", async () => {
    const client = await TestClient.start(exampleFiles("hello"));
    client.open("/w/components.cue");
    await client.settle();
    expect(client.problems("/w/components.cue")).toEqual([]);
  });
});

describe("formatting", () => {
  test("small edits, the same text as cue fmt", async () => {
    const client = await TestClient.start({});
    const text = 'package a\nx:   1\n\n\n\ny: {a:1,\n b:  "secret-text"}\n';
    const at = client.open("/w/a.cue", text);
    const edits = await at.ask("formatting", { options: {} });
    expect(applied(text, edits)).toBe('package a\n\nx: 1\n\ny: {a: 1\n\tb: "secret-text"\n}\n');
    expect(JSON.stringify(edits)).not.toContain("secret-text");
  });
});
