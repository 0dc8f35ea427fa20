import { describe, expect, test } from "vitest";
import { TestClient, exampleFiles } from "../../../conformance/language-client.ts";

describe("diagnostics of releases (EDT-1)", () => {
  test("which environment fails, at its line", async () => {
    const files = exampleFiles("environments");
    const client = await TestClient.start(files);
    client.open("/w/environments.cue", files["/w/environments.cue"]!.replace("replicas: 8", "replicas: 0"));
    await client.settle();
    expect(client.problems("/w/environments.cue").join("\n")).toMatch(/^\d+:\d+ .*0.*>=1.*\(in prod-us\)/m);
    client.change("/w/environments.cue", files["/w/environments.cue"]!);
    await client.settle();
    expect(client.problems("/w/environments.cue")).toEqual([]);
  });

  test("a component that nothing renders, with what it lacks", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    client.open("/w/components.cue", files["/w/components.cue"]!.replace('"stateless"', '"odd"'));
    await client.settle();
    expect(client.problems("/w/components.cue").join("\n")).toMatch(
      /no transformer|invalid value|conflicting|empty disjunction/,
    );
  });

  test("a value that nothing reads", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    client.open("/w/module.cue", files["/w/module.cue"]!.replace("\tport:", "\tunread: 1\n\tport:"));
    await client.settle();
    expect(client.problems("/w/module.cue")).toEqual([expect.stringContaining("nothing reads #config.unread")]);
    expect(client.diagnostics.get("/w/module.cue")![0]!.tags).toEqual([1]);
  });

  test("a secret that would leak", async () => {
    const files = exampleFiles("secrets");
    const client = await TestClient.start(files);
    client.open(
      "/w/components.cue",
      files["/w/components.cue"]!.replace(
        /LOG_LEVEL: +value: +#config.logLevel/,
        "LOG_LEVEL: value: #config.tls.key.value",
      ),
    );
    await client.settle();
    expect(client.problems("/w/components.cue").join("\n")).toContain("secret");
    expect(JSON.stringify(client.sent)).not.toContain("example key");
  });
});

describe("values files (EDT-1)", () => {
  test("YAML, JSON and TOML: unknown fields, wrong kinds, locks", async () => {
    const files: Record<string, string> = exampleFiles("hello");
    const client = await TestClient.start(files);
    client.open("/w/prod.yaml", "replicas: 50\ngreting: hi\n");
    client.open("/w/prod.json", '{\n  "port": "x"\n}\n');
    client.open("/w/prod.toml", "replicas = 0\n");
    client.open("/w/broken.yaml", "replicas: 1\n  x: : 2\n");
    client.open("/w/other.yaml", "apiVersion: v1\nkind: List\nreplicas: 99\n");
    await client.settle();
    expect(client.problems("/w/prod.yaml").join("\n")).toMatch(/^1:11 .*50/m);
    expect(client.problems("/w/prod.yaml").join("\n")).toMatch(/^2:1 .*greting/m);
    expect(client.problems("/w/prod.json")[0]).toMatch(/^2:11 /);
    expect(client.problems("/w/prod.toml")[0]).toMatch(/^1:12 /);
    expect(client.problems("/w/broken.yaml")).toHaveLength(1);
    expect(client.problems("/w/other.yaml")).toEqual([]);
  });

  test("completion and hover", async () => {
    const client = await TestClient.start(exampleFiles("environments"));
    const key = client.open("/w/prod.yaml", "image: x\n▮\n");
    expect(await key.completions()).toEqual(
      ["database", "features", "logLevel", "region", "replicas"].sort((a, b) => a.localeCompare(b)),
    );
    expect(await client.change("/w/prod.yaml", "logLevel: ▮\n").completions()).toEqual([
      "info",
      "debug",
      "warn",
      "error",
    ]);
    expect(await client.change("/w/prod.yaml", "image: x\ndatabase:\n  ▮\n").completions()).toEqual(["host", "pool"]);
    expect(await client.change("/w/prod.yaml", "features:\n  X: ▮\n").completions()).toEqual(["true", "false"]);
    const inJson = client.open("/w/prod.json", '{"database": {"host": "x", "▮"}}');
    expect(await inJson.completions()).toEqual(["pool"]);
    expect(await client.change("/w/prod.json", '{"logLevel": "▮"}').completions()).toEqual([
      '"info"',
      '"debug"',
      '"warn"',
      '"error"',
    ]);
    const inToml = client.open("/w/prod.toml", "[database]\nho▮\n");
    expect(await inToml.completions()).toContain("host");
    const over = client.change("/w/prod.yaml", "database:\n  po▮ol: 3\n");
    expect(await over.hover()).toContain("pool: 5");
    expect(await over.hover()).toContain("prod-eu: `20`");
    expect((await over.ask("definition"))[0].uri).toBe("file:///w/module.cue");
  });

  test("templates", async () => {
    const client = await TestClient.start({});
    client.open("/w/a.yaml.tera", "x: {{ y | nofilter }}\n");
    await client.settle();
    expect(client.problems("/w/a.yaml.tera").join("\n")).toContain("nofilter");
  });
});

describe("the release in hover, hints and lenses (EDT-1)", () => {
  test("tiers, and another environment on demand", async () => {
    const files = exampleFiles("environments");
    const client = await TestClient.start(files);
    const cursor = client.open("/w/module.cue", files["/w/module.cue"]!.replace("\treplicas:", "\trepl▮icas:"));
    expect(await cursor.hover()).toContain("**As released**");
    await client.request("opm/useEnvironment", { name: "prod-us" });
    const text = await cursor.hover();
    expect(text).toContain("**As in prod-us**\n- **`8`** environment prod-us");
    expect(text).toContain("prod-eu: `5`");
    const hints = await cursor.ask("inlayHint", {
      range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    });
    expect(hints.map((h: { label: string }) => h.label)).toContain("= 8");
    const lenses = await cursor.ask("codeLens");
    expect(lenses.map((l: { command: { title: string } }) => l.command.title)).toContain(
      "set in staging, prod-eu, prod-us",
    );
  });

  test("what a component renders", async () => {
    const client = await TestClient.start(exampleFiles("hello"));
    const cursor = client.open("/w/components.cue");
    const lenses = await cursor.ask("codeLens");
    expect(lenses.map((l: { command: { title: string } }) => l.command.title)).toEqual([
      "2 objects: Service, Deployment",
      "render",
      "explain",
    ]);
    const hints = await cursor.ask("inlayHint", {
      range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    });
    expect(hints.map((h: { label: string }) => h.label)).toContain("= 2");
  });

  test("the preview follows unsaved text, and leads back", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    client.open("/w/module.cue", files["/w/module.cue"]!.replace("| *2", "| *7"));
    const preview = await client.request("opm/preview", { uri: "file:///w/module.cue" });
    const lines: string[] = preview.text.split("\n");
    const line = lines.findIndex((l) => l.includes("replicas: 7"));
    expect(line).toBeGreaterThan(0);
    const [origin] = await client.request("opm/previewOrigins", { uri: "file:///w/module.cue", line });
    expect(origin.uri).toBe("file:///w/module.cue");
    const back = await client.request("opm/previewLines", {
      uri: "file:///w/module.cue",
      position: origin.range.start,
    });
    expect(back).toContain(line);
  });
});
