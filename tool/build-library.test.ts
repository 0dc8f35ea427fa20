import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasProgram, testNeeding } from "./test-needs.ts";

const browser = ["chromium", "chromium-browser", "google-chrome"].find(hasProgram);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "opm-library-"));
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "build-library.mjs"), folder], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Uses what differs between hosts: regular expressions, hashes, text encoding, YAML, big integers. */
const program = `
const { createContext, errorsText } = await import(LIBRARY);
const value = createContext().compile(\`
import ("crypto/sha256", "encoding/hex", "regexp", "encoding/yaml")
#Port: int & >0 & <65536
port: #Port & 8080
hash: hex.Encode(sha256.Sum256("é"))
match: regexp.ReplaceAll("(\\\\\\\\w+)@x", "joe@x", "$1")
yaml_: yaml.Marshal({a: [1, "y"]})
big: 1<<N
\`.replace("1<<N", "123456789012345678901 * 10"), { filename: "page.cue" });
const wrong = createContext().compile("a: 1\\na: 2\\n", { filename: "w.cue" });
const result = JSON.stringify([value.toJson({ indent: "" }), errorsText(wrong.validate())]);
`;

const want = [
  {
    ok: true,
    value:
      '{"port":8080,"hash":"4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c","match":"joe",' +
      '"yaml_":"a:\\n  - 1\\n  - \\"y\\"\\n","big":1234567890123456789010}',
  },
  "a: conflicting values 2 and 1:\n    w.cue:1:4\n    w.cue:2:4\n",
];

test("types are there", () => {
  expect(readFileSync(join(folder, "types/cue/api/value.d.ts"), "utf8")).toContain("lookupPath(path: Path");
});

test("the bundle runs in Node and asks nothing of it", async () => {
  const text = readFileSync(join(folder, "cue.mjs"), "utf8");
  for (const built of [text, readFileSync(join(folder, "tera.mjs"), "utf8")])
    expect(built).not.toMatch(/from\s*"node:|require\("/);
  const file = join(folder, "run.mjs");
  const library = JSON.stringify(pathToFileURL(join(folder, "cue.mjs")).href);
  writeFileSync(file, `${program.replace("LIBRARY", library)}\nconsole.log(result);\n`);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(want);
});

test("an installed package is imported by its names, and its types fit", () => {
  const home = join(folder, "project");
  const installed = join(home, "node_modules/opmodel");
  mkdirSync(installed, { recursive: true });
  cpSync(join(import.meta.dirname, "../package.json"), join(installed, "package.json"));
  mkdirSync(join(installed, "dist"));
  for (const built of ["cue.mjs", "tera.mjs", "types"])
    cpSync(join(folder, built), join(installed, "dist", built), { recursive: true });
  writeFileSync(join(home, "package.json"), '{"type": "module"}');
  writeFileSync(
    join(home, "use.mts"),
    `import { createContext } from "opmodel/cue";
import { renderTemplate, TemplateContext } from "opmodel/tera";
const data = createContext().compile("port: *80 | int").toJS();
const port: unknown = data.ok ? (data.value as { port: number }).port : data.errors;
const page = renderTemplate("{{ svc }} on {{ port }}", { svc: "web", port });
const text: string = page.ok ? page.output : page.diagnostics[0]?.message ?? "";
const missing = renderTemplate("{{ nothing }}");
export const answer: string = JSON.stringify([text, missing.ok, TemplateContext.withDefaults({}).get("svc")]);
`,
  );
  const flags = "--ignoreConfig --strict --target es2023 --module nodenext --skipLibCheck false --types".split(" ");
  const compiler = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [compiler, ...flags, "", "use.mts"], { cwd: home, encoding: "utf8" });
  expect(compiled.stdout + compiled.stderr).toBe("");
  writeFileSync(join(home, "main.mjs"), 'import { answer } from "./use.mjs";\nconsole.log(answer);\n');
  const run = spawnSync(process.execPath, ["main.mjs"], { cwd: home, encoding: "utf8" });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toEqual(["web on 80", false, "clnrm"]);
});

testNeeding("Chromium", browser !== undefined)("the bundle runs in a browser's page", async () => {
  const page = `<!doctype html><meta charset="utf-8"><pre id="out">nothing</pre><script type="module">
const out = document.getElementById("out");
try {
${program.replace("LIBRARY", '"./cue.mjs"')}
  out.textContent = result;
} catch (error) {
  out.textContent = "failed: " + error.stack;
}
</script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/cue.mjs";
    response.setHeader("content-type", isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8");
    response.end(isScript ? readFileSync(join(folder, "cue.mjs")) : page);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const dom = await dumpDom(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const shown = /<pre id="out">([^]*?)<\/pre>/.exec(dom)?.[1] ?? dom;
    expect(JSON.parse(shown.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"))).toEqual(want);
  } finally {
    server.close();
  }
});

/** The page as it is once its scripts have run. Not spawnSync: this process serves the page. */
async function dumpDom(url: string): Promise<string> {
  const profile = join(folder, "profile");
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    `--user-data-dir=${profile}`,
  ];
  return new Promise((done, fail) => {
    const child = spawn(browser as string, [...flags, "--virtual-time-budget=20000", "--dump-dom", url], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.on("data", (part: Buffer) => (out += part.toString("utf8")));
    child.on("error", fail);
    child.on("close", () => done(out));
  });
}
