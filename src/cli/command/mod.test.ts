// The commands about modules and configuration, over a real folder and a registry on the loopback.
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OciMemory } from "../../registry/index.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const work = realpathSync(mkdtempSync(join(tmpdir(), "opm-mod-")));
const env = { HOME: join(work, "home"), CUE_REGISTRY: "none", CUE_CACHE_DIR: join(work, "cache") };

async function opm(line: string, cwd = work): Promise<{ exit: number; out: string; err: string }> {
  const io = memoryIo(cwd, env);
  const { exit } = await main(line.split(" "), io, "0.0.0");
  return { exit, out: io.out(), err: io.err() };
}

let server: Server;
let registry: string;

beforeAll(async () => {
  const memory = new OciMemory();
  server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
      const url = `http://${request.headers.host}${request.url}`;
      void memory
        .handle({ method: request.method as "GET", url, headers, body: Buffer.concat(chunks) })
        .then((answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(request.method === "HEAD" ? undefined : answer.body);
        });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  registry = `127.0.0.1:${(server.address() as AddressInfo).port}+insecure`;
});

afterAll(() => {
  server.close();
  rmSync(work, { recursive: true, force: true });
});

describe("opm mod init (PIPE-9)", () => {
  test.each(["simple", "web-and-database", "worker", "job", "advanced"])(
    "--template %s builds at once, tidy and formatted",
    async (template) => {
      const name = `app-${template}`;
      const made = await opm(`mod init ${name} --template ${template}`);
      expect(made.exit).toBe(0);
      // Three commands to type next, and a page about the files.
      expect(made.err.match(/^ {2}opm /gm)).toHaveLength(3);
      expect(made.out).toContain("README.md");
      const built = await opm(`mod build ${name} --strict`);
      expect(built.exit).toBe(0);
      expect(built.out).toMatch(/kind: (?:Deployment|CronJob)/);
      // Nothing that only an example could have: images that are nowhere, a class of disks.
      expect(built.out).not.toMatch(/example\.com\/|storageClassName/);
      expect(await opm(`mod tidy ${name} --check`)).toMatchObject({ exit: 0, out: "", err: "" });
      expect(await opm(`mod fmt ${name} --check`)).toMatchObject({ exit: 0, out: "", err: "" });
    },
  );

  test("a made-up secret is the owner's alone and stays out of the repository", async () => {
    const file = join(work, "app-web-and-database/secrets/database-password");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(work, "app-web-and-database/.gitignore"), "utf8")).toContain("secrets/");
    const secret = readFileSync(file, "utf8").trim();
    expect(secret.length).toBeGreaterThan(20);
    const { out, err } = await opm("mod build app-web-and-database");
    expect(out + err).not.toContain(secret);
    expect(out).toContain("kind: Secret");
  });

  test("env init and platform init", async () => {
    expect(await opm("env init app-simple")).toMatchObject({ exit: 0 });
    expect(await opm("env init app-simple")).toMatchObject({ exit: 1, err: expect.stringContaining("--force") });
    expect((await opm("mod build app-simple -e staging -o name")).exit).toBe(0);
    expect(await opm("env init nowhere")).toMatchObject({ exit: 5 });
    expect(await opm("platform init our-platform")).toMatchObject({ exit: 0 });
    await opm("mod init my-app --template simple");
    expect(await opm("mod build my-app --platform our-platform -e production -o name")).toMatchObject({
      exit: 0,
      out: "service/my-app-web\ndeployment.apps/my-app-web\n",
    });
    expect((await opm("mod fmt our-platform --check")).out).toBe("");
    rmSync(join(work, "app-simple/environments.cue"));
  });

  test("refuses a bad name and a folder that is not empty", async () => {
    expect(await opm("mod init Bad_Name")).toMatchObject({ exit: 1, err: expect.stringContaining("OPM1206") });
    expect(await opm("mod init app-simple")).toMatchObject({ exit: 1, err: expect.stringContaining("OPM1207") });
  });
});

describe("opm mod build", () => {
  test("counts its work, the same every time", async () => {
    const line = ["mod", "build", "app-simple"];
    const [one, two] = [await main(line, memoryIo(work, env), "0"), await main(line, memoryIo(work, env), "0")];
    expect(one.stats.get("unifications")).toBeGreaterThan(0);
    expect([...two.stats]).toEqual([...one.stats]);
  });

  test("--out-dir writes one file for each object", async () => {
    expect(await opm("mod build app-simple --out-dir out")).toMatchObject({ exit: 0, out: "" });
    expect(readFileSync(join(work, "out/deployment-app-simple-web.yaml"), "utf8")).toContain("kind: Deployment\n");
    expect(existsSync(join(work, "out/service-app-simple-web.yaml"))).toBe(true);
  });

  test("-o json is a List, as kubectl takes it; --trace has the phases and no CUE", async () => {
    const { out } = await opm("mod build app-simple -o json --trace trace.json");
    const list = JSON.parse(out) as { items: { kind: string }[] };
    expect(list).toMatchObject({ apiVersion: "v1", kind: "List" });
    expect(list.items.map((o) => o.kind)).toEqual(["Service", "Deployment"]);
    const trace = JSON.parse(readFileSync(join(work, "trace.json"), "utf8")) as { phases: { phase: number }[] };
    expect(trace.phases.map((p) => p.phase)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("a folder that is not there", async () => {
    expect(await opm("mod build nowhere")).toMatchObject({ exit: 5, err: expect.stringContaining("OPM1201") });
  });
});

describe("dependencies and registries", () => {
  test("mod tidy adds what is imported and removes what is not", async () => {
    await opm("mod init tidied --template simple");
    const file = join(work, "tidied/cue.mod/module.cue");
    const before = readFileSync(file, "utf8");
    writeFileSync(
      file,
      before.replace(/^\t"opmodel.dev\/traits@v0".*\n/m, '\t"opmodel.dev/policies@v0": v: "v0.1.0"\n'),
    );
    expect(await opm("mod tidy tidied")).toMatchObject({
      exit: 0,
      out: "+ opmodel.dev/traits@v0\n- opmodel.dev/policies@v0\n",
    });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("publish and pull by OCI", async () => {
    const published = await opm(`mod publish v0.1.0 app-simple --registry ${registry}`);
    expect(published).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^example\.com\/app-simple@v0\.1\.0 sha256:/),
    });
    expect(await opm(`mod pull example.com/app-simple pulled --registry ${registry}`)).toMatchObject({ exit: 0 });
    expect(readFileSync(join(work, "pulled/module.cue"))).toEqual(readFileSync(join(work, "app-simple/module.cue")));
    expect((await opm("mod build pulled")).out).toBe((await opm("mod build app-simple")).out);
    expect(await opm(`mod pull example.com/none --registry ${registry}`)).toMatchObject({ exit: 5 });
  });

  test("vendor crd writes types that can be imported", async () => {
    writeFileSync(
      join(work, "crd.yaml"),
      `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: topics.example.com}
spec:
  group: example.com
  names: {kind: Topic, plural: topics}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`,
    );
    const { exit, out } = await opm("mod vendor crd ../crd.yaml", join(work, "app-simple"));
    expect([exit, out]).toEqual([0, "cue.mod/gen/example.com/topic/v1/types_gen.cue\n"]);
    expect(await opm("mod vendor crd nothing.yaml")).toMatchObject({
      exit: 5,
      err: expect.stringContaining("OPM1208"),
    });
  });
});

describe("opm config", () => {
  test("init writes a private file that is valid and is used", async () => {
    expect(await opm("config init")).toMatchObject({ exit: 0, out: `${env.HOME}/.opm/config.cue\n` });
    expect(statSync(join(env.HOME, ".opm/config.cue")).mode & 0o777).toBe(0o600);
    expect(statSync(join(env.HOME, ".opm")).mode & 0o777).toBe(0o700);
    expect(await opm("config vet")).toMatchObject({ exit: 0, err: "" });
    expect(await opm("config init")).toMatchObject({ exit: 1, err: expect.stringContaining("OPM1003") });
    expect((await opm("mod build app-simple")).exit).toBe(0);
  });

  test("an unknown setting is an error at its line", async () => {
    writeFileSync(join(work, "bad.cue"), 'package config\n\nconfig: {\n\tregistri: "x"\n}\n');
    const { exit, err } = await opm("config vet --config bad.cue");
    expect(exit).toBe(2);
    expect(err).toContain("there is no setting registri");
    expect(err).toContain("bad.cue:4:2");
    expect(err).toContain("did you mean registry?");
  });

  test("show tells where a setting comes from and what it shadows", async () => {
    const { out } = await opm("config show --registry none -o json");
    expect(JSON.parse(out)).toMatchObject({
      providers: ["kubernetes"],
      settings: {
        registry: { value: "none", source: "flag" },
        timestamps: { source: "config", shadowed: [{ source: "default" }] },
      },
    });
  });
});
