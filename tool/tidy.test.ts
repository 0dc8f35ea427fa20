import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readPages } from "./message/read-pages.ts";
import { writeTables } from "./message/write-tables.ts";
import { checkTree, findingText } from "./tidy.ts";
import { readTree } from "./tidy/tree.ts";
import type { Finding } from "./tidy/tree.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

test("the repository is tidy", () => {
  expect(checkTree(readTree(root)).map(findingText)).toEqual([]);
});

const readme = "# room\n\nPurpose.\n\nInput, output.\n\nInvariants.\n";
const good: Record<string, string> = {
  "package.json": '{"dependencies": {"commander": "1"}}',
  "docs/adr/cli.md": "We use `commander`.\n",
  "src/source/README.md": readme,
  "src/source/index.ts": 'export { Span } from "./span.ts";\n',
  "src/source/span.ts": "export class Span {}\n",
  "src/cue/README.md": readme,
  "src/cue/index.ts": 'import { Span } from "../source/index.ts";\nexport const a = Span;\n',
  "src/tera/README.md": readme,
  "src/tera/index.ts": "export const b = 1;\n",
};

const findings = (changes: Record<string, string>): Finding[] =>
  checkTree(new Map(Object.entries({ ...good, ...changes })));

/** Small trees import little of each other: whether an export is used has a test of its own. */
const check = (changes: Record<string, string>): string[] =>
  findings(changes)
    .filter(({ rule }) => rule !== "exports")
    .map(findingText);

test("a good tree has no findings", () => {
  expect(check({})).toEqual([]);
});

test("functions of the evaluator are short", () => {
  const body = (lines: number): string => "  a();\n".repeat(lines);
  const room = { "src/cue/eval/README.md": readme, "src/cue/eval/index.ts": 'export { f } from "./f.ts";\n' };
  const found = (text: string): string[] => check({ ...room, "src/cue/eval/f.ts": text });
  expect(found(`export function f(x: number): void {\n${body(78)}}\n`)).toEqual([]);
  const one = "functions: src/cue/eval/f.ts:1: a function of 81 lines. At most 80: give its parts names.";
  expect(found(`export function f(x: number): void {\n${body(79)}}\n`)).toEqual([one]);
  expect(found(`export function f(\n  x: number,\n): void {\n${body(77)}}\n`)).toEqual([one]);
  const method = `export class f {\n  a(): void {\n${body(79)}  }\n}\n`;
  expect(found(method)).toEqual([one.replace(":1:", ":2:")]);
});

describe("imports", () => {
  test("upward import is refused, with what to do", () => {
    expect(check({ "src/source/span.ts": 'import { a } from "../cue/index.ts";\nexport const Span = a;\n' })).toContain(
      "layers: src/source/span.ts:1: src/source imports src/cue, which is not below it. Move the shared piece down, or let the upper room pass it in as an interface.",
    );
  });

  test("the inner rooms of an engine are its own", () => {
    const found = check({
      "src/cue/value/README.md": readme,
      "src/cue/value/index.ts": "export const v = 1;\n",
      "src/cue/load/README.md": readme,
      "src/cue/load/index.ts": "export const l = 1;\n",
      "src/values/README.md": readme,
      "src/values/index.ts":
        'import { v } from "../cue/value/index.ts";\nimport { l } from "../cue/load/index.ts";\nexport const x = v + l;\n',
    });
    expect(found).toEqual([
      "engine: src/values/index.ts:1: src/cue/value is an inner room of src/cue. Use src/cue/index.ts, and extend it where it lacks something.",
    ]);
  });

  test("an export that nobody imports is refused in a swept room", () => {
    const found = findings({
      "src/values/README.md": readme,
      "src/values/index.ts": 'export { a } from "./a.ts";\nexport { b } from "./a.ts";\n',
      "src/values/a.ts": "export const a = 1;\nexport const b = 2;\nexport const c = a;\n",
      "src/pipeline/README.md": readme,
      "src/pipeline/index.ts": 'import { a } from "../values/index.ts";\nconst use = a;\n',
    });
    expect(found.map((finding) => findingText(finding).replace(/\. Drop.*/, ""))).toEqual([
      "exports: src/values/index.ts:2: nothing imports b",
      "exports: src/values/a.ts:2: nothing imports b",
      "exports: src/values/a.ts:3: nothing imports c",
    ]);
  });

  test("types count too: they are knowledge of a room above", () => {
    const text = '\nimport type { a } from "../cue/index.ts";\nexport class Span {}\nexport type A = a;\n';
    expect(check({ "src/source/span.ts": text }).join()).toContain("layers: src/source/span.ts:2");
  });

  test("tera and cue never meet, not even through a lower room of cue", () => {
    const found = check({
      "src/cue/number/index.ts": "export const n = 1;\n",
      "src/cue/number/README.md": readme,
      "src/tera/index.ts": 'export { n } from "../cue/number/index.ts";\n',
    });
    expect(found).toEqual([
      "layers: src/tera/index.ts:1: src/tera and src/cue/number never meet. Let a room above both bring them together.",
    ]);
  });

  test("a room without a layer", () => {
    const found = check({ "src/new/index.ts": "export const n = 1;\n", "src/new/README.md": readme });
    expect(found).toEqual(["rooms: src/new: the room has no layer. Give it a row in tool/tidy/layers.ts."]);
  });

  test("cycle, also one over several lines of import", () => {
    const found = check({
      "src/cue/a.ts": 'import {\n  b,\n} from "./b.ts";\nexport const a = b;\n',
      "src/cue/b.ts": 'import { c } from "./c.ts";\nexport const b = c;\n',
      "src/cue/c.ts": 'export { a as c } from "./a.ts";\n',
    });
    expect(found).toEqual([
      "cycles: src/cue/a.ts: import cycle: src/cue/a.ts → src/cue/b.ts → src/cue/c.ts → src/cue/a.ts. Move what both need into a file of its own below them.",
    ]);
  });

  test("types may refer to each other, and a comment is no import", () => {
    const found = check({
      "src/cue/a.ts": 'import type { B } from "./b.ts";\n// import { x } from "./x.ts";\nexport type A = B[];\n',
      "src/cue/b.ts":
        'import type { A } from "./a.ts";\n/**\n * import { x } from "./x.ts";\n */\nexport type B = A[];\n',
    });
    expect(found).toEqual([]);
  });

  test("text in a template is no import, and what follows it still is", () => {
    const text =
      'import { Span } from "../source/index.ts";\n' +
      'const cue = `${[`x${{ a: 1 }.a}`]}\nimport "left.pad/x"\n`;\nconst quote = /[`"/]/;\nexport { b } from "./b.ts";\n';
    expect(check({ "src/cue/a.ts": `${text}export { Span, cue, quote };\n` })).toEqual([
      "imports: src/cue/a.ts:6: ./b.ts is no file. Write the path with its ending .ts.",
    ]);
  });

  test("node:fs in the engine is refused; in host and tests it is not", () => {
    const text = 'import { readFileSync } from "node:fs";\nexport const r = readFileSync;\n';
    expect(
      check({
        "src/cue/read.ts": text,
        "src/cue/read.test.ts": text,
        "src/host/read.ts": text,
        "src/host/README.md": readme,
      }),
    ).toEqual([
      "node: src/cue/read.ts:1: node:fs in the engine. Take what you need as an interface and let src/host implement it.",
    ]);
  });

  test("going around a door, and through one's own", () => {
    const found = check({
      "src/cue/a.ts": 'import { Span } from "../source/span.ts";\nexport const x = Span;\n',
      "src/cue/b.ts": 'import { a } from "./index.ts";\nexport const y = a;\n',
    });
    expect(found.map((f) => f.split(".")[0])).toEqual(["doors: src/cue/a", "doors: src/cue/b"]);
  });

  test("a file that is not there, and a package that is not declared", () => {
    const found = check({ "src/cue/a.ts": 'import "./gone.ts";\nimport { x } from "left-pad";\nexport { x };\n' });
    expect(found.join("\n")).toMatch(/gone\.ts is no file[^]*left-pad is not a declared dependency/);
  });

  test("a phase may know the types of earlier phases only", () => {
    const found = check({
      "src/pipeline/README.md": readme,
      "src/pipeline/index.ts": "export {};\n",
      "src/pipeline/0-config/config.ts": 'import type { M } from "../2-module/module.ts";\nexport type C = M;\n',
      "src/pipeline/2-module/module.ts": "export const m = 1;\nexport type M = 1;\n",
      "src/pipeline/3-release/release.ts": 'import { m } from "../2-module/module.ts";\nexport const r = m;\n',
      "src/pipeline/4-match/match.ts": 'import type { M } from "../2-module/module.ts";\nexport type X = M;\n',
    });
    expect(found.map((f) => f.split(". ")[0])).toEqual([
      "phases: src/pipeline/0-config/config.ts:1: phase 0 knows the later phase 2",
      "phases: src/pipeline/3-release/release.ts:1: phase 3 calls phase 2",
    ]);
  });
});

describe("shape", () => {
  test("a room without README and door", () => {
    expect(check({ "src/values/a.ts": "export const a = 1;\n" }).map((f) => f.split(". ")[0])).toEqual([
      "rooms: src/values: the room has no door",
      "rooms: src/values: the room has no README.md",
    ]);
  });

  test("a long file needs a reason", () => {
    const long = "export const x = 1;\n".repeat(801);
    const sized = (changes: Record<string, string>): string[] =>
      check(changes).filter((f) => f.includes("801 lines") || f.includes("802"));
    expect(sized({ "src/cue/long.ts": long })[0]).toContain("Split it by concept");
    expect(sized({ "src/cue/long.ts": `// This file is long because the table is one thing.\n${long}` })).toEqual([]);
  });

  test("names", () => {
    const found = check({
      "src/cue/MyFile.ts": "export {};\n",
      "src/cue/string-utils.ts": "export {};\n",
      "src/cue/utils.ts": "export {};\n",
    });
    expect(found.map((f) => f.split(":")[1])).toEqual([" src/cue/MyFile.ts", " src/cue/utils.ts"]);
  });

  test("absolute paths of one machine", () => {
    const home = ["", "home", "ann", "x"].join("/");
    expect(check({ "src/cue/a.ts": `export const a = "${home}";\n` })[0]).toMatch(/^paths: src\/cue\/a\.ts:1/);
    expect(check({ "docs/a.md": "https://example.com/home/ann/x, ~/work/x and ../work/x\n" })).toEqual([]);
  });

  test("a lock file that names a host, leaves out other platforms or has no digest", () => {
    const packages = {
      "node_modules/a": { resolved: "https://host/a", optionalDependencies: { "a-linux": "1" } },
      "node_modules/b": { integrity: "sha512-x" },
      "node_modules/a-darwin": { dev: true, optional: true },
    };
    expect(check({ "package-lock.json": JSON.stringify({ packages }, null, 2) })).toEqual([
      "lock: package-lock.json: it names a registry host. Keep omit-lockfile-registry-resolved=true in .npmrc and write the file again.",
      "lock: package-lock.json: a-linux is missing, so npm ci refuses the file. Run node tool/complete-lock.mjs.",
      "lock: package-lock.json: node_modules/a has no digest, so that anything could be installed for it. Run node tool/complete-lock.mjs.",
    ]);
  });
});

describe("documents", () => {
  test("broken links to files and headings", () => {
    const found = check({
      "docs/a.md":
        "# One two\n\n[a](gone.md) [b](#one-two) [c](#three) [d](../src/cue) [e](https://x.test/) `[f](no)`\n",
    });
    expect(found).toEqual([
      "links: docs/a.md:3: gone.md: there is no such file. Correct the link, or write what it leads to.",
      "links: docs/a.md:3: #three: there is no such heading. Correct the link, or write what it leads to.",
    ]);
  });

  test("a dependency without a reason", () => {
    const found = check({
      "package.json": '{"dependencies": {"commander": "1"}, "devDependencies": {"left-pad": "1"}}',
    });
    expect(found[0]).toMatch(/^dependencies: package\.json: left-pad has no reason\. Write docs\/adr/);
  });

  describe("messages", () => {
    const section = (code: string, name: string, rest = ""): string =>
      `## ${code}: a title\n\n\`${name}\`\n\n${rest}**What to do:** this.\n\n`;
    /** A tree with a page, the files that are made from it, and one file of the source. */
    const pages = (page: string, path: string, text: string): string[] => {
      const docs = { "docs/message/cue.md": `# CUE\n\n${page}` };
      const made = writeTables(readPages(new Map(Object.entries(docs))).pages, []);
      const room = { "src/cue/value/README.md": readme, "src/cue/value/index.ts": "export const v = 1;\n" };
      return check({ ...docs, ...room, ...Object.fromEntries(made), [path]: text });
    };

    test("a code is named, never written out", () => {
      const found = pages(section("OPM2001", "syntax"), "src/cue/a.ts", 'export const d = ["OPM2001", "syntax"];\n');
      expect(found.join()).toMatch(/^messages: src\/cue\/a\.ts:1: OPM2001 is written out\. Import the codes/);
    });

    test("a code or a text that nothing says", () => {
      const page = section("OPM2001", "syntax", "```text\nbad {what} here\nworse {what} here\n```\n\n");
      const found = pages(`${page}${section("OPM2002", "gone")}`, "src/cue/a.ts", 'export const d = "bad % here";\n');
      expect(found).toEqual([
        'messages: docs/message/cue.md:3: nothing says "worse {what} here". Remove the line, or correct it.',
        "messages: docs/message/cue.md:14: nothing says OPM2002. Remove its section.",
      ]);
    });

    test("our own words come from the pages", () => {
      const page = section("OPM1001", "noFile", "```text\nno file {name}\n```\n\n").replace(
        "**What to do:** this.\n",
        "**What to do:** this.\n\n```hint\nmake it\nmake {name}\n```\n",
      );
      const docs = { "docs/message/pipeline.md": `# x\n\n${page}` };
      const made = writeTables(readPages(new Map(Object.entries(docs))).pages, []);
      expect(made.get("src/source/message-words.ts")).toContain('"no file {name}": "name"');
      const text = `export const d = (name) => [
  { ...tell(pipelineCode.noFile, "no file {name}", { name }), hint: advise(pipelineCode.noFile, "make it") },
  { code: pipelineCode.noFile, message: "none" },
  { hint: "make another" },
];\n`;
      const value = { "src/cue/value/README.md": readme, "src/cue/value/index.ts": "export const v = 1;\n" };
      const room = { "src/values/README.md": readme, "src/values/index.ts": text };
      const found = check({ ...docs, ...room, ...value, ...Object.fromEntries(made) });
      expect(found.filter((line) => line.startsWith("messages"))).toEqual([
        'messages: docs/message/pipeline.md:3: nothing says "make {name}". Remove the line, or correct it.',
        expect.stringMatching(
          /^messages: src\/values\/index\.ts:3: it has words of its own: code: pipelineCode\.noFile/,
        ),
        expect.stringMatching(/^messages: src\/values\/index\.ts:4: it has words of its own: hint: "/),
      ]);
    });

    test("codes and names stand once, with what to do", () => {
      const twice = section("OPM2001", "syntax") + section("OPM2001", "other") + section("OPM2003", "syntax");
      const found = pages(twice, "src/cue/a.ts", 'export const d = ["syntax", "other"];\n').join("\n");
      expect(found).toContain("cue.md:9: OPM2001 is explained twice");
      expect(found).toContain("cue.md:15: the page has two messages syntax");
      expect(pages("## OPM2001: x\n\n`a`\n", "src/cue/a.ts", "export const d = 1;\n").join()).toContain(
        "OPM2001 does not say what to do",
      );
    });

    test("the source is what the pages say", () => {
      const page = section("OPM2001", "syntax");
      const found = pages(page, "src/source/message-code.ts", 'export const cueCode = { old: "syntax" };\n');
      expect(found).toEqual([
        "messages: src/source/message-code.ts: it is not what docs/message says. Run npm run -s messages.",
      ]);
    });

    test.each([
      'd.message.startsWith("conflict")',
      "/^conflict/.test(d.message)",
      "/^conflict/.exec(message)",
      'd.message !== "refused"',
      'd.hint?.startsWith("opm bundle")',
      '["a field is not allowed"].includes(text)',
    ])("words are not read outside of the engine: %s", (code) => {
      const page = section("OPM2104", "notAllowed", "```text\nfield is not allowed\n```\n\n");
      const text = `export const x = (d, message, text) => ${code};\n`;
      const room = { "src/values/README.md": readme, "src/cue/b.ts": 'export const b = "field is not allowed";\n' };
      const docs = { "docs/message/cue.md": `# CUE\n\n${page}` };
      const made = writeTables(readPages(new Map(Object.entries(docs))).pages, []);
      const value = { "src/cue/value/README.md": readme, "src/cue/value/index.ts": "export const v = 1;\n" };
      const tree = { ...docs, ...room, ...value, ...Object.fromEntries(made) };
      const found = check({ ...tree, "src/values/index.ts": text });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^messages: src\/values\/index\.ts:1: it (?:reads|has CUE's) words/);
      expect(check({ ...tree, "src/values/index.ts": `// ${code}\nexport const y = 1;\n` })).toEqual([]);
    });
  });
});
