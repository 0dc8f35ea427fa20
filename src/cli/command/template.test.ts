import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "opm-template-"));
  const files: Record<string, string> = {
    "app.toml.tera": '[meta]\nname = "{{ svc }}"\nkey = "{{ token }}"\n',
    "bad.toml.tera": "a = 1\nb = {{ svc }} {{ env }}\n",
    "typo.tera": "one\n{{ enpoint }}\n",
    "child.tera": '{% extends "base.tera" %}{% block b %}child {% include "../outside" ignore missing %}{% endblock %}',
    "base.tera": "<{% block b %}{% endblock %}>",
    "vars.toml": 'region = "eu"\n[vars]\nsvc = "file"\n[matrix]\nos = ["linux"]\n',
    "use.tera": "{{ svc }} {{ region }} {{ matrix.os.0 }}",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opm(line: string, env: Record<string, string> = {}) {
  const io = memoryIo(folder, env);
  const { exit } = await main(line.split(" "), io, "9.9.9");
  return { exit, out: io.out(), err: io.err() };
}

describe("opm template render (TPL-6)", () => {
  test("resolves -m over the environment over defaults", async () => {
    expect((await opm("template render app.toml.tera")).out).toContain('name = "clnrm"');
    expect((await opm("template render app.toml.tera", { SERVICE_NAME: "env" })).out).toContain('name = "env"');
    expect((await opm("template render app.toml.tera -m svc=a=b", { SERVICE_NAME: "env" })).out).toContain(
      'name = "a=b"',
    );
  });

  test("reads variables, matrix and otel from a file; -m wins over it", async () => {
    expect((await opm("template render use.tera --vars vars.toml")).out).toBe("file eu linux\n");
    expect((await opm("template render use.tera --vars vars.toml -m svc=x")).out).toBe("x eu linux\n");
  });

  test("writes to a file", async () => {
    expect(await opm("template render app.toml.tera -o out.toml")).toEqual({ exit: 0, out: "", err: "" });
    expect(readFileSync(join(folder, "out.toml"), "utf8")).toBe('[meta]\nname = "clnrm"\nkey = ""\n');
  });

  test("--show-vars masks what looks secret", async () => {
    const { err } = await opm("template render app.toml.tera --show-vars", { OTEL_TOKEN: "hunter2" });
    expect(err).toContain("token        = ***  (from OTEL_TOKEN)");
    expect(err).not.toContain("hunter2");
  });

  test("--check points into the template", async () => {
    const { exit, err } = await opm("template render bad.toml.tera --check toml");
    expect(exit).toBe(2);
    expect(err).toContain("error[OPM6009]: the rendered text is not valid TOML");
    expect(err).toContain("bad.toml.tera:2:5");
    expect((await opm("template render app.toml.tera --check toml")).exit).toBe(0);
  });

  test("an undefined variable has its line, column and near names", async () => {
    const { exit, err } = await opm("template render typo.tera");
    expect(exit).toBe(2);
    expect(err).toContain("typo.tera:2:4");
    expect(err).toContain("did you mean `endpoint`?");
  });

  test("finds other templates beside the file, and none outside", async () => {
    expect((await opm("template render child.tera")).out).toBe("<child >\n");
  });

  test("a malformed mapping and a missing file", async () => {
    const { exit, err } = await opm("template render app.toml.tera -m svc");
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining("Invalid variable mapping: 'svc' (expected key=value format)"),
    ]);
    expect((await opm("template render nope.tera")).exit).toBe(5);
  });
});

describe("opm template lint and vars", () => {
  test("lint warns, and fails if told to", async () => {
    const { exit, err } = await opm("template lint typo.tera app.toml.tera");
    expect(exit).toBe(0);
    expect(err).toContain("warning[OPM6002]");
    expect((await opm("template lint typo.tera --deny-warnings")).exit).toBe(2);
    expect(await opm("template lint app.toml.tera")).toEqual({ exit: 0, out: "1 template, no complaints\n", err: "" });
  });

  test("vars shows what a template uses and where it comes from", async () => {
    const { out } = await opm("template vars app.toml.tera -m svc=x", { OTEL_TOKEN: "hunter2" });
    expect(out).toBe('svc   = "x"  (given)\ntoken = ***  (from OTEL_TOKEN)\n');
    const all = JSON.parse((await opm("template vars -o json")).out) as { name: string; source: string }[];
    expect(all.map((v) => v.name)).toEqual(["endpoint", "env", "exporter", "freeze_clock", "image", "svc", "token"]);
  });
});
