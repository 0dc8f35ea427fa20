import { describe, expect, test } from "vitest";
import { TestClient, exampleFiles } from "../../../conformance/language-client.ts";
import { uriOfPath } from "../text/uri.ts";
import { CallOff } from "./call-off.ts";

describe("a thread for what takes long (EDT-1)", () => {
  test("diagnostics, hints, lenses, hover and the preview are those of one thread", async () => {
    const files = exampleFiles("environments");
    const path = "/w/module.cue";
    const answers = async (threaded: boolean): Promise<unknown> => {
      const client = await TestClient.start(files, { threaded });
      client.open(path, files[path]!.replace(/#config: \{/, "#config: {\n\tunread: int | *1\n"));
      await client.settle();
      const textDocument = { uri: uriOfPath(path) };
      const range = { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } };
      const at = client.textOf(path).indexOf("replicas");
      const before = client.textOf(path).slice(0, at).split("\n");
      const position = { line: before.length - 1, character: before.at(-1)!.length };
      return {
        problems: client.problems(path),
        hints: await client.request("textDocument/inlayHint", { textDocument, range }),
        lenses: await client.request("textDocument/codeLens", { textDocument }),
        hover: await client.request("textDocument/hover", { textDocument, position }),
        environments: await client.request("opm/environments", textDocument),
        preview: await client.request("opm/preview", { ...textDocument, environment: "prod-us" }),
        lines: await client.request("opm/previewLines", { ...textDocument, position }),
      };
    };
    const [here, there] = [await answers(false), await answers(true)];
    expect(there).toEqual(here);
    expect((here as { problems: string[] }).problems.join()).toContain("unread");
  });

  test("one that dies is started again with the texts as they are", async () => {
    const client = await TestClient.start({}, { threaded: true });
    client.open("/w/a.cue", "x: 1\n");
    await client.settle();
    client.change("/w/a.cue", "x: 1 & 2\n");
    const first = client.thread!;
    first.die();
    await client.settle();
    expect(client.thread).not.toBe(first);
    expect(client.problems("/w/a.cue")[0]).toContain("conflicting values");
    for (let i = 0; i < 3; i++) client.thread!.die();
    const { answer } = client.raw("textDocument/codeLens", { textDocument: { uri: uriOfPath("/w/a.cue") } });
    expect(await answer).toMatchObject({ error: { message: "the part that evaluates has failed" } });
    // What needs no release still works.
    const symbols = client.raw("textDocument/documentSymbol", { textDocument: { uri: "file:///w/a.cue" } });
    expect((await symbols.answer)["result"]).toHaveLength(1);
  });

  test("what was asked about an older text is answered with that it has changed", async () => {
    const client = await TestClient.start(exampleFiles("hello"), { threaded: true });
    const textDocument = { uri: uriOfPath("/w/components.cue") };
    client.open("/w/components.cue");
    const { answer } = client.raw("opm/preview", textDocument);
    await new Promise((resolve) => setImmediate(resolve));
    client.edit("/w/components.cue", 0, 0, "// typed\n");
    const told = await answer;
    if ("error" in told) expect(told["error"]).toMatchObject({ code: -32801 });
    const preview = await client.request<{ text: string; diagnostics: unknown[] }>("opm/preview", textDocument);
    expect(preview.diagnostics).toEqual([]);
    expect(preview.text).toContain("kind: Deployment");
  });

  test("what was told of an older text is told again of the newer one", async () => {
    const client = await TestClient.start({}, { threaded: true });
    client.open("/w/a.cue", "x: 1 & 2\n");
    const { answer } = client.raw("workspace/symbol", { query: "none" });
    const checked = client.server.slow.check();
    // The server knows of this change before the thread has told anything.
    client.change("/w/a.cue", "x: 1 & 2\n\n");
    await Promise.allSettled([answer, checked]);
    await client.settle();
    expect(client.problems("/w/a.cue")[0]).toContain("conflicting values");
  });

  test("a secret that only the thread has seen is known before anything that holds it", async () => {
    const files = { ...exampleFiles("secrets"), "/w/more.yaml": "token: value: canary-4711\n" };
    const client = await TestClient.start(files, { threaded: true });
    for (const path of Object.keys(files)) if (/\.(cue|yaml)$/.test(path)) client.open(path);
    await client.settle();
    const sent = JSON.stringify(client.sent);
    expect(sent).not.toContain("canary-4711");
  });

  test("changes that are not handled yet call evaluations off", () => {
    const changes = new Int32Array(new SharedArrayBuffer(4));
    const callOff = new CallOff(changes);
    expect(callOff.aborted).toBe(false);
    Atomics.add(changes, 0, 2);
    expect([callOff.aborted, callOff.aborted, callOff.times]).toEqual([true, true, 1]);
    expect([callOff.handled(), callOff.aborted, callOff.times]).toEqual([true, true, 2]);
    expect([callOff.handled(), callOff.aborted]).toEqual([true, false]);
    Atomics.add(changes, 0, 1);
    expect([callOff.handled(), callOff.aborted]).toEqual([false, false]);
  });
});
