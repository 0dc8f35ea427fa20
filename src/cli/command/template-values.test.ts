import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const hello = resolve(import.meta.dirname, "../../../examples/hello");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "opm-template-values-"));
  const files: Record<string, string> = {
    "values.yaml.tera": '{# who says hello #}\ngreeting: "from {{ svc }}"\n{% include "scale.tera" %}',
    "scale.tera": 'replicas: {{ env(name="REPLICAS") | default(value=3) }}\n',
    "values.cue.tera": 'values: greeting: "{{ svc | upper }}"\n',
    "values.json.tera": '{"greeting": {{ svc | json_encode }}}',
    "typo.yaml.tera": "port: 80\ngreeting: {{ svcc }}\n",
    "broken.yaml.tera": 'port: 80\ngreeting: ["{{ svc }}"\n',
    "secret.yaml.tera": 'greeting: "Bearer {{ token }}"\n',
    "plain.yaml": "greeting: '{{ svc }}'\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opm(line: string, env: Record<string, string> = {}) {
  const io = memoryIo(folder, env);
  const { exit } = await main(line.replace("HELLO", hello).split(" "), io, "9.9.9");
  return { exit, out: io.out(), err: io.err() };
}

describe("-f with a template (TPL-7)", () => {
  test("is rendered before it is read, includes too", async () => {
    const { exit, out, err } = await opm("values merge HELLO -f values.yaml.tera", { SERVICE_NAME: "web" });
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toContain("greeting: from web\n");
    expect(out).toContain("replicas: 3\n");
  });

  test.each([
    ["values.cue.tera", "greeting: WEB\n"],
    ["values.json.tera", "greeting: web\n"],
    ["plain.yaml", "greeting: '{{ svc }}'\n"],
  ])("%s: the format is that of the name without .tera, and other files are left alone", async (file, want) => {
    expect((await opm(`values merge HELLO -f ${file}`, { SERVICE_NAME: "web" })).out).toContain(want);
  });

  test("a variable that is not there is shown in the template", async () => {
    const { exit, err } = await opm("mod build HELLO -f typo.yaml.tera");
    expect(exit).toBe(2);
    expect(err).toContain("error[OPM6002]");
    expect(err).toContain("typo.yaml.tera:2:14");
    expect(err).toContain("did you mean `svc`?");
  });

  test("a mistake in the rendered text is shown in the template", async () => {
    const { exit, err } = await opm("mod build HELLO -f broken.yaml.tera");
    expect(exit).toBe(2);
    expect(err).toContain("error[OPM4004]");
    expect(err).toContain("broken.yaml.tera:2:");
  });

  test("a value that does not fit is shown in the template that wrote it", async () => {
    const { exit, err } = await opm("mod build HELLO -f values.yaml.tera", { REPLICAS: "many" });
    expect(exit).toBe(2);
    expect(err).toContain("scale.tera:1:11");
    expect(err).not.toContain("values.yaml:");
  });

  test("what came from a secret variable stays a secret", async () => {
    const env = { OTEL_TOKEN: "hunter2hunter2" };
    const merged = await opm("values merge HELLO -f secret.yaml.tera", env);
    expect(merged.out).toContain("greeting: '***'\n");
    const built = await opm("mod build HELLO -f secret.yaml.tera", env);
    expect(built.exit).toBe(2);
    expect(built.err).toContain("error[OPM5011]: the secret values.greeting would be readable in Deployment/web");
    expect(built.err).toContain("secret.yaml.tera:1:11 the secret");
    expect(built.out + built.err + merged.err).not.toContain("hunter2");
  });
});
